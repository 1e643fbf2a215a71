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
                  "our own merge or state gave a wrong answer: trust nothing else of this run",
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
              ? "the references held, every wrong variant was caught, no right one was"
              : "the references held, every wrong variant that was asked was caught, no right "
                "one was",
          Tone::good);
  }
  return "";
}

std::vector<const SubjectRecord*> references_of(const RunRecord& record) {
  std::vector<const SubjectRecord*> references;
  for (const auto& subject : record.subjects) {
    if (subject.role == Role::reference) references.push_back(&subject);
  }
  return references;
}

/// What one reference was asked on one rung: "20,000", "skipped", "" where its climb ended before.
std::string cell(const SubjectRecord& reference, data::RungId rung) {
  const auto found = std::ranges::find(reference.rungs, rung, &search::RungRecord::rung);
  if (found == reference.rungs.end()) return "";
  return found->skipped ? "skipped" : grouped(found->trials);
}

/// A line a rung, a column a reference; then how many of their trials were asked again by the laws that compare
/// answers, and the precision that is asked of each.
std::string rung_table(const std::vector<const SubjectRecord*>& references) {
  std::vector<Column> heading = {{.heading = "rung"}};
  for (const auto* reference : references)
    heading.push_back({.heading = reference->name, .is_number = true});
  std::vector<std::vector<std::string>> rows;
  for (const auto rung : data::kRungs) {
    std::vector<std::string> row = {std::string(data::to_text(rung))};
    bool climbed = false;
    for (const auto* reference : references) {
      row.push_back(cell(*reference, rung));
      climbed = climbed || !row.back().empty();
    }
    if (climbed) rows.push_back(std::move(row));
  }
  std::vector<std::string> checks = {"law checks"};
  std::vector<std::string> expect = {"expect"};
  for (const auto* reference : references) {
    std::uint64_t total = 0;
    for (const auto& rung : reference->rungs) total += rung.law_checks;
    checks.push_back(grouped(total));
    expect.emplace_back(law::to_text(reference->expect));
  }
  rows.push_back(std::move(checks));
  rows.push_back(std::move(expect));
  return table(heading, rows);
}

std::string reference_section(const RunRecord& record, Style style) {
  const auto references = references_of(record);
  if (references.empty()) return "";
  std::uint64_t trials = 0;
  Outcome worst = Outcome::holds;
  for (const auto* reference : references) {
    trials += reference->trials();
    if (reference->outcome == Outcome::failed || worst == Outcome::holds)
      worst = reference->outcome;
  }
  const auto tone = worst == Outcome::failed  ? Tone::bad
                    : worst == Outcome::holds ? Tone::good
                                              : Tone::warning;
  const std::string title = references.size() == 1 ? "reference" : "references";
  std::string verdict(search::to_text(worst));
  if (worst == Outcome::holds && references.size() > 1) verdict = "hold";
  std::string text = painted(title, Tone::title, style) + "  " + painted(verdict, tone, style) +
                     " on " + counted(trials, "trial");
  text += worst == Outcome::failed ? ", the one that failed included\n"
                                   : ", each judged against the oracle\n";
  text += rung_table(references);
  return text + "  " +
         wrapped(
             "law checks: of these, how many were asked again, split, ordered, scaled or merged "
             "otherwise, and the answers compared",
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
