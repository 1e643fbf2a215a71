/// Width: integers and narrow floats on the way. A division that cuts off, a word that wraps around, a sum that was
/// rounded before anybody merged it.
///
/// The second half of the numeric family: `numeric.cpp` has the formula that cancels, this has the types that do not
/// hold what they are given.
#include <array>

#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/wrapped.hpp"

namespace shardproof::subject {
namespace {

using exact::Integer;
using exact::Rational;

constexpr auto int32_row_count = [](Workers<Rational> workers) -> Rational {
  auto total = total_of(workers);
  total.count = wrapped(total.count, 32);
  // A multiple of 2^32 is no row at all, and a total without rows has no spread.
  return total.count.is_zero() ? Rational(0) : variance_of(total);
};

/// (Q − ⌊S²/n⌋) / n: both operands are integers, so the quotient is one.
constexpr auto integer_division = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  const Integer cut_off = floor_of(square(total.sum) / total.count);
  return (total.sumsq - Rational(cut_off)) / total.count;
};

/// What is below zero in an unsigned word of 64 bits is near its top.
constexpr auto rounded_mean_unsigned = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  const Rational mean(nearest_integer(mean_of(total), false));
  const Rational deviations = total.sumsq - total.count * square(mean);
  return (deviations.sign() < 0 ? deviations + Rational(exact::power(2, 64)) : deviations) /
         total.count;
};

/// `value` in a decimal column of scale 4.
Rational with_four_decimals(const Rational& value) {
  constexpr int kScale = 10'000;
  return Rational(nearest_integer(value * kScale, true)) / kScale;
}

constexpr auto four_decimals_kept = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  return with_four_decimals(total.sumsq / total.count) - square(with_four_decimals(mean_of(total)));
};

constexpr auto sign_dropped = [](Workers<Rational> workers) -> Rational {
  auto total = total_of(workers);
  total.sum = 0;
  for (const auto& worker : workers) total.sum += abs(worker.sum);
  return variance_of(total);
};

/// `value` rounded to a narrower type; as it is where it is out of its range, which is another mechanism.
template <class Narrow>
Rational narrowed(const Rational& value) {
  const auto narrow = static_cast<Narrow>(exact::nearest_double(value).value_or(HUGE_VAL));
  return std::isfinite(narrow) ? Rational(static_cast<double>(narrow)) : value;
}

constexpr auto sums_through_doubles = [](Workers<Rational> workers) -> Rational {
  Triple<Rational> total{0, 0, 0};
  for (const auto& worker : workers) {
    total =
        merged(total, {worker.count, narrowed<double>(worker.sum), narrowed<double>(worker.sumsq)});
  }
  return variance_of(total);
};

constexpr auto sums_in_float32 = [](Workers<Rational> workers) -> Rational {
  Triple<Rational> total{0, 0, 0};
  for (const auto& worker : workers) {
    total = {total.count + worker.count,
             narrowed<float>(total.sum + narrowed<float>(worker.sum)),
             narrowed<float>(total.sumsq + narrowed<float>(worker.sumsq))};
  }
  return variance_of(total);
};

constexpr auto means_in_float32 = [](Workers<Rational> workers) -> Rational {
  auto total = total_of(workers);
  total.sum = 0;
  for (const auto& worker : workers) total.sum += worker.count * narrowed<float>(mean_of(worker));
  return variance_of(total);
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "int32-row-count",
        .family = Family::numeric,
        .mechanism = "holds n in 32 bits: from 2^31 rows on it is negative",
        .repair = "hold counts in a 64-bit integer",
        .seen_in = "https://github.com/NVIDIA/cudf-spark/issues/12468",
        .caught_by = data::LawId::non_negative,
        .caught_on = data::RungId::counts,
        .steps = {.formula = exact_formula(int32_row_count)},
    },
    {
        .id = "integer-division",
        .family = Family::numeric,
        .mechanism = "divides S\u00b2 by n in integers: the remainder is lost",
        .repair = "divide once, at the end, n\u00b7Q \u2212 S\u00b2 by n\u00b2; or convert first",
        .seen_in = "https://github.com/confluentinc/ksql/pull/8728",
        .numbers = Numbers::bigint,
        .steps = {.formula = exact_formula(integer_division)},
    },
    {
        .id = "rounded-mean-unsigned",
        .family = Family::numeric,
        .mechanism = "rounds the mean to an integer and subtracts its square in an unsigned word",
        .repair =
            "keep the mean as the fraction S/n; subtract in a signed type that is wide enough",
        .seen_in = "https://github.com/RIOT-OS/RIOT/pull/8733",
        .numbers = Numbers::int64,
        .steps = {.formula = exact_formula(rounded_mean_unsigned)},
    },
    {
        .id = "four-decimals-kept",
        .family = Family::numeric,
        .mechanism =
            "rounds both means to four decimals, as a decimal column does, and then subtracts",
        .repair = "round once, what is answered; never what is subtracted",
        .seen_in = "derived from https://github.com/cockroachdb/cockroach/issues/173063: a decimal "
                   "scale on the way",
        .steps = {.formula = exact_formula(four_decimals_kept)},
    },
    {
        .id = "sign-dropped",
        .family = Family::numeric,
        .mechanism = "reads the sums as unsigned magnitudes: a negative one comes out positive",
        .repair = "keep sums signed; test with negative data",
        .seen_in = "derived: an unsigned field for what is usually a duration or a size",
        .steps = {.formula = exact_formula(sign_dropped)},
    },
    {
        .id = "sums-through-doubles",
        .family = Family::numeric,
        .mechanism = "rounds each worker's sums to doubles and merges them exactly: too late",
        .repair = "carry integers as integers and doubles as exact sums, up to the last division",
        .seen_in = "https://github.com/pingcap/tidb/issues/70400",
        .caught_by = data::LawId::constant_is_zero,
        .caught_on = data::RungId::counts,
        .cancels = true,
        .steps = {.formula = exact_formula(sums_through_doubles)},
    },
    {
        .id = "sums-in-float32",
        .family = Family::numeric,
        .mechanism = "adds the sums in single precision and finalises in a wider type",
        .repair =
            "accumulate and merge in a wider type than the data's; widening at the end is late",
        .seen_in = "derived from https://github.com/pytorch/pytorch/issues/2470: its sums alone",
        .caught_by = data::LawId::constant_is_zero,
        .caught_on = data::RungId::integers,
        .steps = {.formula = exact_formula(sums_in_float32)},
    },
    {
        .id = "means-in-float32",
        .family = Family::numeric,
        .mechanism = "takes the mean from workers' means that were rounded to single precision",
        .repair = "merge sums, or means of the accumulator's precision",
        .seen_in = "derived from https://github.com/prestodb/presto/pull/23447: means recombined",
        .steps = {.formula = exact_formula(means_in_float32)},
    },
});

}  // namespace

std::span<const Variant> width_rows() {
  return kRows;
}

}  // namespace shardproof::subject
