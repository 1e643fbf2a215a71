#include "shardproof/diagnosis/explanation.hpp"

#include <algorithm>
#include <cmath>

#include "shardproof/data/plan_steps.hpp"
#include "shardproof/diagnosis/pool.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/law/judge.hpp"

namespace shardproof::diagnosis {
namespace {

using exact::Rational;
using subject::Answer;
using subject::NoVariance;

/// How many trials of the pool decide whether two expressions are one function: its small trials and some of the random
/// ones.
constexpr std::size_t kMostCompared = 768;

/// What a subject that computes `value` answers.
Answer answer_of(const std::optional<Rational>& value) {
  if (!value) return NoVariance{};
  return exact::round12(*value).value_or(value->sign() < 0 ? -HUGE_VAL : HUGE_VAL);
}

Closeness likeness(const std::optional<Rational>& value, const Evidence& on) {
  return closeness(answer_of(value), on.says, on.noise.variance);
}

/// An expression and how many trials of the evidence it does not explain, counted no further than is needed.
struct Candidate {
  Expression expression;
  std::size_t missed = 0;
  std::size_t units = 0;  ///< off by a unit of the 12th decimal

  bool fits(std::size_t trials) const { return missed == 0 && is_by_chance(units, trials); }
};

void confront(Candidate& candidate, const ExpressionValues& values, const Evidence& on) {
  const auto like = likeness(values.of(candidate.expression), on);
  if (like == Closeness::apart) ++candidate.missed;
  if (like == Closeness::unit) ++candidate.units;
}

/// Those that miss fewer than `kTellingTrials`.
std::vector<Candidate> candidates_for(std::span<const Evidence> evidence) {
  std::vector<Candidate> candidates;
  for (const auto& expression : expressions()) candidates.push_back({.expression = expression});
  for (const auto& on : evidence) {
    if (candidates.empty()) break;
    const ExpressionValues values(workers_of(*on.trial));
    for (auto& candidate : candidates) confront(candidate, values, on);
    std::erase_if(candidates, [](const Candidate& c) { return c.missed == kTellingTrials; });
  }
  return candidates;
}

/// The values of small trials, by which expressions are known to be one function.
const std::vector<ExpressionValues>& compared_values() {
  static const std::vector<ExpressionValues> kValues = [] {
    std::vector<ExpressionValues> values;
    for (const auto& probe : pool(subject::Kind::merge).probes()) {
      if (values.size() == kMostCompared) break;
      values.emplace_back(workers_of(*probe.trial));
    }
    return values;
  }();
  return kValues;
}

bool is_one_function(const Expression& left, const Expression& right) {
  return std::ranges::all_of(compared_values(), [&](const ExpressionValues& values) {
    return values.of(left) == values.of(right);
  });
}

/// Of those that are one function the plainest, which comes first.
std::vector<Expression> without_aliases(const std::vector<Expression>& all) {
  std::vector<Expression> plainest;
  for (const auto& expression : all) {
    const bool is_alias = std::ranges::any_of(
        plainest, [&](const Expression& known) { return is_one_function(known, expression); });
    if (!is_alias) plainest.push_back(expression);
  }
  return plainest;
}

}  // namespace

bool is_evidence(const data::Trial& trial, const Answer& says, const Noise& noise) {
  const auto& observations = trial.dataset.observations;
  if (observations.empty() || !data::are_finite(observations)) return false;
  if (!data::reads_the_dataset(trial.plan)) return false;
  return closeness(law::oracle_says(trial).answer, says, noise.variance) == Closeness::apart;
}

bool explains(const Expression& expression, const Evidence& on) {
  const ExpressionValues values(workers_of(*on.trial));
  return likeness(values.of(expression), on) != Closeness::apart;
}

Explanation explain(std::span<const Evidence> evidence) {
  Explanation found{.expressions = {}, .trials = evidence.size(), .is_certain = false};
  if (evidence.empty()) return found;
  std::vector<Expression> fitting;
  bool others_are_far = true;
  for (const auto& candidate : candidates_for(evidence)) {
    const bool fits = candidate.fits(evidence.size());
    if (fits) fitting.push_back(candidate.expression);
    others_are_far = others_are_far && fits;
  }
  found.expressions = without_aliases(fitting);
  found.is_certain = found.expressions.size() == 1 && others_are_far;
  return found;
}

}  // namespace shardproof::diagnosis
