#include "shardproof/law/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shardproof/data/plan_steps.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/law/bounds.hpp"
#include "shardproof/oracle/population_variance.hpp"

namespace shardproof::law {
namespace {

using data::LawId;
using exact::Rational;
using subject::Answer;
using subject::Failed;
using subject::NoVariance;

/// |answer − variance| ≤ bound, in exact arithmetic.
bool is_within(const Rational& variance, double answer, double bound) {
  if (!std::isfinite(answer)) return false;
  if (std::isinf(bound)) return true;
  return abs(Rational(Rational(answer) - variance)) <= Rational(bound);
}

/// Whether the answer is the very double that is asked for, where a double is asked for.
bool is_the_answer(const OracleSays& oracle, double answer, Expect expect) {
  if (expect == Expect::exact) return exact::nearest_double(*oracle.variance) == answer;
  return expect == Expect::contract && subject::same(oracle.answer, answer);
}

LawId narrowest_law(const data::Trial& trial, double answer, double bound) {
  const auto& observations = trial.dataset.observations;
  const bool constant = std::ranges::all_of(observations, [&](const auto& observation) {
    return observation.value == observations.front().value;
  });
  if (constant) return LawId::constant_is_zero;
  return answer < -bound ? LawId::non_negative : LawId::oracle_agreement;
}

Verdict judge_number(const data::Trial& trial,
                     const OracleSays& oracle,
                     double answer,
                     Expect expect) {
  if (is_the_answer(oracle, answer, expect)) return Holds{};
  const Rational variance = to_rational(*oracle.variance);
  const Moments moments = moments_of(trial.dataset.observations, variance);
  const double bound = float64_bound(moments);
  const bool right_in_double = is_within(variance, answer, bound);
  const bool right_by_textbook = is_within(variance, answer, textbook_bound(moments));
  if (expect == Expect::float64 && right_in_double) return Holds{};
  if (expect == Expect::textbook && right_by_textbook) return Holds{};
  if (right_in_double)
    return Imprecise{.error = error_of(*oracle.variance, answer), .bound = bound};
  return Broken{.law = narrowest_law(trial, answer, bound), .cancellation = right_by_textbook};
}

}  // namespace

OracleSays oracle_says(const data::Trial& trial) {
  if (data::reads_the_dataset(trial.plan)) return oracle_says(trial.dataset.observations);
  return oracle_says(data::seen_by_last_read(trial));
}

OracleSays oracle_says(std::span<const data::Observation> observations) {
  OracleSays says{.variance = oracle::population_variance(observations), .answer = NoVariance{}};
  if (says.variance) {
    const auto rounded = exact::round12(*says.variance);
    says.answer =
        rounded ? Answer(*rounded) : Answer(Failed{"the variance is above the largest double"});
  }
  return says;
}

Verdict judge(const data::Trial& trial,
              const OracleSays& oracle,
              const Answer& answer,
              Expect expect) {
  if (const auto* refused = std::get_if<Failed>(&oracle.answer)) return Undefined{refused->detail};
  if (const auto* failed = std::get_if<Failed>(&answer)) return SubjectFailed{failed->detail};
  const bool none = std::holds_alternative<NoVariance>(answer);
  if (none != !oracle.variance) return Broken{.law = LawId::none_iff_empty};
  if (none) return Holds{};
  return judge_number(trial, oracle, std::get<double>(answer), expect);
}

double error_of(const exact::Fraction& exact, double answer) {
  if (!std::isfinite(answer)) return std::numeric_limits<double>::infinity();
  return exact::nearest_double(Rational(abs(Rational(Rational(answer) - to_rational(exact)))))
      .value_or(std::numeric_limits<double>::infinity());
}

}  // namespace shardproof::law
