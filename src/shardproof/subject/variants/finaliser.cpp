/// Finaliser: the merged triple is right and the last step is not: another divisor, or another rounding.
#include <array>
#include <cmath>

#include "shardproof/exact/fraction.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/subject/variants/families.hpp"

namespace shardproof::subject {
namespace {

using exact::Integer;
using exact::Rational;

constexpr auto sample_variance = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  return deviations_of(total) / degrees_of_freedom(total.count);
};

/// Within and between are both there; the within term uses each worker's own n − 1.
constexpr auto per_worker_bessel = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  const Rational mean = mean_of(total);
  Rational sum = 0;
  for (const auto& worker : workers) {
    const Rational unbiased = deviations_of(worker) / degrees_of_freedom(worker.count);
    sum += worker.count * (unbiased + square<Rational>(mean_of(worker) - mean));
  }
  return sum / total.count;
};

constexpr auto double_normalisation = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  return variance_of(total) / total.count;
};

/// The ε of batch normalisation, in the report's size.
constexpr auto epsilon_added = [](Workers<Rational> workers) -> Rational {
  return variance_of(total_of(workers)) + Rational(1, 1000);
};

constexpr auto deviation_answered = [](Workers<Rational> workers) -> Rational {
  return root(variance_of(total_of(workers)));
};

const Integer kDecimals12 = exact::power(10, 12);
const Integer kDecimals11 = exact::power(10, 11);

double quotient(const Integer& numerator, const Integer& denominator) {
  return exact::nearest_double(exact::Fraction{numerator, denominator, 0}).value_or(HUGE_VAL);
}

/// The nearest double of `value` as a rational: what every one of these roundings starts from.
Rational double_of(const Rational& value) {
  return Rational(exact::nearest_double(value).value_or(0));
}

double round_half_up(const Rational& value) {
  return quotient(nearest_integer(double_of(value) * Rational(kDecimals12), false), kDecimals12);
}

double truncate(const Rational& value) {
  const Rational scaled = double_of(value) * Rational(kDecimals12);
  const Integer towards_zero = value.sign() < 0 ? Integer(-floor_of(-scaled)) : floor_of(scaled);
  return quotient(towards_zero, kDecimals12);
}

double round_to_11_decimals(const Rational& value) {
  return quotient(nearest_integer(double_of(value) * Rational(kDecimals11), true), kDecimals11);
}

double round_fraction_first(const Rational& value) {
  return quotient(nearest_integer(value * Rational(kDecimals12), true), kDecimals12);
}

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "sample-variance",
        .family = Family::finaliser,
        .mechanism = "divides by n \u2212 1: the sample variance of the whole in place of the "
                     "population variance",
        .repair = "divide by n; say which of the two is meant in the function's name",
        .seen_in = "https://github.com/tenstorrent/tt-metal/issues/19478",
        .steps = {.formula = exact_formula(sample_variance)},
    },
    {
        .id = "per-worker-bessel",
        .family = Family::finaliser,
        .mechanism =
            "each worker divides by its own count \u2212 1 before the merge weights by counts",
        .repair =
            "workers send sums, never finished variances; apply a correction once, at the end",
        .seen_in = "https://github.com/mars-project/mars/issues/1142",
        .steps = {.formula = exact_formula(per_worker_bessel)},
    },
    {
        .id = "double-normalisation",
        .family = Family::finaliser,
        .mechanism = "divides by n twice: what it takes for the sum of squared deviations is "
                     "divided already",
        .repair = "divide once, at the end; name a state's member after what it holds",
        .seen_in = "https://github.com/mantidproject/mantid/pull/34783",
        .steps = {.formula = exact_formula(double_normalisation)},
    },
    {
        .id = "epsilon-added",
        .family = Family::finaliser,
        .mechanism =
            "answers the variance plus the \u03b5 that keeps a normaliser from dividing by 0",
        .repair = "add \u03b5 where the root is taken, never to a variance that is kept or sent on",
        .seen_in = "https://github.com/keras-team/keras-contrib/pull/287",
        .caught_by = data::LawId::constant_is_zero,
        .steps = {.formula = exact_formula(epsilon_added)},
    },
    {
        .id = "deviation-answered",
        .family = Family::finaliser,
        .mechanism = "answers the standard deviation in place of the variance",
        .repair = "take the root in a function that says so in its name",
        .seen_in = "derived: stddev and variance often share one state and differ by a flag",
        .steps = {.formula = exact_formula(deviation_answered)},
    },
    {
        .id = "rounds-half-up",
        .family = Family::finaliser,
        .mechanism = "rounds ties of the 12th decimal away from zero in place of to even",
        .repair = "round half to even on the double's exact value",
        .seen_in =
            "derived from the contract: no random trial meets a tie, they must be constructed",
        .standing = Standing::imprecise,
        .caught_on = data::RungId::decimals,
        .steps = {.round = round_half_up},
    },
    {
        .id = "truncates",
        .family = Family::finaliser,
        .mechanism = "cuts the decimals off after the 12th in place of rounding",
        .repair = "round half to even on the double's exact value",
        .seen_in = "derived from the contract",
        .steps = {.round = truncate},
    },
    {
        .id = "eleven-decimals",
        .family = Family::finaliser,
        .mechanism = "rounds to 11 decimals in place of 12",
        .repair = "round to 12 decimals",
        .seen_in = "derived from the contract",
        .steps = {.round = round_to_11_decimals},
    },
    {
        .id = "fraction-rounded-first",
        .family = Family::finaliser,
        .mechanism =
            "rounds the exact fraction to 12 decimals before it becomes a double: a near miss",
        .repair = "take the nearest double of the exact value first, then round that",
        .seen_in = "the seed's own second fixture at N = 35, FA-99321 case 01",
        .standing = Standing::imprecise,
        .caught_on = data::RungId::integers,
        .steps = {.round = round_fraction_first},
    },
});

}  // namespace

std::span<const Variant> finaliser_rows() {
  return kRows;
}

}  // namespace shardproof::subject
