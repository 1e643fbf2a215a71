#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/report/diagnosis_report.hpp"
#include "shardproof/report/failure.hpp"
#include "shardproof/report/hunt_report.hpp"
#include "shardproof/report/stability_report.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/wire/exact_json.hpp"

namespace shardproof::report {
namespace {

using search::Finding;
using search::HuntConclusion;
using search::HuntRecord;
using subject::Kind;

bool is_cancellation(const Finding& finding) {
  const auto* broken = std::get_if<law::Broken>(&finding.verdict);
  return broken != nullptr && broken->cancellation && finding.rung == data::RungId::offset;
}

std::string broken_sentence(const Finding& finding) {
  if (is_cancellation(finding)) {
    return "a right formula that loses digits without bound: it breaks by cancellation on the "
           "offset rung, where the "
           "mean is large beside the spread";
  }
  return fmt::format(
      "fails on the {} rung: {}", data::to_text(finding.rung), search::meaning(finding.rung));
}

std::string imprecise_sentence(const HuntRecord& record) {
  std::uint64_t imprecise = 0;
  for (const auto& rung : record.subject.rungs) imprecise += rung.imprecise;
  return fmt::format("a right formula that misses the last bits of the {} on {} trials",
                     record.expect == law::Expect::exact ? "exact value" : "contract's answer",
                     grouped(imprecise));
}

std::string headline(const HuntReport& report, Style style) {
  const HuntRecord& record = report.record;
  const auto line = [&](std::string_view word, std::string rest, Tone tone) {
    // A name can be a stranger's: no control characters, and not without end.
    rest = cut(record.subject.name, kWidth) + ": " + rest;
    return painted(word, tone, style) + "  " + wrapped(rest, columns(word) + 2) + "\n";
  };
  switch (conclusion(record)) {
    case HuntConclusion::broken:
      return line("BROKEN", broken_sentence(*record.subject.broken), Tone::bad);
    case HuntConclusion::nondeterministic:
      return line("NONDETERMINISTIC", "the same trial got two answers", Tone::bad);
    case HuntConclusion::subject_failed:
      return line("FAILED", "gave no answer, so there is no verdict", Tone::bad);
    case HuntConclusion::imprecise:
      return line("IMPRECISE", imprecise_sentence(record), Tone::bad);
    case HuntConclusion::recorded_fails:
      return line("BROKEN", "a recorded counterexample still fails", Tone::bad);
    case HuntConclusion::vacuous:
      return line("VACUOUS",
                  "nothing broke, but too little was tried for that to prove anything",
                  Tone::warning);
    case HuntConclusion::holds:
      break;
  }
  if (!report.worsened.empty())
    return line("WORSE", "right, and less precise than the baseline has it", Tone::bad);
  return line("HOLDS",
              fmt::format("right on {} trials, each judged against the oracle",
                          grouped(record.subject.trials())),
              Tone::good);
}

/// The summaries as a merge gets them: what to paste into a program.
std::string triples_line(const data::Trial& trial) {
  constexpr std::size_t kMost = 12;
  std::vector<std::string> triples;
  for (const auto& summary : subject::question_of(trial).summaries) {
    std::string triple = "[" + exact::to_text(summary.count) + ",";
    wire::append(triple, summary.sum);
    triple += ",";
    wire::append(triple, summary.sumsq);
    triples.push_back(triple + "]");
    if (triples.size() == kMost) break;
  }
  const bool all = triples.size() == trial.partition.parts.size();
  return labelled("as triples", fmt::format("[{}{}]", fmt::join(triples, ", "), all ? "" : ", …"));
}

std::string minimal_text(const Finding& finding) {
  if (finding.certified) return "the smallest there is: every simpler trial was asked, and holds";
  if (finding.shrink_steps == 0) return "as it was found";
  return fmt::format("shrunk in {} from trial {} of the rung",
                     counted(finding.shrink_steps, "step"),
                     grouped(finding.trial_number));
}

std::string finding_section(const Finding& finding,
                            Kind kind,
                            std::string_view title,
                            Style style) {
  std::string text = '\n' + painted(title, Tone::title, style) + '\n';
  const Said said = said_about(finding.shrunk,
                               finding.verdict,
                               finding.reads,
                               {.oracle = oracle_text(finding.oracle_exactly, finding.oracle_says),
                                .subject = subject::to_text(finding.subject_says)});
  const auto* failed = std::get_if<law::SubjectFailed>(&finding.verdict);
  text += failure_lines({.trial = &finding.shrunk,
                         .oracle_says = said.oracle,
                         .subject_says = failed == nullptr ? said.subject : failed->detail,
                         .cause = {}});
  if (failed != nullptr && !std::holds_alternative<subject::Failed>(finding.subject_says))
    text += labelled("asked again", "it answered " + said.subject);
  if (kind == Kind::merge) text += triples_line(finding.shrunk);
  text += labelled(
      "rung", fmt::format("{}: {}", data::to_text(finding.rung), search::contents(finding.rung)));
  if (!finding.laws.empty()) {
    const auto law = finding.laws.front();
    text += labelled("law", fmt::format("{}: {}", data::to_text(law), law::statement(law)));
  }
  if (const auto cause = cause_of(finding.verdict); !cause.empty() && failed == nullptr)
    text += labelled("that is", cause);
  return text + labelled("how small", minimal_text(finding));
}

std::string nondeterminism_section(const search::Nondeterminism& twice, Style style) {
  std::string text = '\n' + painted("asked twice", Tone::title, style) + '\n';
  text += labelled("parts", data::to_text(twice.trial));
  text += labelled("first", subject::to_text(twice.first.back()));
  text += labelled("then", subject::to_text(twice.second.back()));
  return text +
         labelled("so", "the answer depends on chance, on time, or on what was asked before");
}

std::string worst_text(const search::RungRecord& rung) {
  if (rung.skipped || rung.trials == 0) return "";
  if (rung.worst == 0) return rung.imprecise == 0 ? "0" : "";
  return fmt::format("{:.2g}", rung.worst);
}

std::string rung_note(const search::RungRecord& rung, const HuntRecord& record) {
  std::vector<std::string> notes;
  const bool for_states =
      rung.rung == data::RungId::nonfinite && record.subject.kind == Kind::merge;
  if (rung.skipped && for_states) notes.emplace_back("for states");
  if (rung.skipped && !for_states)
    notes.push_back(fmt::format("needs other numbers than {}", to_text(record.subject.numbers)));
  if (rung.rung == data::RungId::small && !rung.skipped && record.small_step > 1) {
    notes.push_back(fmt::format("the simplest {}, then one in {}",
                                grouped(record.small_first),
                                grouped(record.small_step)));
  }
  if (rung.left_out > 0) notes.push_back(fmt::format("{} left out", grouped(rung.left_out)));
  if (rung.undefined > 0) notes.push_back(fmt::format("{} undefined", grouped(rung.undefined)));
  for (const auto& missing : rung.shortfalls) {
    notes.push_back(
        fmt::format("{}: {} of {} due", to_text(missing.feature), missing.seen, missing.required));
  }
  return listed(notes);
}

std::string tried_section(const HuntReport& report, Style style) {
  const HuntRecord& record = report.record;
  std::vector<std::vector<std::string>> rows;
  for (const auto& rung : record.subject.rungs) {
    rows.push_back({std::string(data::to_text(rung.rung)),
                    rung.skipped ? "skipped" : grouped(rung.trials),
                    rung.skipped ? "" : grouped(rung.law_checks),
                    rung.skipped ? "" : grouped(rung.imprecise),
                    worst_text(rung),
                    rung_note(rung, record)});
  }
  std::string text = '\n' + painted("what was tried", Tone::title, style) + '\n';
  text += table({{.heading = "rung"},
                 {.heading = "trials", .is_number = true},
                 {.heading = "asked again", .is_number = true},
                 {.heading = "imprecise", .is_number = true},
                 {.heading = "error/bound", .is_number = true},
                 {.heading = ""}},
                rows);
  search::Coverage coverage;
  for (const auto& rung : record.subject.rungs) coverage += rung.coverage;
  std::vector<std::string> features;
  for (std::size_t i = 0; i < search::kFeatures; ++i) {
    const auto feature = static_cast<search::Feature>(i);
    if (coverage.of(feature) > 0)
      features.push_back(fmt::format("{} {}", to_text(feature), grouped(coverage.of(feature))));
  }
  if (!features.empty()) text += labelled("with", listed(features));
  return text;
}

std::string identity_line(const search::IdentityTest& test) {
  std::vector<std::string> sizes;
  for (const auto size : test.sizes) sizes.push_back(std::to_string(size));
  return labelled(
      "identity",
      fmt::format("if the merge computes a quotient of polynomials of degree at most {} in the "
                  "observations, and another one "
                  "than the variance, then it passed {} draws from 2^{} numbers, for workers of {} "
                  "observations, with a chance of "
                  "at most 2^{:.0f}. That assumes such a formula, computed to within the bound",
                  search::IdentityTest::kDegree,
                  test.trials,
                  search::IdentityTest::kBits,
                  listed(sizes),
                  std::ceil(test.log2_chance())));
}

/// Whether the last bits are the contract's: said beside the verdict, not in it.
std::string bits_line(const HuntRecord& record) {
  if (record.subject.kind != Kind::merge || record.expect != law::Expect::float64) return "";
  if (record.subject.broken) return "";
  std::uint64_t imprecise = 0;
  for (const auto& rung : record.subject.rungs) imprecise += rung.imprecise;
  if (imprecise == 0) {
    return labelled("last bits",
                    "the contract's, on every trial: --expect contract would hold, too");
  }
  return labelled(
      "last bits",
      fmt::format("others than the contract's on {} of {} trials: --expect contract would fail",
                  grouped(imprecise),
                  grouped(record.subject.trials())));
}

std::string recorded_lines(const HuntRecord& record) {
  std::string text;
  for (const auto& [file, replayed] : record.recorded) {
    if (replayed.is_stale() && replayed.recorded.subject == record.subject.name) {
      text += labelled("fixed", file + " fails no more; it stays, against a relapse");
    } else if (std::holds_alternative<law::Broken>(replayed.verdict)) {
      text += labelled("still fails", file + ": " + data::to_text(replayed.recorded.trial));
    }
  }
  return text;
}

std::string keep_section(const HuntReport& report, Style style) {
  std::string text = recorded_lines(report.record);
  if (!report.record.written.empty())
    text += labelled("recorded in", report.corpus + "/" + report.record.written);
  for (const auto& worse : report.worsened) {
    text += labelled("worse",
                     fmt::format("{}: error/bound {:.2g}, where the baseline has {:.2g}",
                                 data::to_text(worse.rung),
                                 worse.now,
                                 worse.before));
  }
  if (!report.replay.empty()) text += labelled("replay", report.replay);
  if (text.empty()) return "";
  return '\n' + painted("what is kept", Tone::title, style) + '\n' + text;
}

std::string exact_line(const HuntReport& report) {
  if (!report.exact) return "";
  const auto verdict = conclusion(*report.exact);
  return labelled(
      "in rationals",
      verdict == HuntConclusion::holds
          ? fmt::format(
                "the same formula, run exactly, is right on {} trials: what is off is rounding",
                grouped(report.exact->subject.trials()))
          : "the same formula, run exactly, is wrong, too: it is the formula");
}

}  // namespace

std::string hunt_text(const HuntReport& report, Style style) {
  const HuntRecord& record = report.record;
  std::string text = headline(report, style);
  if (record.nondeterminism) text += nondeterminism_section(*record.nondeterminism, style);
  if (const auto* finding = search::finding_of(record))
    text += finding_section(*finding, record.subject.kind, "the counterexample", style);
  if (report.diagnosis) text += '\n' + diagnosis_section(*report.diagnosis, style);
  text += tried_section(report, style);
  text += bits_line(record);
  text += exact_line(report);
  if (record.identity) text += identity_line(*record.identity);
  text += labelled("seed", std::to_string(record.seed));
  text += labelled("expect", law::to_text(record.expect));
  if (!report.speed_note.empty()) text += labelled("asked", report.speed_note);
  const bool shows_bits =
      record.subject.imprecise && record.expect == law::Expect::float64 && !record.subject.broken;
  if (shows_bits) {
    text += finding_section(
        *record.subject.imprecise, record.subject.kind, "last bits: an example", style);
  }
  if (record.stability) text += '\n' + stability_section(*record.stability, style);
  text += keep_section(report, style);
  if (!report.regression_test.empty()) {
    text += '\n' + painted("a regression test, to paste", Tone::title, style) + "\n\n" +
            report.regression_test;
  }
  return text;
}

}  // namespace shardproof::report
