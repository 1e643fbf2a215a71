/// Averaging: each worker finalises, and the finished variances are averaged or added.
///
/// Total variance is the spread within the workers plus the spread between their means. A worker's variance knows
/// nothing of the other workers' means, so no weighting of variances can bring the second term back.
#include <array>

#include "shardproof/subject/variants/families.hpp"

namespace shardproof::subject {
namespace {

/// The seed's failure: Σ vᵢ / W.
constexpr auto average_of_variances = []<class N>(Workers<N> workers) -> Quotient<N> {
  Quotient<N> total{};
  for (const auto& worker : workers) total = total + variance_of(worker);
  return total / number<N>(workers.size());
};

/// The seed's unsuccessful fix: Σ vᵢcᵢ / n, the spread within and nothing else.
constexpr auto count_weighted_average = []<class N>(Workers<N> workers) -> Quotient<N> {
  Quotient<N> total{};
  for (const auto& worker : workers) total = total + variance_of(worker) * worker.count;
  return total / total_of(workers).count;
};

constexpr auto mean_of_deviations_squared = []<class N>(Workers<N> workers) -> Quotient<N> {
  Quotient<N> total{};
  for (const auto& worker : workers) total = total + root(variance_of(worker));
  return square<Quotient<N>>(total / number<N>(workers.size()));
};

constexpr auto variance_of_means = []<class N>(Workers<N> workers) -> Quotient<N> {
  Quotient<N> means{};
  Quotient<N> squares{};
  for (const auto& worker : workers) {
    means = means + mean_of(worker);
    squares = squares + square(mean_of(worker));
  }
  const auto count = number<N>(workers.size());
  return squares / count - square<Quotient<N>>(means / count);
};

constexpr auto sum_of_variances = []<class N>(Workers<N> workers) -> Quotient<N> {
  Quotient<N> total{};
  for (const auto& worker : workers) total = total + variance_of(worker);
  return total;
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "average-of-variances",
        .family = Family::averaging,
        .mechanism = "averages the workers' variances: the spread between their means is lost",
        .repair = "add the triples first and take the variance once, of the total",
        .seen_in =
            "https://github.com/tensorflow/tpu/issues/321; the seed's failure, FA-99321 case 01",
        .steps = {.formula = formula(average_of_variances)},
    },
    {
        .id = "count-weighted-average",
        .family = Family::averaging,
        .mechanism =
            "weights the workers' variances by count: still only the spread within workers",
        .repair = "add the triples first and take the variance once, of the total",
        .seen_in = "https://github.com/boostorg/histogram/pull/308; the seed's unsuccessful fix, "
                   "FA-99321 case 01",
        .steps = {.formula = formula(count_weighted_average)},
    },
    {
        .id = "mean-of-deviations-squared",
        .family = Family::averaging,
        .mechanism = "averages the workers' standard deviations and squares the mean",
        .repair = "add the triples first and take the variance once, of the total",
        .seen_in = "https://github.com/fedbiomed/fedbiomed/pull/1608",
        .steps = {.formula = formula(mean_of_deviations_squared)},
    },
    {
        .id = "variance-of-means",
        .family = Family::averaging,
        .mechanism = "takes the variance of the workers' means: the spread within workers is lost",
        .repair = "add the triples first and take the variance once, of the total",
        .seen_in = "https://github.com/google/benchmark/issues/371",
        .steps = {.formula = formula(variance_of_means)},
    },
    {
        .id = "sum-of-variances",
        .family = Family::averaging,
        .mechanism = "adds the workers' variances, as an all-reduce SUM of them does",
        .repair = "reduce the triples by SUM, not the variances",
        .seen_in = "https://github.com/leggedrobotics/rsl_rl/pull/226",
        .steps = {.formula = formula(sum_of_variances)},
    },
});

}  // namespace

std::span<const Variant> averaging_rows() {
  return kRows;
}

}  // namespace shardproof::subject
