#include "shardproof/diagnosis/expression.hpp"

#include <algorithm>
#include <array>

namespace shardproof::diagnosis {
namespace {

using exact::Rational;
using Workers = std::span<const WorkerShare>;
using Moments = WorkerMoments;

Rational square(const Rational& value) {
  return value * value;
}

/// n / (n − 1); 1 for a single observation, whose spread is 0 whatever the divisor.
Rational bessel(const Rational& count) {
  return count > 1 ? Rational(count / (count - 1)) : Rational(1);
}

Rational count_of(const WorkerShare& worker) {
  return Rational(worker.summary.count);
}

/// Σ f(worker)
template <class F>
Rational sum_over(const Moments& m, F f) {
  Rational sum = 0;
  for (const auto& worker : m.workers) sum += f(worker);
  return sum;
}

Rational mean_square(const Moments& m) {
  return m.variance() + square(m.mean);
}

/// Σ nᵢ·vᵢ·nᵢ/(nᵢ − 1) / n
Rational unbiased_within(const Moments& m) {
  return sum_over(
             m,
             [](const WorkerShare& w) { return count_of(w) * *w.variance * bessel(count_of(w)); }) /
         m.count;
}

Rational largest_variance(const Moments& m) {
  return *std::ranges::max_element(m.workers, {}, [](const auto& w) {
            return *w.variance;
          })->variance;
}

Rational smallest_variance(const Moments& m) {
  return *std::ranges::min_element(m.workers, {}, [](const auto& w) {
            return *w.variance;
          })->variance;
}

/// The right one comes first.
constexpr auto kForms = std::to_array<Form>({
    {"the variance", "", [](const Moments& m) { return m.variance(); }},
    {"the spread within the workers alone",
     "short by exactly the between-worker term",
     [](const Moments& m) { return m.within; }},
    {"the spread between the workers alone",
     "short by exactly the within-worker term",
     [](const Moments& m) { return m.between; }},
    {"the plain mean of the workers' variances",
     "",
     [](const Moments& m) { return m.mean_of_variances; }},
    {"the sum of the workers' variances",
     "",
     [](const Moments& m) { return m.mean_of_variances * m.number; }},
    {"the variance of the workers' means, each counting the same",
     "",
     [](const Moments& m) { return m.spread_of_means; }},
    {"the sample variance of the workers' means",
     "",
     [](const Moments& m) { return m.spread_of_means * bessel(m.number); }},
    {"the mean square",
     "too large by exactly the squared mean, which was not subtracted",
     mean_square},
    {"the mean square less the squared mean of the workers' means",
     "the mean was taken without the workers' counts",
     [](const Moments& m) -> Rational { return mean_square(m) - square(m.mean_of_means); }},
    {"the plain mean of the workers' variances and the spread of their means, each counting the "
     "same",
     "all averages were taken without the workers' counts",
     [](const Moments& m) -> Rational { return m.mean_of_variances + m.spread_of_means; }},
    {"the spread within the workers and the spread of their means, each counting the same",
     "the between-worker term was taken without the workers' counts",
     [](const Moments& m) -> Rational { return m.within + m.spread_of_means; }},
    {"the plain mean of the workers' variances and the spread between the workers",
     "the within-worker term was taken without the workers' counts",
     [](const Moments& m) -> Rational { return m.mean_of_variances + m.between; }},
    {"the sample variance",
     "n/(n − 1) times the right one",
     [](const Moments& m) -> Rational { return m.variance() * bessel(m.count); }},
    {"(n − 1)/n of the variance",
     "(n − 1)/n times the right one",
     [](const Moments& m) -> Rational { return m.variance() * (m.count - 1) / m.count; }},
    {"the workers' own sample variances weighted by count, and the spread between the workers",
     "too large by each worker's n/(n − 1)",
     [](const Moments& m) -> Rational { return unbiased_within(m) + m.between; }},
    {"the workers' own sample variances weighted by count",
     "the between-worker term is missing, and each worker has its own n/(n − 1)",
     unbiased_within},
    {"the plain mean of the workers' own sample variances",
     "the between-worker term is missing, and each worker has its own n/(n − 1)",
     [](const Moments& m) -> Rational {
       const auto unbiased = [](const WorkerShare& w) -> Rational {
         return *w.variance * bessel(count_of(w));
       };
       return sum_over(m, unbiased) / m.number;
     }},
    {"the pooled variance, n − W degrees of freedom",
     "the between-worker term is missing",
     [](const Moments& m) -> Rational {
       return m.count > m.number ? m.within * m.count / (m.count - m.number) : m.within;
     }},
    {"the sum of squared deviations",
     "n times the right one: it was not divided",
     [](const Moments& m) -> Rational { return m.variance() * m.count; }},
    {"the variance divided by n",
     "1/n of the right one: it was divided twice",
     [](const Moments& m) -> Rational { return m.variance() / m.count; }},
    {"the sample variance divided by n, a squared standard error",
     "1/(n − 1) of the right one",
     [](const Moments& m) -> Rational { return m.variance() * bessel(m.count) / m.count; }},
    {"Q/W − (S/W)², W the number of workers",
     "the workers were counted in place of the observations",
     [](const Moments& m) -> Rational {
       return mean_square(m) * m.count / m.number - square(m.mean * m.count / m.number);
     }},
    {"the variance with the between-worker term twice",
     "too large by exactly the between-worker term",
     [](const Moments& m) -> Rational { return m.within + 2 * m.between; }},
    {"the variance with the between-worker term subtracted",
     "too small by twice the between-worker term",
     [](const Moments& m) -> Rational { return m.within - m.between; }},
    {"the variance with the between-worker term divided by W",
     "of the between-worker term only the W-th part is there",
     [](const Moments& m) -> Rational { return m.within + m.between / m.number; }},
    {"the variance with the within-worker term twice",
     "too large by exactly the within-worker term",
     [](const Moments& m) -> Rational { return 2 * m.within + m.between; }},
    {"the variance less the squared mean",
     "too small by exactly the squared mean, which was subtracted twice",
     [](const Moments& m) -> Rational { return m.variance() - square(m.mean); }},
    {"the mean square less the mean",
     "the mean was not squared",
     [](const Moments& m) -> Rational { return mean_square(m) - m.mean; }},
    {"Q/n − S²/n",
     "the squared sum was divided by n once in place of twice",
     [](const Moments& m) -> Rational { return mean_square(m) - square(m.mean) * m.count; }},
    {"Q − (S/n)²",
     "the sum of squares was not divided",
     [](const Moments& m) -> Rational { return mean_square(m) * m.count - square(m.mean); }},
    {"twice the variance",
     "2 times the right one",
     [](const Moments& m) -> Rational { return 2 * m.variance(); }},
    {"half the variance",
     "1/2 of the right one",
     [](const Moments& m) -> Rational { return m.variance() / 2; }},
    {"W times the variance",
     "W times the right one",
     [](const Moments& m) -> Rational { return m.variance() * m.number; }},
    {"the W-th part of the variance",
     "1/W of the right one",
     [](const Moments& m) -> Rational { return m.variance() / m.number; }},
    {"the largest of the workers' variances", "", largest_variance},
    {"the smallest of the workers' variances", "", smallest_variance},
    {"the squared mean", "", [](const Moments& m) { return square(m.mean); }},
    {"the mean", "", [](const Moments& m) { return m.mean; }},
});

std::vector<WorkerShare> with_observations(Workers all) {
  std::vector<WorkerShare> some;
  std::ranges::copy_if(all, std::back_inserter(some), [](const auto& w) { return !!w.mean; });
  return some;
}

Workers all_but_first(Workers all) {
  return all.subspan(std::min<std::size_t>(1, all.size()));
}

Workers all_but_last(Workers all) {
  return all.first(all.size() - std::min<std::size_t>(1, all.size()));
}

Workers only_first(Workers all) {
  return all.first(std::min<std::size_t>(1, all.size()));
}

Workers only_last(Workers all) {
  return all.last(std::min<std::size_t>(1, all.size()));
}

std::vector<WorkerShare> with_again(Workers all, Workers again) {
  auto twice = with_observations(all);
  for (auto& worker : with_observations(again)) twice.push_back(std::move(worker));
  return twice;
}

std::vector<WorkerShare> with_empty_as_zero(Workers all) {
  std::vector<WorkerShare> counted(all.begin(), all.end());
  for (auto& worker : counted) {
    if (worker.mean) continue;
    worker = {.summary = {.count = 1, .sum = 0, .sumsq = 0}, .mean = 0, .variance = 0};
  }
  return counted;
}

std::vector<WorkerShare> with_a_sum(Workers all) {
  auto some = with_observations(all);
  std::erase_if(some, [](const auto& worker) { return *worker.mean == 0; });
  return some;
}

/// Everyone comes first.
constexpr auto kSelections = std::to_array<Selection>({
    {"", with_observations},
    {"the first worker left out",
     [](Workers all) { return with_observations(all_but_first(all)); }},
    {"the last worker left out", [](Workers all) { return with_observations(all_but_last(all)); }},
    {"the first worker alone", [](Workers all) { return with_observations(only_first(all)); }},
    {"the last worker alone", [](Workers all) { return with_observations(only_last(all)); }},
    {"the first worker counted twice",
     [](Workers all) { return with_again(all, only_first(all)); }},
    {"the last worker counted twice", [](Workers all) { return with_again(all, only_last(all)); }},
    {"each empty worker counted as one observation of 0", with_empty_as_zero},
    {"the workers whose sum is 0 left out", with_a_sum},
});

std::optional<Moments> moments_of(std::vector<WorkerShare> workers) {
  if (workers.empty()) return std::nullopt;
  Moments m{.workers = std::move(workers)};
  m.number = Rational(m.workers.size());
  Rational squared_means = 0;
  for (const auto& worker : m.workers) {
    m.count += count_of(worker);
    m.mean += count_of(worker) * *worker.mean;
    m.within += count_of(worker) * *worker.variance;
    m.mean_of_means += *worker.mean;
    m.mean_of_variances += *worker.variance;
    squared_means += square(*worker.mean);
  }
  m.mean /= m.count;
  m.within /= m.count;
  m.mean_of_means /= m.number;
  m.mean_of_variances /= m.number;
  m.spread_of_means = squared_means / m.number - square(m.mean_of_means);
  m.between =
      sum_over(m, [&](const auto& w) { return count_of(w) * square(*w.mean - m.mean); }) / m.count;
  return m;
}

}  // namespace

std::string to_text(const Expression& expression) {
  std::string text(expression.form->name);
  if (!expression.selection->name.empty()) text += ", " + std::string(expression.selection->name);
  return text;
}

const std::vector<Expression>& expressions() {
  static const std::vector<Expression> kAll = [] {
    std::vector<Expression> all;
    for (const auto& selection : kSelections) {
      for (const auto& form : kForms) all.push_back({.form = &form, .selection = &selection});
    }
    all.erase(all.begin());  // the variance of everyone
    return all;
  }();
  return kAll;
}

std::span<const Expression> expressions_of_everyone() {
  return std::span(expressions()).first(kForms.size() - 1);
}

ExpressionValues::ExpressionValues(Workers all) {
  for (const auto& selection : kSelections) moments_.push_back(moments_of(selection.of(all)));
}

std::optional<Rational> ExpressionValues::of(const Expression& expression) const {
  const auto& moments =
      moments_[static_cast<std::size_t>(expression.selection - kSelections.data())];
  if (!moments) return std::nullopt;
  return expression.form->value(*moments);
}

}  // namespace shardproof::diagnosis
