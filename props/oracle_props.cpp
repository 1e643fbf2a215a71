/// For-all statements about the oracle: a second form that shares nothing with it, and the merge.
///
/// Does not check: the rounding, and what a subject answers.
#include <algorithm>
#include <numeric>

#include "shardproof/aggregate/merge.hpp"
#include "shardproof/aggregate/summarise.hpp"
#include "shardproof/oracle/population_variance.hpp"
#include "trials.hpp"

namespace shardproof::props {
namespace {

using data::Observation;
using exact::Dyadic;
using exact::Integer;
using exact::Rational;

/// Σ_{i<j} tᵢtⱼ(xᵢ − xⱼ)² / n²: no mean, no deviations, no common exponent. By Lagrange's identity
/// n·Σx² − (Σx)² is that sum.
std::optional<Rational> variance_by_pairs(const std::vector<Observation>& observations) {
  if (observations.empty()) return std::nullopt;
  const Rational n(data::count(observations));
  Dyadic sum;
  for (std::size_t j = 0; j < observations.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const Dyadic distance = observations[i].value - observations[j].value;
      const Integer pairs = Integer(observations[i].times) * observations[j].times;
      sum += distance * distance * Dyadic(pairs);
    }
  }
  return to_rational(sum) / (n * n);
}

std::optional<Rational> oracle_variance(const data::Trial& trial) {
  const auto variance = oracle::population_variance(trial.dataset.observations);
  return variance ? std::optional(to_rational(*variance)) : std::nullopt;
}

std::optional<Rational> merged_variance(const data::Trial& trial) {
  const auto summaries = subject::question_of(trial).summaries;
  const auto variance =
      aggregate::exact_variance(std::span<const aggregate::Summary>(summaries)).value();
  return variance ? std::optional(to_rational(*variance)) : std::nullopt;
}

/// Every observation by itself, as often as it counts.
data::Trial repeated(const data::Trial& trial) {
  data::Trial result;
  for (const auto& [value, times, special] : trial.dataset.observations) {
    result.dataset.observations.insert(result.dataset.observations.end(), times, {.value = value});
  }
  return result;
}

/// Multiplicities of at most seven.
data::Trial with_few_of_each(data::Trial trial) {
  for (auto& observation : trial.dataset.observations)
    observation.times = 1 + observation.times % 7;
  return trial;
}

RC_GTEST_PROP(OracleProps, deviations_from_the_mean_agree_with_distances_of_pairs, ()) {
  const auto trial = *trials();
  RC_CLASSIFY(trial.dataset.observations.empty(), "nothing");
  RC_ASSERT(oracle_variance(trial) == variance_by_pairs(trial.dataset.observations));
}

RC_GTEST_PROP(OracleProps, the_merge_of_any_partition_has_the_oracles_variance, ()) {
  const auto trial = *trials();
  RC_ASSERT(merged_variance(trial) == oracle_variance(trial));
  RC_ASSERT(merged_variance(cut_at(trial, *cuts())) == oracle_variance(trial));
}

RC_GTEST_PROP(OracleProps, a_multiplicity_is_a_repetition, ()) {
  const auto trial = with_few_of_each(*trials());
  RC_ASSERT(oracle_variance(trial) == oracle_variance(repeated(trial)));
}

RC_GTEST_PROP(OracleProps, a_variance_is_never_below_zero, ()) {
  const auto variance = oracle_variance(*trials());
  RC_ASSERT(variance.value_or(0) >= 0);
}

}  // namespace
}  // namespace shardproof::props
