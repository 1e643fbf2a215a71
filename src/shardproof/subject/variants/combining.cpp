/// Combining: two states are put together with a term that belongs to another form of the state.
///
/// A state may hold a sum, a mean, a variance or a sum of squared deviations, and each has a formula of its own. Four of
/// these are right for something that a hand-written test has: two workers only, of equal counts, of one observation
/// each, or of two.
#include <array>

#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/moments.hpp"

namespace shardproof::subject {
namespace {

using exact::Rational;

/// The mean is updated first, and δ is taken from it: short by the factor nₐ / n.
Moments<Rational> with_the_mean_updated_first(const Moments<Rational>& left,
                                              const Moments<Rational>& right) {
  auto both = combined(left, right);
  both.deviations = left.deviations + right.deviations +
                    between<Rational>(right.mean - both.mean, left.count, right.count);
  return both;
}

constexpr auto updated_mean_in_delta = [](Workers<Rational> workers) -> Rational {
  const auto total = folded(workers, with_the_mean_updated_first);
  return total.deviations / total.count;
};

/// Squared deviations are combined, with δ from a mean that stays the first worker's.
Moments<Rational> with_the_first_mean(const Moments<Rational>& left,
                                      const Moments<Rational>& right) {
  auto both = combined(left, right);
  both.mean = left.mean;
  return both;
}

constexpr auto mean_never_updated = [](Workers<Rational> workers) -> Rational {
  const auto total = folded(workers, with_the_first_mean);
  return total.deviations / total.count;
};

/// The squared deviations of each state are what `held` makes of the worker.
template <class Held>
Rational deviations_combined_of(Workers<Rational> workers, Held held) {
  Moments<Rational> total{.count = 0, .mean = 0, .deviations = 0};
  for (const auto& worker : workers) {
    total =
        combined(total,
                 Moments<Rational>{
                     .count = worker.count, .mean = mean_of(worker), .deviations = held(worker)});
  }
  return total.deviations;
}

constexpr auto variance_read_as_deviations = [](Workers<Rational> workers) -> Rational {
  return deviations_combined_of(workers,
                                [](const Triple<Rational>& worker) { return variance_of(worker); });
};

constexpr auto deviations_scaled_again = [](Workers<Rational> workers) -> Rational {
  const auto scaled = [](const Triple<Rational>& worker) -> Rational {
    return deviations_of(worker) * (worker.count - 1);
  };
  return deviations_combined_of(workers, scaled) / total_of(workers).count;
};

constexpr auto average_added_to_sum = [](Workers<Rational> workers) -> Rational {
  auto total = workers.front();
  for (const auto& worker : workers.subspan(1))
    total = merged(total, {worker.count, mean_of(worker), worker.sumsq});
  return variance_of(total);
};

/// Mean and variance of the two, half and half; three workers weigh 1/4, 1/4 and 1/2.
constexpr auto halves_at_every_merge = [](Workers<Rational> workers) -> Rational {
  Rational mean = mean_of(workers.front());
  Rational variance = variance_of(workers.front());
  for (const auto& worker : workers.subspan(1)) {
    const Rational half_way = (mean_of(worker) - mean) / 2;
    variance = (variance + variance_of(worker)) / 2 + square(half_way);
    mean += half_way;
  }
  return variance;
};

/// A worker's sums about `origin`: Σ(x − k) and Σ(x − k)².
Triple<Rational> about(const Rational& origin, const Triple<Rational>& worker) {
  return {worker.count,
          worker.sum - origin * worker.count,
          worker.sumsq - 2 * origin * worker.sum + square(origin) * worker.count};
}

/// Shifted data: each worker takes a number near its data for its origin, here the integer below its mean.
constexpr auto origins_mixed = [](Workers<Rational> workers) -> Rational {
  Triple<Rational> total{0, 0, 0};
  for (const auto& worker : workers)
    total = merged(total, about(Rational(floor_of(mean_of(worker))), worker));
  return variance_of(total);
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "updated-mean-in-delta",
        .family = Family::combining,
        .mechanism = "updates the mean first and takes \u03b4 from the new one: the spread between "
                     "workers comes out too small",
        .repair = "take \u03b4 before the mean changes",
        .seen_in = "https://github.com/younggyoseo/FastTD3/issues/32",
        .steps = {.formula = exact_formula(updated_mean_in_delta)},
    },
    {
        .id = "mean-never-updated",
        .family = Family::combining,
        .mechanism =
            "updates the squared deviations but not the mean: \u03b4 is always from the first "
            "worker's",
        .repair = "update the whole state at every merge; test with three workers or more",
        .seen_in = "derived: right for two workers, which is what most tests have",
        .steps = {.formula = exact_formula(mean_never_updated)},
    },
    {
        .id = "variance-read-as-deviations",
        .family = Family::combining,
        .mechanism =
            "feeds variances to a formula for squared deviations and takes its result for a "
            "variance",
        .repair = "multiply by the count on the way in and divide by n on the way out",
        .seen_in = "https://github.com/Oneflow-Inc/oneflow/issues/7471",
        .steps = {.formula = exact_formula(variance_read_as_deviations)},
    },
    {
        .id = "deviations-scaled-again",
        .family = Family::combining,
        .mechanism = "takes each worker's squared deviations for a variance and multiplies them by "
                     "count \u2212 1 again",
        .repair =
            "name a state's member after what it holds; test with three observations a worker",
        .seen_in = "https://github.com/Lightning-AI/torchmetrics/pull/998",
        .steps = {.formula = exact_formula(deviations_scaled_again)},
    },
    {
        .id = "average-added-to-sum",
        .family = Family::combining,
        .mechanism = "adds the other workers' averages to the first one's sum",
        .repair = "add sums to sums; test with more than one observation a worker",
        .seen_in = "https://github.com/apache/flink/pull/2639",
        .steps = {.formula = exact_formula(average_added_to_sum)},
    },
    {
        .id = "halves-at-every-merge",
        .family = Family::combining,
        .mechanism =
            "merges two at a time, half and half: the last worker weighs as much as all before "
            "it",
        .repair = "weight by the counts merged so far",
        .seen_in = "derived from https://github.com/PaddlePaddle/Paddle/issues/32464: its fold",
        .steps = {.formula = exact_formula(halves_at_every_merge)},
    },
    {
        .id = "origins-mixed",
        .family = Family::combining,
        .mechanism = "adds sums of shifted data although each worker has shifted by its own origin",
        .repair = "move the sums to one origin before they are added",
        .seen_in = "https://github.com/statrs-dev/statrs/pull/408",
        .steps = {.formula = exact_formula(origins_mixed)},
    },
});

}  // namespace

std::span<const Variant> combining_rows() {
  return kRows;
}

}  // namespace shardproof::subject
