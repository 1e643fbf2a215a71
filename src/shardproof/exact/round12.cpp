#include "shardproof/exact/round12.hpp"

#include <cmath>

namespace shardproof::exact {
namespace {

constexpr double kFinestAbove =
    8192;  // 2^13: a unit in the last place is 2^(13−52) > 1e−12 from here on
constexpr std::uint64_t kScale = 1'000'000'000'000;

/// value × 2^−shift to the nearest integer, ties to even. `value` < 2^94.
std::uint64_t shift_half_even(UInt128 value, int shift) {
  if (shift > 94) return 0;  // below one half
  const auto quotient = static_cast<std::uint64_t>(value >> shift);
  const UInt128 half = UInt128{1} << (shift - 1);
  const UInt128 rest = value & ((half << 1) - 1);
  const bool up = rest > half || (rest == half && (quotient & 1) != 0);
  return up ? quotient + 1 : quotient;
}

}  // namespace

double round12(double value) {
  const double magnitude = std::abs(value);
  if (magnitude >= kFinestAbove) return value;
  if (magnitude == 0) return 0.0;

  int exponent = 0;
  const double fraction = std::frexp(magnitude, &exponent);
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  const int shift =
      53 - exponent;  // magnitude = mantissa × 2^−shift, and below 8192 shift is at least 40
  const auto scaled = shift_half_even(UInt128{mantissa} * kScale, shift);
  if (scaled == 0) return 0.0;
  const double rounded = static_cast<double>(scaled) / static_cast<double>(kScale);
  return value < 0 ? -rounded : rounded;
}

std::optional<double> round12(const Fraction& value) {
  const auto nearest = nearest_double(value);
  return nearest ? std::optional(round12(*nearest)) : std::nullopt;
}

std::optional<double> round12(const Fraction128& value) {
  const auto nearest = nearest_double(value);
  return nearest ? std::optional(round12(*nearest)) : std::nullopt;
}

std::optional<double> round12(const Rational& value) {
  const auto nearest = nearest_double(value);
  return nearest ? std::optional(round12(*nearest)) : std::nullopt;
}

}  // namespace shardproof::exact
