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

/// Accepts seconds above 0, with a fraction if need be.
CLI::Validator seconds() {
  const auto check = [](const std::string& word) {
    constexpr double kMost = 86'400;
    double value = 0;
    const auto* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, value);
    const bool fits = read.ec == std::errc() && read.ptr == end && value > 0 && value <= kMost;
    return fits ? std::string() : "\"" + word + "\" is not a number of seconds above 0";
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
void add_expect(CLI::App& command,
                std::string& expect,
                const Names& offered,
                const std::string& by_default = "contract") {
  command.add_option("--expect", expect, "What an answer must be (default: " + by_default + ")")
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
  HuntOptions hunt;
  CheckSubjectOptions check;
  PluginHostOptions host;
  std::string corpus;
  std::uint64_t small_step = 0;
  double timeout = 0;
};

void add_jobs(CLI::App& command, unsigned& jobs, const std::string& what) {
  constexpr std::uint64_t kMostJobs = 1024;
  command.add_option("--jobs", jobs, what + " (default: as many as the machine has cores)")
      ->type_name("N")
      ->transform(whole_number(1, kMostJobs));
}

void add_rungs(CLI::App& command, Names& chosen) {
  Names rungs;
  for (const auto rung : data::kRungs) rungs.emplace_back(to_text(rung));
  command.add_option("--rungs", chosen, "Only these rungs of the ladder, separated by commas")
      ->type_name(joined(rungs))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(rungs));
}

std::vector<data::RungId> rungs_named(const Names& names) {
  std::vector<data::RungId> rungs;
  for (const auto& name : names) rungs.push_back(data::rung_named(name).value());
  return rungs;
}

void add_timeout(CLI::App& command, double& timeout) {
  command
      .add_option("--timeout",
                  timeout,
                  "The longest wait for a reply (default: 10 at first, then by the replies so far)")
      ->type_name("SECONDS")
      ->check(seconds());
}

void declare_gate(CLI::App& app, Slots& slots) {
  auto& gate = *app.add_subcommand(
      "gate", "Check the reference, then that every known wrong variant is caught");
  add_seed(gate, slots.gate.seed);
  add_trials(gate, slots.trials, "on each random rung", search::ClimbOptions{}.trials);
  add_jobs(gate, slots.jobs, "Threads");
  add_rungs(gate, slots.rungs);
  add_expect(gate, slots.gate.expect, {"contract", "float64", "textbook"});
  gate.add_option("--corpus", slots.gate.corpus, "Recorded counterexamples, tried first")
      ->type_name("DIR");
  add_format(gate, slots.gate.format);
  add_output(gate, slots.gate.output);
  gate.footer(kGateFooter);
}

/// The words behind "--" are not CLI11's: they are the subject's.
void declare_hunt(CLI::App& app, Slots& slots) {
  auto& hunt = *app.add_subcommand("hunt", "Judge a merge of yours, in any language");
  hunt.add_option("SUBJECT", slots.hunt.subject.words.file, "A file, or -- and a command")
      ->type_name("");
  add_expect(hunt, slots.hunt.expect, kExpectations, "float64");
  add_seed(hunt, slots.hunt.seed);
  hunt.add_option("--trials",
                  slots.trials,
                  "Trials on each random rung (default: 2000, fewer for a slow subject)")
      ->type_name("N")
      ->transform(whole_number(1, kMost));
  hunt.add_option(
          "--small-step",
          slots.small_step,
          "Ask one in so many trials of the small rung (default: 1, more for a slow subject)")
      ->type_name("N")
      ->transform(whole_number(1, kMost));
  add_rungs(hunt, slots.rungs);
  add_jobs(hunt, slots.jobs, "Programs running at a time");
  add_timeout(hunt, slots.timeout);
  hunt.add_option(
          "--corpus",
          slots.corpus,
          "Where counterexamples are kept, and tried first (default: .shardproof beside the "
          "file); none: nowhere")
      ->type_name("DIR");
  hunt.add_option("--baseline",
                  slots.hunt.baseline,
                  "Keeps the worst errors; fails when one has more than doubled")
      ->type_name("FILE");
  add_format(hunt, slots.hunt.format);
  add_output(hunt, slots.hunt.output);
  hunt.footer(kHuntFooter);
}

void declare_check_subject(CLI::App& app, Slots& slots) {
  auto& check = *app.add_subcommand("check-subject", "Show a conversation of five trials with it");
  check.add_option("SUBJECT", slots.check.subject.words.file, "A file, or -- and a command")
      ->type_name("");
  add_timeout(check, slots.timeout);
  check.footer(kCheckSubjectFooter);
}

void declare_plugin_host(CLI::App& app, Slots& slots) {
  auto& host = *app.add_subcommand("plugin-host", "")->group("");  // hidden
  host.add_option("LIBRARY", slots.host.library)->required();
  host.add_flag("--exact", slots.host.exact);
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
  replay
      .add_option("--subject",
                  slots.replay.subject.words.file,
                  "Ask this subject instead, a file or -- and a command")
      ->type_name("FILE");
  add_timeout(replay, slots.timeout);
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

Options chosen_hunt(const CLI::App& app, Slots& slots) {
  HuntOptions& hunt = slots.hunt;
  if (!hunt.subject.words.is_given())
    return UsageError{"hunt: there is no subject; name a file, or a command behind --"};
  if (slots.timeout > 0) hunt.subject.timeout = slots.timeout;
  if (slots.trials > 0) hunt.trials = slots.trials;
  if (slots.small_step > 0) hunt.small_step = slots.small_step;
  if (slots.jobs > 0) hunt.jobs = slots.jobs;
  hunt.rungs = rungs_named(slots.rungs);
  if (app.get_subcommand("hunt")->count("--corpus") > 0)
    hunt.corpus = slots.corpus == "none" ? "" : slots.corpus;
  return hunt;
}

Options chosen(const CLI::App& app, Slots& slots) {
  if (app.got_subcommand("gate")) {
    if (slots.trials > 0) slots.gate.trials = slots.trials;
    if (slots.jobs > 0) slots.gate.jobs = slots.jobs;
    slots.gate.rungs = rungs_named(slots.rungs);
    return slots.gate;
  }
  if (app.got_subcommand("hunt")) return chosen_hunt(app, slots);
  if (app.got_subcommand("check-subject")) {
    if (!slots.check.subject.words.is_given())
      return UsageError{"check-subject: there is no subject; name a file, or a command behind --"};
    if (slots.timeout > 0) slots.check.subject.timeout = slots.timeout;
    return slots.check;
  }
  if (app.got_subcommand("plugin-host")) return slots.host;
  if (app.got_subcommand("fixtures")) {
    // Boost would read leading zeros as octal.
    slots.fixtures.scale = exact::Integer(slots.scale.substr(slots.scale.find_first_not_of('0')));
    return slots.fixtures;
  }
  if (app.got_subcommand("replay")) {
    if (slots.timeout > 0) slots.replay.subject.timeout = slots.timeout;
    return slots.replay;
  }
  if (app.got_subcommand("explain")) return slots.explain;
  if (app.got_subcommand("merge")) return slots.merge;
  if (app.got_subcommand("list")) {
    if (slots.trials > 0) slots.list.trials = slots.trials;
    return slots.list;
  }
  return UsageError{"there is no command"};
}

/// What stands before "--", and what stands behind it, for the commands that take a command.
std::pair<std::vector<std::string>, std::vector<std::string>> split_at_dashes(
    const std::vector<std::string>& words) {
  static const Names kWithCommand = {"hunt", "check-subject", "replay"};
  const bool takes_command =
      !words.empty() && std::ranges::find(kWithCommand, words.front()) != kWithCommand.end();
  const auto dashes = takes_command ? std::ranges::find(words, "--") : words.end();
  std::pair<std::vector<std::string>, std::vector<std::string>> parts;
  parts.first.assign(words.begin(), dashes);
  if (dashes != words.end()) parts.second.assign(dashes + 1, words.end());
  return parts;
}

std::string no_such_command(const CLI::App& app, const std::string& word) {
  Names known;
  for (const auto* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) known.push_back(command->get_name());
  }
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
  const auto [ours, command] = split_at_dashes(words);
  slots.hunt.subject.words.command = command;
  slots.check.subject.words.command = command;
  slots.replay.subject.words.command = command;
  declare_gate(app, slots);
  declare_hunt(app, slots);
  declare_check_subject(app, slots);
  declare_plugin_host(app, slots);
  declare_fixtures(app, slots);
  declare_replay(app, slots);
  declare_explain(app, slots);
  declare_merge(app, slots);
  declare_list(app, slots);
  try {
    app.parse(std::vector<std::string>(ours.rbegin(), ours.rend()));  // it takes them from the back
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
