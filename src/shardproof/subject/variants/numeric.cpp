/// Numeric: the right formula in a number type that cannot carry it. The integers and the narrow floats are in
/// `width.cpp`.
///
/// Q/n − (S/n)² subtracts two numbers that agree in their leading digits when the mean is large beside the spread;
/// counts multiply and squares add up to more bits than a machine word has.
#include <algorithm>
#include <array>

#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/moments.hpp"
#include "shardproof/subject/variants/wrapped.hpp"

namespace shardproof::subject {
namespace {

using exact::Rational;

constexpr auto textbook = []<class N>(Workers<N> workers) -> Quotient<N> {
  return variance_of(total_of(workers));
};

constexpr auto clamped = []<class N>(Workers<N> workers) -> Quotient<N> {
  const Quotient<N> variance = variance_of(total_of(workers));
  return variance < Quotient<N>{} ? Quotient<N>{} : variance;
};

/// The stable merge, fed with what cancellation has left of q/c − (s/c)².
constexpr auto pairwise = []<class N>(Workers<N> workers) -> N {
  const auto total = folded(workers, combined<N>);
  return total.deviations / total.count;
};

/// Chan's merge, two workers at a time: M2 += δ² · nₐ·n_b / (nₐ + n_b), with nₐ·n_b in 32 bits.
constexpr auto int32_count_product = [](Workers<Rational> workers) -> Rational {
  auto total = workers.front();
  Rational squares = variance_of(total) * total.count;
  for (const auto& worker : workers.subspan(1)) {
    const auto between = square<Rational>(mean_of(worker) - mean_of(total));
    const Rational product = wrapped(total.count * worker.count, 32);
    total = merged(total, worker);
    squares += variance_of(worker) * worker.count + between * product / total.count;
  }
  return squares / total.count;
};

constexpr auto int64_sumsq_wraps = [](Workers<Rational> workers) -> Rational {
  auto total = total_of(workers);
  total.sumsq = wrapped(total.sumsq, 64);
  return variance_of(total);
};

constexpr auto float32_count = [](Workers<Rational> workers) -> Rational {
  auto total = total_of(workers);
  float count = 0;
  for (const auto& worker : workers) count += static_cast<float>(worker.count);
  total.count = Rational(static_cast<double>(count));
  return variance_of(total);
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "textbook-float64",
        .family = Family::numeric,
        .mechanism =
            "Q/n \u2212 (S/n)\u00b2 in doubles: cancels when the mean is large beside the spread",
        .repair = "merge exactly, or keep means and squared deviations in place of raw sums",
        .seen_in = "https://github.com/Eventual-Inc/Daft/pull/7486",
        .caught_on = data::RungId::offset,
        .numbers = Numbers::float64,
        .cancels = true,
        .steps = {.formula = formula(textbook), .arithmetic = Arithmetic::float64},
    },
    {
        .id = "textbook-float32",
        .family = Family::numeric,
        .mechanism = "Q/n \u2212 (S/n)\u00b2 in single precision",
        .repair = "accumulate and merge in a wider type than the data's",
        .seen_in = "https://github.com/pytorch/pytorch/issues/2470",
        .numbers = Numbers::float64,
        .steps = {.formula = formula(textbook), .arithmetic = Arithmetic::float32},
    },
    {
        .id = "clamped-at-zero",
        .family = Family::numeric,
        .mechanism =
            "Q/n \u2212 (S/n)\u00b2 in doubles, negative results set to 0: hides the cancellation",
        .repair = "a negative variance means that the digits are gone; merge exactly in place of "
                  "clamping",
        .seen_in = "https://github.com/RayforceDB/rayforce/pull/560",
        .caught_on = data::RungId::offset,
        .numbers = Numbers::float64,
        .cancels = true,
        .steps = {.formula = formula(clamped), .arithmetic = Arithmetic::float64},
    },
    {
        .id = "stable-merge-of-raw-sums",
        .family = Family::numeric,
        .mechanism =
            "merges stably in doubles, but takes each worker's squared deviations from its "
            "raw sums: they cancel before the merge",
        .repair =
            "keep mean and squared deviations from the first observation on, or merge exactly",
        .seen_in =
            "derived from https://github.com/Eventual-Inc/Daft/pull/7486: the repair, applied "
            "to the merge alone",
        .caught_on = data::RungId::offset,
        .numbers = Numbers::float64,
        .cancels = true,
        .steps = {.formula = machine_formula(pairwise), .arithmetic = Arithmetic::float64},
    },
    {
        .id = "int32-count-product",
        .family = Family::numeric,
        .mechanism = "multiplies two counts in 32 bits: the between-worker term wraps",
        .repair =
            "multiply counts as doubles or in 128 bits, or add triples and never multiply counts",
        .seen_in = "https://github.com/scikit-learn/scikit-learn/pull/17713",
        .caught_on = data::RungId::counts,
        .steps = {.formula = exact_formula(int32_count_product)},
    },
    {
        .id = "int64-sumsq-wraps",
        .family = Family::numeric,
        .mechanism = "adds the sums of squares in 64 bits, where they wrap around",
        .repair = "add squares in 128 bits, or detect the overflow before it happens",
        .seen_in = "derived: each worker's sum fits 64 bits, their total does not",
        .caught_by = data::LawId::constant_is_zero,
        .caught_on = data::RungId::counts,
        .numbers = Numbers::int64,
        .steps = {.formula = exact_formula(int64_sumsq_wraps)},
    },
    {
        .id = "float32-count",
        .family = Family::numeric,
        .mechanism = "holds the count in a float: from 2^24 on it stops counting ones",
        .repair = "hold counts in a 64-bit integer",
        .seen_in = "https://github.com/SlopDotCash/asi/issues/1101",
        .caught_on = data::RungId::counts,
        .steps = {.formula = exact_formula(float32_count)},
    },
});

}  // namespace

std::span<const Variant> numeric_rows() {
  return kRows;
}

}  // namespace shardproof::subject
