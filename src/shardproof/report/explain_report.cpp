#include "shardproof/report/explain_report.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "shardproof/diagnosis/decomposition.hpp"
#include "shardproof/diagnosis/diagnosis.hpp"
#include "shardproof/diagnosis/failing_trials.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/law/state_laws.hpp"
#include "shardproof/report/diagnosis_lines.hpp"
#include "shardproof/report/diagnosis_report.hpp"
#include "shardproof/report/failure.hpp"
#include "shardproof/report/stability_report.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::report {
namespace {

using data::LawId;
using diagnosis::Decomposition;
using exact::Rational;
using search::Counterexample;

constexpr std::size_t kMostWorkersShown = 20;

std::string subject_section(const Counterexample& counterexample,
                            const subject::Variant* row,
                            Style style) {
  const auto title = painted(counterexample.subject, Tone::title, style);
  if (row == nullptr) return title + "  our own merge, which must hold\n";
  std::string text =
      title +
      fmt::format("  ({}, {})\n", subject::to_text(row->family), subject::to_text(row->standing));
  text += labelled("mechanism", row->mechanism);
  text += labelled("seen in", row->seen_in);
  return text + labelled("repair", row->repair);
}

std::string trial_section(const Counterexample& counterexample, Style style) {
  std::string text = painted("the counterexample", Tone::title, style) + '\n';
  text += labelled("parts", data::to_text(counterexample.trial));
  text += labelled("rung", data::to_text(counterexample.rung));
  return text + labelled("failing there", search::meaning(counterexample.rung));
}

std::string triple_text(const aggregate::Summary& summary) {
  return fmt::format("[{}, {}, {}]",
                     exact::to_text(summary.count),
                     exact::to_text(summary.sum),
                     exact::to_text(summary.sumsq));
}

std::string observations_text(std::span<const data::Observation> part) {
  data::Trial alone{.dataset = {{part.begin(), part.end()}},
                    .partition = {.parts = {{.size = part.size(), .stray = {}}}}};
  return data::to_text(alone);
}

std::string workers_section(const data::Trial& trial,
                            const std::optional<Decomposition>& parts,
                            Style style) {
  const auto workers = diagnosis::workers_of(trial);
  const auto views = data::views_of(trial);
  std::vector<std::vector<std::string>> rows;
  const auto shown = std::min(workers.size(), kMostWorkersShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& worker = workers[i];
    rows.push_back({std::to_string(i),
                    cut(observations_text(views[i]), 26),
                    cut(triple_text(worker.summary), 32),
                    worker.mean ? cut(exact_text(*worker.mean), 14) : "none",
                    worker.variance ? cut(exact_text(*worker.variance), 14) : "none"});
  }
  if (parts) {
    aggregate::Summary total;
    for (const auto& worker : workers) {
      if (!worker.mean) continue;
      total.count += worker.summary.count;
      total.sum += worker.summary.sum;
      total.sumsq += worker.summary.sumsq;
    }
    rows.push_back({"all",
                    "",
                    cut(triple_text(total), 32),
                    cut(exact_text(parts->mean), 14),
                    cut(exact_text(parts->total), 14)});
  }
  std::string text = painted("the workers", Tone::title, style) + '\n';
  if (workers.empty()) return text + "  there are none\n";
  text += table({{.heading = "worker"},
                 {.heading = "observations"},
                 {.heading = "[count, sum, sumsq]"},
                 {.heading = "mean"},
                 {.heading = "variance"}},
                rows);
  if (shown < workers.size())
    text += fmt::format("  … and {} workers more\n", workers.size() - shown);
  return text;
}

std::string terms_section(const std::optional<Decomposition>& parts, Style style) {
  std::string text = painted("the variance", Tone::title, style) + '\n';
  if (!parts)
    return text + "  there are no observations, or some that are no numbers, so there is none\n";
  return text + table({{.heading = "term"}, {.heading = "formula"}, {.heading = "exactly"}},
                      {{"within workers", "Σ nᵢ·vᵢ / n", exact_text(parts->within)},
                       {"between workers", "Σ nᵢ·(meanᵢ − mean)² / n", exact_text(parts->between)},
                       {"total", "within + between", exact_text(parts->total)}});
}

/// Whether the law demands anything on this trial.
bool demands(LawId law,
             subject::Kind kind,
             const data::Trial& trial,
             const std::optional<Decomposition>& parts) {
  if (!law::applies(law, kind)) return false;
  switch (law) {
    case LawId::determinism:
    case LawId::none_iff_empty:
    case LawId::oracle_agreement:
    case LawId::whole_state:
      return true;
    case LawId::non_negative:
      return parts.has_value();
    case LawId::constant_is_zero:
      return parts && parts->total == 0;
    case LawId::non_finite:
      return !data::are_finite(trial.dataset.observations);
    default: {
      const auto plan = law::plan_of(law);
      return (!plan || *plan == trial.plan.shape) && law::compares_answers(law, kind, trial);
    }
  }
}

std::string laws_section(const Counterexample& counterexample,
                         const subject::Subject& subject,
                         const std::optional<Decomposition>& parts,
                         Style style) {
  // As findings are filed: with the precision that any stable algorithm has.
  const auto broken = law::broken_laws(subject, counterexample.trial, law::Expect::float64);
  std::string text = painted("the laws on this trial", Tone::title, style) + '\n';
  std::vector<std::string> blind;
  for (const auto law : data::kLaws) {
    const std::string name(data::to_text(law));
    if (std::ranges::find(broken, law) != broken.end()) {
      text += labelled("broken", name + ": " + std::string(law::statement(law)));
    } else if (demands(law, subject.description().kind, counterexample.trial, parts)) {
      blind.push_back(name);
    }
  }
  if (broken.empty()) {
    return text + labelled("broken",
                           "none: the answer is as near as a stable algorithm in double "
                           "must come, and not what the contract asks for");
  }
  if (!blind.empty())
    text += labelled("blind", listed(blind) + ": kept, though the answer is wrong");
  return text;
}

std::string replay_section(const Counterexample& counterexample, const subject::Variant* row) {
  const auto witness = row == nullptr ? exact::Result<Counterexample>(exact::Problem{})
                                      : search::witness_of(row->id);
  const bool is_witness = witness && witness->trial == counterexample.trial;
  return "replay  " +
         (is_witness ? "shardproof replay " + counterexample.subject
                     : replay_line(counterexample)) +
         '\n';
}

/// What is said of the subject by those who see nothing but its answers.
std::string anonymous_section(const Counterexample& counterexample,
                              const subject::Subject& subject,
                              Style style) {
  auto failing = diagnosis::failing_trials(subject);
  failing.insert(failing.begin(), counterexample.trial);
  return diagnosis_section(diagnosis::diagnose(subject, failing), style);
}

}  // namespace

std::string explain_text(const Counterexample& counterexample,
                         const subject::Subject& subject,
                         Style style) {
  const auto* row = subject::variant_named(counterexample.subject);
  const bool finite = data::are_finite(counterexample.trial.dataset.observations);
  const auto parts = finite ? diagnosis::decompose(counterexample.trial) : std::nullopt;
  const auto expect = law::expect_of(subject.description().kind, law::Expect::contract);
  const auto replayed = search::replay(counterexample, subject, expect);

  std::string text = subject_section(counterexample, row, style);
  for (const auto& section : {trial_section(counterexample, style),
                              workers_section(counterexample.trial, parts, style),
                              terms_section(parts, style),
                              answers_section(replayed, row, parts, style)}) {
    text += '\n' + section;
  }
  if (!replayed.is_stale()) {
    text += '\n' + laws_section(counterexample, subject, parts, style);
    text += '\n' + anonymous_section(counterexample, subject, style);
    text += '\n' + stability_section(search::stability_of(subject), style);
  }
  return text + '\n' + replay_section(counterexample, row);
}

}  // namespace shardproof::report
