#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardproof/report/failure.hpp"
#include "shardproof/report/gate_sections.hpp"

namespace shardproof::report {
namespace {

using search::Finding;
using search::Outcome;
using search::RunRecord;
using search::SubjectRecord;

/// Notes that say the same of several subjects are one note: note to subjects, in order of mention.
class Notes {
 public:
  void add(const std::string& subject, const std::string& note) {
    const auto found = std::ranges::find(
        notes_, note, [](const auto& entry) -> const std::string& { return entry.first; });
    if (found != notes_.end()) {
      found->second.push_back(subject);
    } else {
      notes_.push_back({note, {subject}});
    }
  }

  /// Under `title`, a line each: "  note (subjects)".
  std::string text(std::string_view title) const {
    if (notes_.empty()) return "";
    std::string text(title);
    text += '\n';
    for (const auto& [note, subjects] : notes_) {
      text += "  " + wrapped(note + " (" + listed(subjects) + ")", 4) + '\n';
    }
    return text;
  }

 private:
  std::vector<std::pair<std::string, std::vector<std::string>>> notes_;
};

/// Whether a verdict rests on the subject's trials having been enough.
bool rests_on_coverage(const SubjectRecord& subject) {
  return subject.outcome == Outcome::vacuous || subject.outcome == Outcome::missed;
}

std::string shortfalls(const RunRecord& record, Style style) {
  Notes notes;
  for (const auto& subject : record.subjects) {
    if (!rests_on_coverage(subject)) continue;
    for (const auto& rung : subject.rungs) {
      for (const auto& shortfall : rung.shortfalls) {
        notes.add(label_of(subject),
                  fmt::format("rung {}: {}: {} seen, {} required",
                              data::to_text(rung.rung),
                              search::to_text(shortfall.feature),
                              grouped(shortfall.seen),
                              grouped(shortfall.required)));
      }
    }
  }
  return notes.text(
      painted("vacuous: too little was tried; run with more --trials", Tone::warning, style));
}

/// Of those that broke later: what was imprecise on the way.
std::string imprecise_before(const RunRecord& record) {
  Notes notes;
  for (const auto& subject : record.subjects) {
    if (!subject.broken || !subject.imprecise) continue;
    notes.add(label_of(subject),
              fmt::format("from rung {}, trial {}, on: {}",
                          data::to_text(subject.imprecise->rung),
                          grouped(subject.imprecise->trial_number),
                          cut(data::to_text(subject.imprecise->shrunk), 40)));
  }
  return notes.text("imprecise before it broke: the last digits are not the contract's");
}

std::string why_left_out(const SubjectRecord& subject) {
  return subject.kind == subject::Kind::merge
             ? fmt::format("which no {} holds", subject::to_text(subject.numbers))
             : "whose plan asks for a step that the state has not";
}

/// States are asked trials of their own, and merges theirs: that is no gap of either.
bool is_of_another_kind(const SubjectRecord& subject, data::RungId rung) {
  const bool for_states = rung == data::RungId::nonfinite;
  return rung == data::RungId::fixtures || (for_states && subject.kind == subject::Kind::merge);
}

std::string never_asked(const RunRecord& record) {
  Notes notes;
  for (const auto& subject : record.subjects) {
    std::vector<std::string> skipped;
    for (const auto& rung : subject.rungs) {
      if (is_of_another_kind(subject, rung.rung)) continue;
      const auto name = data::to_text(rung.rung);
      if (rung.skipped) skipped.emplace_back(name);
      if (rung.left_out > 0) {
        notes.add(label_of(subject),
                  fmt::format("rung {}: {} left out, {}",
                              name,
                              counted(rung.left_out, "trial"),
                              why_left_out(subject)));
      }
      if (rung.undefined > 0) {
        notes.add(label_of(subject),
                  fmt::format("rung {}: {} undefined, the variance being above the largest double",
                              name,
                              counted(rung.undefined, "trial")));
      }
    }
    if (skipped.empty()) continue;
    notes.add(label_of(subject),
              fmt::format("skipped: {}: no trial there fits {}",
                          listed(skipped),
                          subject::to_text(subject.numbers)));
  }
  std::string text =
      notes.text("never asked or not judged: what does not fit a subject's number type exactly");
  if (record.not_asked.empty()) return text;
  if (!text.empty()) text += '\n';
  return text + "not asked: fail only on rungs that were left out\n  " +
         wrapped(listed(record.not_asked), 2) + '\n';
}

std::string stale(const RunRecord& record) {
  if (record.stale.empty()) return "";
  std::string text =
      "stale: recorded counterexamples that fail no more; check them, then delete them\n";
  for (const auto& entry : record.stale) {
    text += "  " + wrapped(entry.where + " (" + entry.subject + ")", 4) + '\n';
  }
  return text;
}

std::string failure(const RunRecord& record,
                    const SubjectRecord& subject,
                    const Finding& finding,
                    Style style) {
  const auto kind = law::to_text(finding.verdict);
  const auto where = fmt::format("{} ({}, rung {}, trial {}, seed {}, shrunk in {})",
                                 data::to_text(law_of(finding)),
                                 subject.name,
                                 data::to_text(finding.rung),
                                 grouped(finding.trial_number),
                                 record.seed,
                                 counted(finding.shrink_steps, "step"));
  std::string text = painted(kind, Tone::bad, style) + "  ";
  text += wrapped(where, columns(kind) + 2) + '\n';
  const Said said = said_about(finding.shrunk,
                               finding.verdict,
                               finding.reads,
                               {.oracle = oracle_text(finding.oracle_exactly, finding.oracle_says),
                                .subject = subject::to_text(finding.subject_says)});
  text += failure_lines({
      .trial = &finding.shrunk,
      .oracle_says = said.oracle,
      .subject_says = said.subject,
      .cause = cause_of(finding.verdict),
  });
  std::vector<std::string> laws;
  for (const auto law : finding.laws) laws.emplace_back(data::to_text(law));
  if (!laws.empty()) text += labelled("laws broken", listed(laws));
  return text + "  replay         " +
         replay_line(search::counterexample_of(subject.name, finding)) + '\n';
}

std::string should_have(const SubjectRecord& subject) {
  if (subject.role == search::Role::reference) return "";
  if (subject.outcome == Outcome::failed) {
    return fmt::format("false alarm: {} is right and must not be caught\n", label_of(subject));
  }
  const std::string standing(
      subject::to_text(subject.variant ? subject.variant->standing : subject::Standing::broken));
  if (subject.outcome == Outcome::missed) {
    return fmt::format("missed: {} is {} and held on {}\n",
                       label_of(subject),
                       standing,
                       counted(subject.trials(), "trial"));
  }
  return fmt::format("misjudged: {} should come out {}\n", label_of(subject), standing);
}

}  // namespace

std::string failures_section(const RunRecord& record, Style style) {
  std::string text;
  for (const auto& subject : record.subjects) {
    if (subject.outcome != Outcome::failed && subject.outcome != Outcome::missed &&
        subject.outcome != Outcome::misjudged) {
      continue;
    }
    if (!text.empty()) text += '\n';
    text += should_have(subject);
    if (subject.outcome == Outcome::missed && subject.variant) {
      text += labelled("mechanism", subject.variant->mechanism);
      text += labelled("expected",
                       fmt::format("{}, on rung {}",
                                   data::to_text(subject.variant->caught_by),
                                   data::to_text(subject.variant->caught_on)));
      continue;
    }
    if (const auto* finding = finding_of(subject))
      text += failure(record, subject, *finding, style);
  }
  return text;
}

std::string notes_section(const RunRecord& record, Style style) {
  std::string text;
  for (const auto& section :
       {shortfalls(record, style), imprecise_before(record), never_asked(record), stale(record)}) {
    if (!text.empty() && !section.empty()) text += '\n';
    text += section;
  }
  return text;
}

}  // namespace shardproof::report
