#include "shardproof/search/coverage.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace shardproof::search {
namespace {

using aggregate::Summary;
using data::Trial;

/// sum/count equal, without dividing.
bool equal_means(const Summary& left, const Summary& right) {
  return left.sum * exact::Dyadic(right.count) == right.sum * exact::Dyadic(left.count);
}

void observe_empties(Coverage& coverage, const std::vector<Summary>& summaries) {
  const auto has_observations = [](const Summary& summary) { return !summary.count.is_zero(); };
  if (summaries.empty()) return;
  if (!has_observations(summaries.front())) coverage.add(Feature::empty_first);
  if (!has_observations(summaries.back())) coverage.add(Feature::empty_last);
  const auto first = std::ranges::find_if(summaries, has_observations);
  const auto last = std::find_if(summaries.rbegin(), summaries.rend(), has_observations).base();
  if (first < last && !std::all_of(first, last, has_observations))
    coverage.add(Feature::empty_between);
  const bool stray = std::ranges::any_of(summaries, [&](const Summary& summary) {
    return !has_observations(summary) && (summary.sum.sign() != 0 || summary.sumsq.sign() != 0);
  });
  if (stray) coverage.add(Feature::stray_sums);
}

void observe_workers(Coverage& coverage, const std::vector<Summary>& summaries, bool constant) {
  std::vector<const Summary*> workers;
  for (const auto& summary : summaries) {
    if (!summary.count.is_zero()) workers.push_back(&summary);
  }
  if (summaries.size() == 1) coverage.add(Feature::one_worker);
  if (workers.size() >= 3) coverage.add(Feature::three_workers);
  const bool zero_sum = std::ranges::any_of(workers, [](const Summary* worker) {
    return worker->sum.sign() == 0 && worker->sumsq.sign() != 0;
  });
  if (zero_sum) coverage.add(Feature::zero_sum_worker);
  if (workers.size() < 2) return;

  const auto all_like_the_first = [&](auto&& like) {
    return std::all_of(workers.begin() + 1, workers.end(), [&](const Summary* w) {
      return like(*workers.front(), *w);
    });
  };
  const bool counts =
      all_like_the_first([](const auto& a, const auto& b) { return a.count == b.count; });
  coverage.add(counts ? Feature::equal_counts : Feature::unequal_counts);
  const bool means = all_like_the_first(equal_means);
  if (!means) coverage.add(Feature::unequal_means);
  if (means && !constant) coverage.add(Feature::equal_means);
  if (counts && means && all_like_the_first([](const auto& a, const auto& b) { return a == b; })) {
    coverage.add(Feature::identical_workers);
  }
}

/// A double below 8192 is a tie of round12 exactly when value × 10^12 is an odd multiple of one half; since 10^12 is
/// 2^12 · 5^12, such a value is an odd multiple of 5^−12 · 2^−13 that is dyadic: an odd number of 8192nds.
bool is_tie(double nearest) {
  if (nearest >= 8192) return false;
  const auto scaled = exact::Dyadic::from_double(nearest).value_or(0) * exact::Dyadic(8192);
  return scaled.is_integer() && (scaled.mantissa() & 1) != 0;
}

/// The feature that is about one step of a plan, where the plan has that step.
std::optional<Feature> feature_of(const Trial& trial) {
  using data::PlanShape;
  const auto& parts = trial.partition.parts;
  switch (trial.plan.shape) {
    case PlanShape::right_fold:
    case PlanShape::balanced:
    case PlanShape::random_tree:
      return parts.size() >= 3 ? std::optional(Feature::tree_plan) : std::nullopt;
    case PlanShape::repeated_reads:
      return Feature::repeated_reads;
    case PlanShape::operands:
      return parts.size() >= 2 ? std::optional(Feature::operands_read) : std::nullopt;
    case PlanShape::round_trip:
      return Feature::round_trip;
    case PlanShape::aliased_output:
      return parts.size() >= 2 ? std::optional(Feature::aliased_output) : std::nullopt;
    case PlanShape::self_merge:
      return Feature::self_merge;
    case PlanShape::doubling:
      return Feature::doubled;
    case PlanShape::retraction:
      return !parts.empty() && parts.back().size > 0 ? std::optional(Feature::retracted)
                                                     : std::nullopt;
    case PlanShape::synchronised:
      return Feature::synchronised;
    default:
      return std::nullopt;
  }
}

void observe_plan(Coverage& coverage, const Trial& trial) {
  if (const auto feature = feature_of(trial)) coverage.add(*feature);
}

}  // namespace

Coverage& Coverage::operator+=(const Coverage& other) {
  for (std::size_t i = 0; i < kFeatures; ++i) counts[i] += other.counts[i];
  return *this;
}

void observe(Coverage& coverage,
             const Trial& trial,
             const std::vector<Summary>& summaries,
             const law::OracleSays& oracle) {
  const auto& observations = trial.dataset.observations;
  const auto count = data::count(observations);
  const bool constant =
      count >= 2 && std::ranges::all_of(observations, [&](const auto& observation) {
        return observation.value == observations.front().value;
      });
  if (count.is_zero()) coverage.add(Feature::no_observation);
  if (count == 1) coverage.add(Feature::single_observation);
  if (constant) coverage.add(Feature::constant);
  const auto doublings = trial.plan.shape == data::PlanShape::doubling ? trial.plan.word : 0;
  if (exact::bit_length(count) + doublings > 31) coverage.add(Feature::large_count);
  if (!data::are_finite(observations)) coverage.add(Feature::special_value);
  const auto any = [&](auto&& is) {
    return std::ranges::any_of(observations,
                               [&](const auto& observation) { return is(observation.value); });
  };
  if (any([](const auto& value) { return value.sign() < 0; }))
    coverage.add(Feature::negative_value);
  if (any([](const auto& value) { return !value.is_integer(); }))
    coverage.add(Feature::fractional_value);
  if (any([](const auto& value) { return value.is_integer() && !value.as_double(); })) {
    coverage.add(Feature::beyond_53_bits);
  }
  if (oracle.variance) {
    const auto nearest = exact::nearest_double(*oracle.variance);
    if (nearest && is_tie(*nearest)) coverage.add(Feature::tie_of_round12);
  }
  observe_empties(coverage, summaries);
  observe_workers(coverage, summaries, constant);
  observe_plan(coverage, trial);
}

std::vector<Shortfall> shortfalls(std::span<const Minimum> minimums,
                                  const Coverage& coverage,
                                  std::uint64_t trials) {
  std::vector<Shortfall> missed;
  for (const auto& [feature, per_mille] : minimums) {
    const std::uint64_t required = std::max<std::uint64_t>(1, trials * per_mille / 1000);
    if (coverage.of(feature) < required) {
      missed.push_back({.feature = feature, .required = required, .seen = coverage.of(feature)});
    }
  }
  return missed;
}

std::string_view to_text(Feature feature) {
  switch (feature) {
    case Feature::no_observation:
      return "no observation at all";
    case Feature::single_observation:
      return "a single observation";
    case Feature::one_worker:
      return "one worker";
    case Feature::three_workers:
      return "three workers or more with observations";
    case Feature::empty_first:
      return "an empty worker first";
    case Feature::empty_last:
      return "an empty worker last";
    case Feature::empty_between:
      return "an empty worker between others";
    case Feature::stray_sums:
      return "an empty worker that reports sums";
    case Feature::equal_counts:
      return "equal counts";
    case Feature::unequal_counts:
      return "unequal counts";
    case Feature::equal_means:
      return "equal means";
    case Feature::unequal_means:
      return "unequal means";
    case Feature::identical_workers:
      return "identical workers";
    case Feature::zero_sum_worker:
      return "a worker with sum 0 that is not empty";
    case Feature::constant:
      return "constant data";
    case Feature::negative_value:
      return "a negative value";
    case Feature::fractional_value:
      return "a value with a fraction";
    case Feature::large_count:
      return "2^31 observations or more";
    case Feature::beyond_53_bits:
      return "an integer beyond 53 bits";
    case Feature::tie_of_round12:
      return "a tie of the 12th decimal";
    case Feature::special_value:
      return "a NaN or an infinity";
    case Feature::tree_plan:
      return "three parts or more merged in a tree";
    case Feature::repeated_reads:
      return "reads between merges";
    case Feature::operands_read:
      return "operands read before and after";
    case Feature::round_trip:
      return "states encoded and decoded";
    case Feature::aliased_output:
      return "an output that is an operand";
    case Feature::self_merge:
      return "a state merged with itself";
    case Feature::doubled:
      return "a state doubled again and again";
    case Feature::retracted:
      return "observations retracted";
    case Feature::synchronised:
      return "workers that synchronise";
  }
  return "?";
}

}  // namespace shardproof::search
