/// Averaging: each worker finalises, and the finished variances are averaged or added.
///
/// Total variance is the spread within the workers plus the spread between their means. A worker's variance knows
/// nothing of the other workers' means, so no weighting of variances can bring the second term back.
#include <algorithm>
#include <array>
#include <vector>

#include "shardproof/subject/variants/families.hpp"

namespace shardproof::subject {
namespace {

using exact::Rational;

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

/// Of several populations that have one variance and each a mean of its own: the within term by its degrees of
/// freedom, Σ(cᵢ − 1). The report chose it on purpose; it is the answer to another question.
constexpr auto pooled_variance = [](Workers<Rational> workers) -> Rational {
  Rational deviations = 0;
  Rational freedom = 0;
  for (const auto& worker : workers) {
    deviations += deviations_of(worker);
    freedom += worker.count - 1;
  }
  // Singletons only: no deviation, no freedom, and any divisor does.
  return freedom.is_zero() ? deviations : Rational(deviations / freedom);
};

constexpr auto within_over_n_minus_1 = [](Workers<Rational> workers) -> Rational {
  Rational deviations = 0;
  for (const auto& worker : workers) deviations += deviations_of(worker);
  return deviations / degrees_of_freedom(total_of(workers).count);
};

constexpr auto between_only = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  Rational between = 0;
  for (const auto& worker : workers)
    between += worker.count * square<Rational>(mean_of(worker) - mean_of(total));
  return between / total.count;
};

constexpr auto means_squared_first = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  Rational squares = 0;
  for (const auto& worker : workers) squares += square(mean_of(worker));
  return total.sumsq / total.count - squares / number<Rational>(workers.size());
};

constexpr auto largest_variance = [](Workers<Rational> workers) -> Rational {
  Rational largest = 0;
  for (const auto& worker : workers) largest = std::max(largest, variance_of(worker));
  return largest;
};

constexpr auto median_of_variances = [](Workers<Rational> workers) -> Rational {
  std::vector<Rational> variances;
  for (const auto& worker : workers) variances.push_back(variance_of(worker));
  std::ranges::sort(variances);
  const auto half = variances.size() / 2;
  if (variances.size() % 2 == 1) return variances[half];
  return (variances[half - 1] + variances[half]) / 2;
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
    {
        .id = "pooled-variance",
        .family = Family::averaging,
        .mechanism =
            "weights the workers' sample variances by count \u2212 1: the pooled variance, of "
            "groups whose means may differ",
        .repair = "say which variance is meant; that of the union has the spread between the means",
        .seen_in = "https://github.com/EleutherAI/lm-evaluation-harness/pull/1390",
        .steps = {.formula = exact_formula(pooled_variance)},
    },
    {
        .id = "within-over-n-minus-1",
        .family = Family::averaging,
        .mechanism = "adds the workers' squared deviations, each from its own mean, and divides by "
                     "n \u2212 1",
        .repair =
            "add \u03b4\u00b2\u00b7n\u2090\u00b7n_b/n at every merge; test with unequal means",
        .seen_in = "https://github.com/boostorg/histogram/issues/310",
        .steps = {.formula = exact_formula(within_over_n_minus_1)},
    },
    {
        .id = "between-only",
        .family = Family::averaging,
        .mechanism =
            "takes the variance of the workers' means, weighted by count: the spread within "
            "workers is lost",
        .repair = "add the spread within workers, or merge the triples",
        .seen_in = "derived from https://github.com/google/benchmark/issues/371: its weighted kin",
        .steps = {.formula = exact_formula(between_only)},
    },
    {
        .id = "means-squared-first",
        .family = Family::averaging,
        .mechanism =
            "subtracts the mean of the workers' squared means in place of the square of the "
            "mean",
        .repair = "merge the mean first and square it once",
        .seen_in = "derived: a mean over workers one line too late",
        .steps = {.formula = exact_formula(means_squared_first)},
    },
    {
        .id = "largest-variance",
        .family = Family::averaging,
        .mechanism = "keeps the largest of the workers' variances, as an all-reduce MAX does",
        .repair = "reduce the triples by SUM, not the variances",
        .seen_in = "derived: the reduction is an argument, and MAX is next to SUM",
        .steps = {.formula = exact_formula(largest_variance)},
    },
    {
        .id = "median-of-variances",
        .family = Family::averaging,
        .mechanism =
            "takes the median of the workers' variances, to be robust against a stray worker",
        .repair = "add the triples first; what is stray is found in the data, not in the merge",
        .seen_in = "derived: benchmark reports take medians over runs",
        .steps = {.formula = exact_formula(median_of_variances)},
    },
});

}  // namespace

std::span<const Variant> averaging_rows() {
  return kRows;
}

}  // namespace shardproof::subject
