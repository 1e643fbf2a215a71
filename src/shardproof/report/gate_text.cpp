#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "shardproof/report/failure.hpp"
#include "shardproof/report/gate_report.hpp"
#include "shardproof/report/gate_sections.hpp"

namespace shardproof::report {
namespace {

using search::Conclusion;
using search::Outcome;
using search::Role;
using search::RunRecord;
using search::SubjectRecord;

std::uint64_t number_of(const RunRecord& record, auto&& is) {
  return static_cast<std::uint64_t>(std::ranges::count_if(record.subjects, is));
}

bool is_wrong_variant(const SubjectRecord& subject) {
  return subject.role == Role::variant && !is_equivalent(subject);
}

std::string what_went_wrong(const RunRecord& record) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view what, auto&& is) {
    const auto number = number_of(record, is);
    if (number > 0) parts.push_back(fmt::format("{} {}", number, what));
  };
  add("wrong and missed", [](const auto& subject) { return subject.outcome == Outcome::missed; });
  add("wrong and misjudged",
      [](const auto& subject) { return subject.outcome == Outcome::misjudged; });
  add("right and caught, a false alarm", [](const auto& subject) {
    return subject.role == Role::variant && subject.outcome == Outcome::failed;
  });
  return "among the variants: " + listed(parts);
}

std::string headline(const RunRecord& record, Style style) {
  const auto line = [&](std::string_view word, std::string_view rest, Tone tone) {
    return painted(word, tone, style) + "  " + wrapped(rest, columns(word) + 2) + "\n";
  };
  switch (search::conclusion(record)) {
    case Conclusion::reference_failed:
      return line("REFERENCE FAILED",
                  "our own merge gave a wrong answer: trust nothing else of this run",
                  Tone::bad);
    case Conclusion::broken:
      return line("BROKEN", what_went_wrong(record), Tone::bad);
    case Conclusion::vacuous:
      return line("VACUOUS",
                  "nothing broke, but too little was tried for that to prove anything",
                  Tone::warning);
    case Conclusion::holds:
      return line(
          "HOLDS",
          record.not_asked.empty()
              ? "the reference held, every wrong variant was caught, no right one was"
              : "the reference held, every wrong variant that was asked was caught, no right "
                "one was",
          Tone::good);
  }
  return "";
}

bool any_rung(const SubjectRecord& subject, std::uint64_t search::RungRecord::*number) {
  return std::ranges::any_of(subject.rungs, [&](const auto& rung) { return rung.*number > 0; });
}

/// A line a rung; columns that are zero throughout are left out.
std::string rung_table(const SubjectRecord& subject) {
  struct Number {
    std::string_view heading;
    std::uint64_t search::RungRecord::*value;
  };

  std::vector<Number> numbers = {{"trials judged", &search::RungRecord::trials},
                                 {"law checks", &search::RungRecord::law_checks}};
  for (const auto& number : {Number{"imprecise", &search::RungRecord::imprecise},
                             Number{"undefined", &search::RungRecord::undefined},
                             Number{"left out", &search::RungRecord::left_out}}) {
    if (any_rung(subject, number.value)) numbers.push_back(number);
  }
  std::vector<Column> heading = {{.heading = "rung"}};
  for (const auto& number : numbers) {
    heading.push_back({.heading = number.heading, .is_number = true});
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& rung : subject.rungs) {
    std::vector<std::string> row = {std::string(data::to_text(rung.rung))};
    for (const auto& number : numbers) {
      row.push_back(rung.skipped ? "skipped" : grouped(rung.*number.value));
    }
    rows.push_back(std::move(row));
  }
  return table(heading, rows);
}

std::string reference_section(const RunRecord& record, Style style) {
  if (record.subjects.empty()) return "";
  const auto& reference = record.subjects.front();
  std::string verdict(search::to_text(reference.outcome));
  const bool failed = reference.outcome == Outcome::failed;
  const auto tone = failed                                ? Tone::bad
                    : reference.outcome == Outcome::holds ? Tone::good
                                                          : Tone::warning;
  std::string text = painted("reference", Tone::title, style) + "  " +
                     painted(verdict, tone, style) + " on " + counted(reference.trials(), "trial");
  text += failed ? ", the one it failed included\n" : ", each judged against the oracle\n";
  text += rung_table(reference);
  return text + "  " +
         wrapped(
             "law checks: of these, how many were asked again, split, ordered or scaled otherwise, "
             "and the answers compared",
             2) +
         '\n';
}

std::string totals_section(const RunRecord& record) {
  const auto wrong = number_of(record, is_wrong_variant);
  const auto equivalent = number_of(record, is_equivalent);
  const auto caught =
      number_of(record, [](const auto& subject) { return subject.outcome == Outcome::caught; });
  const auto held = number_of(record, [](const auto& subject) {
    return is_equivalent(subject) && subject.outcome == Outcome::holds;
  });
  std::uint64_t trials = 0;
  for (const auto& subject : record.subjects) trials += subject.trials();

  std::string text;
  if (wrong + equivalent > 0) {
    auto counts = fmt::format(
        "{} of {} wrong ones caught, {} of {} right ones hold", caught, wrong, held, equivalent);
    const auto tolerated = number_of(
        record, [](const auto& subject) { return subject.outcome == Outcome::tolerated; });
    if (tolerated > 0) {
      counts += fmt::format(", {} tolerated: right to the precision asked for", tolerated);
    }
    if (!record.not_asked.empty()) counts += fmt::format(", {} not asked", record.not_asked.size());
    text += labelled("variants", counts);
  } else {
    text += labelled("variants", "none was asked");
  }
  text += labelled("trials",
                   fmt::format("{} judged in all; {} asked for on each random rung",
                               grouped(trials),
                               grouped(record.trials)));
  text += labelled("seed", std::to_string(record.seed));
  text += labelled("expect", law::to_text(record.expect));
  text += labelled("seconds", fmt::format("{:.1f}", record.seconds));
  return text;
}

/// A caught variant to name in the examples.
std::string example_of(const RunRecord& record) {
  const auto found = std::ranges::find_if(
      record.subjects, [](const auto& subject) { return subject.outcome == Outcome::caught; });
  return found == record.subjects.end() ? "average-of-variances" : label_of(*found);
}

/// The command that makes this record again.
std::string same_run(const RunRecord& record) {
  auto words = fmt::format("shardproof gate --seed {} --trials {}", record.seed, record.trials);
  if (record.expect != law::Expect::contract) {
    words += fmt::format(" --expect {}", law::to_text(record.expect));
  }
  const auto& climbed =
      record.subjects.empty() ? std::vector<search::RungRecord>() : record.subjects.front().rungs;
  // A climb that ended early does not tell which rungs were to come.
  const bool is_whole = search::conclusion(record) != Conclusion::reference_failed;
  if (!is_whole || climbed.size() == data::kRungs.size()) return words;
  std::vector<std::string_view> names;
  names.reserve(climbed.size());
  for (const auto& rung : climbed) names.push_back(data::to_text(rung.rung));
  return words + fmt::format(" --rungs {}", fmt::join(names, ","));
}

std::string how_to_replay(const RunRecord& record) {
  const auto example = example_of(record);
  // Not wrapped: they are there to be pasted.
  std::string text;
  if (search::conclusion(record) != Conclusion::reference_failed) {
    text += fmt::format("  {:<14} shardproof replay {}\n", "replay one", example);
    text += fmt::format("  {:<14} shardproof explain {}\n", "explain one", example);
  }
  return text + fmt::format("  {:<14} {}\n", "run it again", same_run(record));
}

}  // namespace

std::string gate_text(const RunRecord& record, Style style) {
  std::string text = headline(record, style);
  for (const auto& section : {failures_section(record, style),
                              reference_section(record, style),
                              variants_section(record, style),
                              notes_section(record, style),
                              totals_section(record),
                              how_to_replay(record)}) {
    if (!section.empty()) text += '\n' + section;
  }
  // Whoever scrolled to the end wants it there, too.
  return text + "\nshardproof " + record.version + ": " +
         std::string(to_text(search::conclusion(record))) + '\n';
}

}  // namespace shardproof::report
