#include "shardproof/law/bounds.hpp"

#include <cmath>
#include <limits>

#include "shardproof/exact/fraction.hpp"

namespace shardproof::law {
namespace {

using exact::Rational;

constexpr double kUnitRoundoff = 0x1p-53;
constexpr double kHalfOfThe12thDecimal = 5e-13;
/// The bounds are computed in double with fewer than eight roundings; enlarged by this they are never too small.
constexpr double kRoundedUp = 1 + 8 * 0x1p-52;

double as_double(const Rational& value) {
  return exact::nearest_double(value).value_or(std::numeric_limits<double>::infinity());
}

double roundoffs(const Moments& moments) {
  return 4 * (as_double(Rational(moments.count)) + 1) * kUnitRoundoff;
}

double with_half_a_unit(double relative) {
  return (relative + kHalfOfThe12thDecimal) * kRoundedUp;
}

}  // namespace

Moments moments_of(std::span<const data::Observation> observations, const Rational& variance) {
  Moments moments{.count = data::count(observations), .variance = variance, .mean_square = 0};
  exact::Dyadic squares;
  for (const auto& [value, times, special] : observations)
    squares += value * value * exact::Dyadic(exact::Integer(times));
  moments.mean_square = to_rational(squares) / Rational(moments.count);
  return moments;
}

double float64_bound(const Moments& moments) {
  return with_half_a_unit(roundoffs(moments) * std::sqrt(as_double(moments.variance)) *
                          std::sqrt(as_double(moments.mean_square)));
}

double textbook_bound(const Moments& moments) {
  return with_half_a_unit(roundoffs(moments) * as_double(moments.mean_square));
}

}  // namespace shardproof::law
