/// The merge of a list of workers, in three number types and one shape: check each, add it to the
/// totals, and finalise the totals once.
///
/// Why the merged variance cannot round to below zero, although a worker's own may lie a hair below
/// zero: round12 never decreases, so the values that it does not send below zero are all those from
/// some bound L on. Every worker that was accepted has a variance vᵢ ≥ L, and the merged one is
///     v = Σ (nᵢ/n)·vᵢ + Σ (nᵢ/n)·(mᵢ − m)²        mᵢ = Sᵢ/nᵢ, m = S/n
/// (algebra: it holds for any real triples with nᵢ > 0): a weighted mean of numbers ≥ L plus
/// squares, so ≥ L. A summary that `merge` returns is therefore accepted in its turn.
#include "shardproof/aggregate/merge.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include "shardproof/aggregate/finalise.hpp"
#include "shardproof/aggregate/worker.hpp"
#include "shardproof/exact/superaccumulator.hpp"

namespace shardproof::aggregate {
namespace {

using exact::Int128;
using exact::Result;

/// No span in memory has 2^60 workers, and each number is at most 2^63 in magnitude: 128 bits
/// cannot overflow.
struct IntegerTotals {
  Int128 count = 0;
  Int128 sum = 0;
  Int128 sumsq = 0;

  void add(const IntegerTriple& worker) {
    count += worker.count;
    sum += worker.sum;
    sumsq += worker.sumsq;
  }

  bool is_empty() const { return count == 0; }

  std::optional<exact::Fraction128> variance() const {
    return narrow_variance(count, {sum, 0}, {sumsq, 0});
  }

  Summary summary() const {
    return {exact::Integer(count), exact::Integer(sum), exact::Integer(sumsq)};
  }
};

struct DoubleTotals {
  Int128 count = 0;
  exact::SumAccumulator sum;
  exact::SumAccumulator sumsq;

  void add(const DoubleTriple& worker) {
    count += worker.count;
    sum.add(worker.sum);
    sumsq.add(worker.sumsq);
  }

  bool is_empty() const { return count == 0; }

  std::optional<exact::Fraction128> variance() const {
    const auto narrow_sum = sum.narrow_value();
    const auto narrow_sumsq = sumsq.narrow_value();
    return narrow_sum && narrow_sumsq ? narrow_variance(count, *narrow_sum, *narrow_sumsq)
                                      : std::nullopt;
  }

  Summary summary() const { return {exact::Integer(count), sum.value(), sumsq.value()}; }
};

struct SummaryTotals {
  IntegerTotals small;  ///< workers whose numbers fit 64 bits
  Summary large;        ///< the others
  bool has_large = false;

  void add(const Summary& worker) {
    const auto count = exact::to_int64(worker.count);
    const auto sum = worker.sum.as_int64();
    const auto sumsq = worker.sumsq.as_int64();
    if (count && sum && sumsq) {
      small.add({*count, *sum, *sumsq});
    } else {
      large.count += worker.count;
      large.sum += worker.sum;
      large.sumsq += worker.sumsq;
      has_large = true;
    }
  }

  bool is_empty() const { return small.is_empty() && !has_large; }

  std::optional<exact::Fraction128> variance() const {
    if (!has_large) return small.variance();
    const Summary total = summary();
    const auto count = exact::to_int64(total.count);
    const auto sum = narrow(total.sum);
    const auto sumsq = narrow(total.sumsq);
    return count && sum && sumsq ? narrow_variance(*count, *sum, *sumsq) : std::nullopt;
  }

  Summary summary() const {
    Summary total = small.summary();
    if (has_large) {
      total.count += large.count;
      total.sum += large.sum;
      total.sumsq += large.sumsq;
    }
    return total;
  }
};

exact::Problem fault_at(std::size_t index, exact::Problem fault) {
  return exact::within(std::string("worker ").append(std::to_string(index)), std::move(fault));
}

/// Adds up the workers that are not empty; or the fault of the first that has one.
template <class Totals, class Worker>
Result<Totals> total(std::span<const Worker> workers) {
  Totals totals;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    const Worker& worker = workers[i];
    if (worker.count == 0) continue;
    if (!is_plainly_sound(worker)) {
      if (auto fault = fault_of(worker)) return fault_at(i, *std::move(fault));
    }
    totals.add(worker);
  }
  return totals;
}

template <class Totals>
Result<std::optional<double>> variance_of_totals(const Result<Totals>& totals) {
  if (!totals) return totals.error();
  if (totals->is_empty()) return std::optional<double>();
  if (const auto native = totals->variance()) return finalise(*native);
  return finalise(variance_of(totals->summary()));
}

template <class Totals>
Result<std::optional<exact::Fraction>> exact_variance_of_totals(const Result<Totals>& totals) {
  if (!totals) return totals.error();
  if (totals->is_empty()) return std::optional<exact::Fraction>();
  if (const auto native = totals->variance()) return std::optional(to_fraction(*native));
  return std::optional(variance_of(totals->summary()));
}

template <class Totals>
Result<Summary> summary_of_totals(const Result<Totals>& totals) {
  if (!totals) return totals.error();
  return totals->summary();
}

/// One summary: as a list of one, but a problem names no worker.
Result<SummaryTotals> total(const Summary& summary) {
  if (auto fault = fault_of(summary)) return *std::move(fault);
  SummaryTotals totals;
  if (!summary.count.is_zero()) totals.add(summary);
  return totals;
}

}  // namespace

Result<std::optional<double>> variance(std::span<const IntegerTriple> workers) {
  return variance_of_totals(total<IntegerTotals>(workers));
}

Result<std::optional<double>> variance(std::span<const DoubleTriple> workers) {
  return variance_of_totals(total<DoubleTotals>(workers));
}

Result<std::optional<double>> variance(std::span<const Summary> workers) {
  return variance_of_totals(total<SummaryTotals>(workers));
}

Result<std::optional<double>> variance(const Summary& summary) {
  return variance_of_totals(total(summary));
}

Result<std::optional<exact::Fraction>> exact_variance(std::span<const IntegerTriple> workers) {
  return exact_variance_of_totals(total<IntegerTotals>(workers));
}

Result<std::optional<exact::Fraction>> exact_variance(std::span<const DoubleTriple> workers) {
  return exact_variance_of_totals(total<DoubleTotals>(workers));
}

Result<std::optional<exact::Fraction>> exact_variance(std::span<const Summary> workers) {
  return exact_variance_of_totals(total<SummaryTotals>(workers));
}

Result<std::optional<exact::Fraction>> exact_variance(const Summary& summary) {
  return exact_variance_of_totals(total(summary));
}

Result<Summary> merge(std::span<const IntegerTriple> workers) {
  return summary_of_totals(total<IntegerTotals>(workers));
}

Result<Summary> merge(std::span<const DoubleTriple> workers) {
  return summary_of_totals(total<DoubleTotals>(workers));
}

Result<Summary> merge(std::span<const Summary> workers) {
  return summary_of_totals(total<SummaryTotals>(workers));
}

}  // namespace shardproof::aggregate
