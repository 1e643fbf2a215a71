#include "shardproof/cli/options.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <string_view>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "shardproof/cli/help_texts.hpp"
#include "shardproof/diagnosis/kill_matrix.hpp"
#include "shardproof/search/climb.hpp"
#include "shardproof/version.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::cli {
namespace {

using Names = std::vector<std::string>;

const Names kFormats = {"text", "json"};
const Names kExpectations = {"contract", "exact", "float64", "textbook"};
const Names kListFormats = {"text", "json", "markdown"};
const Names kLists = {"variants", "laws", "rungs", "formats", "kill-matrix"};

std::string joined(const Names& names, const std::string& separator = "|") {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : separator) + name;
  return text;
}

/// Accepts one of the names; otherwise says which there are.
CLI::Validator one_of(const Names& names) {
  return CLI::Validator(
      [names](const std::string& word) {
        if (std::ranges::find(names, word) != names.end()) return std::string();
        return "there is no \"" + word + "\"; known: " + joined(names, ", ");
      },
      "");
}

/// Accepts decimal digits, at least `least`, and takes leading zeros away: CLI11 would read them as
/// octal.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](std::string& word) {
    std::uint64_t value = 0;
    const auto* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || value < least || value > most) {
      return "\"" + word + "\" is not a whole number from " + std::to_string(least) + " to " +
             std::to_string(most);
    }
    word = std::to_string(value);
    return std::string();
  };
  return CLI::Validator(check, "");
}

/// Accepts an integer of any size from 1 on.
CLI::Validator any_whole_number() {
  const auto check = [](const std::string& word) {
    const bool is_number = !word.empty() && word.size() <= wire::kMostDigits &&
                           std::ranges::all_of(word, [](char c) { return '0' <= c && c <= '9'; }) &&
                           word.find_first_not_of('0') != std::string::npos;
    return is_number ? std::string() : "\"" + word + "\" is not a whole number from 1 on";
  };
  return CLI::Validator(check, "");
}

void add_format(CLI::App& command, std::string& format, const Names& formats = kFormats) {
  command.add_option("--format", format, "How the report is written (default: text)")
      ->type_name(joined(formats))
      ->check(one_of(formats));
}

constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();

void add_seed(CLI::App& command, std::uint64_t& seed) {
  command.add_option("--seed", seed, "Where randomness starts (default: 1)")
      ->type_name("N")
      ->transform(whole_number(0, kMost));
}

void add_trials(CLI::App& command,
                std::uint64_t& trials,
                const std::string& of,
                std::uint64_t by_default) {
  command
      .add_option(
          "--trials", trials, "Trials " + of + " (default: " + std::to_string(by_default) + ")")
      ->type_name("N")
      ->transform(whole_number(1, kMost));
}

void add_output(CLI::App& command, std::string& output) {
  command.add_option("--output", output, "Where it goes; - is standard output (default: -)")
      ->type_name("FILE");
}

/// `offered` is what the help shows. The gate understands "exact", too, and says why it cannot be had.
void add_expect(CLI::App& command, std::string& expect, const Names& offered) {
  command.add_option("--expect", expect, "What an answer must be (default: contract)")
      ->type_name(joined(offered))
      ->check(one_of(kExpectations));
}

/// What the parser fills, one of each kind; `chosen` says which was meant.
struct Slots {
  GateOptions gate;
  std::uint64_t trials = 0;
  unsigned jobs = 0;
  Names rungs;
  FixturesOptions fixtures;
  std::string scale = "1";
  ReplayOptions replay;
  ExplainOptions explain;
  MergeOptions merge;
  ListOptions list;
};

void declare_gate(CLI::App& app, Slots& slots) {
  constexpr std::uint64_t kMostJobs = 1024;
  auto& gate = *app.add_subcommand(
      "gate", "Check the reference, then that every known wrong variant is caught");
  add_seed(gate, slots.gate.seed);
  add_trials(gate, slots.trials, "on each random rung", search::ClimbOptions{}.trials);
  gate.add_option("--jobs", slots.jobs, "Threads (default: as many as the machine has)")
      ->type_name("N")
      ->transform(whole_number(1, kMostJobs));
  Names rungs;
  for (const auto rung : data::kRungs) rungs.emplace_back(to_text(rung));
  gate.add_option("--rungs", slots.rungs, "Only these rungs of the ladder, separated by commas")
      ->type_name(joined(rungs))
      ->delimiter(',')
      ->check(one_of(rungs));
  add_expect(gate, slots.gate.expect, {"contract", "float64", "textbook"});
  gate.add_option("--corpus", slots.gate.corpus, "Recorded counterexamples, tried first")
      ->type_name("DIR");
  add_format(gate, slots.gate.format);
  add_output(gate, slots.gate.output);
  gate.footer(kGateFooter);
}

void declare_fixtures(CLI::App& app, Slots& slots) {
  auto& fixtures =
      *app.add_subcommand("fixtures", "Print the seed's case: the tables of its three programs");
  fixtures.add_option("--scale", slots.scale, "The scale of the case, any size (default: 1)")
      ->type_name("N")
      ->check(any_whole_number());
  add_format(fixtures, slots.fixtures.format);
  add_output(fixtures, slots.fixtures.output);
  fixtures.footer(kFixturesFooter);
}

void declare_replay(CLI::App& app, Slots& slots) {
  auto& replay = *app.add_subcommand("replay", "Judge recorded counterexamples again");
  replay.add_option("FILE", slots.replay.files, "Recorded counterexamples, or variants' ids")
      ->type_name("")
      ->required();
  add_expect(replay, slots.replay.expect, kExpectations);
  add_format(replay, slots.replay.format);
  add_output(replay, slots.replay.output);
  replay.footer(kReplayFooter);
}

void declare_explain(CLI::App& app, Slots& slots) {
  auto& explain =
      *app.add_subcommand("explain", "Take a smallest counterexample apart: what was dropped");
  explain
      .add_option("SUBJECT", slots.explain.subject, "A variant's id, or a counterexample's file")
      ->type_name("VARIANT|FILE")
      ->required();
  add_output(explain, slots.explain.output);
  explain.footer(kExplainFooter);
}

void declare_merge(CLI::App& app, Slots& slots) {
  auto& merge = *app.add_subcommand("merge", "Merge exactly: triples in, the variance out");
  merge.add_option("FILE", slots.merge.file, "Questions; - is standard input (default: -)")
      ->type_name("");
  merge.add_flag(
      "--rows", slots.merge.rows, "Every line is one worker, [count, sum, sumsq], of one question");
  merge.footer(kMergeFooter);
}

void declare_list(CLI::App& app, Slots& slots) {
  auto& list = *app.add_subcommand("list", "Say what there is");
  list.add_option("WHAT", slots.list.what, "What to list")
      ->type_name(joined(kLists))
      ->check(one_of(kLists))
      ->required();
  add_format(list, slots.list.format, kListFormats);
  add_seed(list, slots.list.seed);
  add_trials(list, slots.trials, "of the kill matrix", diagnosis::KillOptions{}.trials);
  list.footer(kListFooter);
}

Options chosen(const CLI::App& app, Slots& slots) {
  if (app.got_subcommand("gate")) {
    if (slots.trials > 0) slots.gate.trials = slots.trials;
    if (slots.jobs > 0) slots.gate.jobs = slots.jobs;
    for (const auto& name : slots.rungs) slots.gate.rungs.push_back(data::rung_named(name).value());
    return slots.gate;
  }
  if (app.got_subcommand("fixtures")) {
    // Boost would read leading zeros as octal.
    slots.fixtures.scale = exact::Integer(slots.scale.substr(slots.scale.find_first_not_of('0')));
    return slots.fixtures;
  }
  if (app.got_subcommand("replay")) return slots.replay;
  if (app.got_subcommand("explain")) return slots.explain;
  if (app.got_subcommand("merge")) return slots.merge;
  if (app.got_subcommand("list")) {
    if (slots.trials > 0) slots.list.trials = slots.trials;
    return slots.list;
  }
  return UsageError{"there is no command"};
}

std::string no_such_command(const CLI::App& app, const std::string& word) {
  Names known;
  for (const auto* command : app.get_subcommands({})) known.push_back(command->get_name());
  return "there is no command \"" + word + "\"; known: " + joined(known, ", ");
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
  CLI::App app(
      "Is your statistic shard-proof? Checks that a merge gives the right answer however the data "
      "were split.",
      "shardproof");
  app.set_version_flag("--version", "shardproof " + std::string(kVersion));
  app.footer(kFooter);
  app.require_subcommand(0, 1);  // one at most: a file may be called `list`
  Slots slots;
  declare_gate(app, slots);
  declare_fixtures(app, slots);
  declare_replay(app, slots);
  declare_explain(app, slots);
  declare_merge(app, slots);
  declare_list(app, slots);
  try {
    app.parse(
        std::vector<std::string>(words.rbegin(), words.rend()));  // it takes them from the back
  } catch (const CLI::CallForHelp&) {
    return Information{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return Information{std::string(version.what()) + "\n"};
  } catch (const CLI::ExtrasError& error) {
    const bool is_command = app.get_subcommands().empty() && !words.front().starts_with('-');
    return UsageError{is_command ? no_such_command(app, words.front()) : error.what()};
  } catch (const CLI::ParseError& error) {
    return UsageError{error.what()};
  }
  return chosen(app, slots);
}

}  // namespace shardproof::cli
