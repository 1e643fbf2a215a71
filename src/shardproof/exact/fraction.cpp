#include "shardproof/exact/fraction.hpp"

#include <algorithm>
#include <cmath>

namespace shardproof::exact {
namespace {

constexpr int kPrecision = 53;
constexpr int kLargestExponent = 1023;
constexpr int kSmallestNormalExponent = -1022;
/// Quotient bits asked for: the precision, one to round on, and one because the quotient of two
/// numbers whose bit lengths differ by d has d or d + 1 bits.
constexpr int kQuotientBits = kPrecision + 2;

/// A positive number truncated to 55 or 56 bits: quotient × 2^exponent, plus something smaller than
/// one unit of the quotient if `sticky`.
struct Truncated {
  std::uint64_t quotient;
  int exponent;
  bool sticky;
};

/// Rounds half to even at the precision that a double has there (fewer bits below the normal
/// range).
std::optional<double> round_to_double(const Truncated& value) {
  const int length = bit_length(UInt128{value.quotient});
  const int top = length - 1 + value.exponent;
  const int precision = std::min(kPrecision, kPrecision + top - kSmallestNormalExponent);
  const int dropped = length - precision;
  if (dropped > length) return 0.0;  // below half of the smallest subnormal

  auto kept = dropped < 64 ? value.quotient >> dropped : 0;
  const auto half = std::uint64_t{1} << (dropped - 1);  // dropped >= 2: there are 55 quotient bits
  const auto rest = dropped < 64 ? value.quotient & ((half << 1) - 1) : value.quotient;
  const bool above = rest > half || (rest == half && value.sticky);
  const bool tie = rest == half && !value.sticky;
  if (above || (tie && (kept & 1) != 0)) ++kept;

  const int exponent = value.exponent + dropped;
  if (bit_length(UInt128{kept}) - 1 + exponent > kLargestExponent) return std::nullopt;
  return std::ldexp(static_cast<double>(kept), exponent);  // exact: `kept` fits where it goes
}

/// Any two numbers but zeros. One 128-bit division where the denominator has at most 73 bits.
Truncated divide(UInt128 numerator, UInt128 denominator) {
  const int shift = kQuotientBits - (bit_length(numerator) - bit_length(denominator));
  if (shift <= 0 || bit_length(numerator) + shift <= 128) {
    const UInt128 dividend = shift > 0 ? numerator << shift : numerator;
    const UInt128 divisor = shift < 0 ? denominator << -shift : denominator;
    const UInt128 quotient = dividend / divisor;
    return {static_cast<std::uint64_t>(quotient), -shift, quotient * divisor != dividend};
  }
  // Long division: as many bits of the quotient at a time as the remainder leaves room for.
  UInt128 quotient = numerator / denominator;
  UInt128 rest = numerator - quotient * denominator;
  for (int left = shift; left > 0;) {
    const int room = 128 - bit_length(rest);
    if (room == 0) {
      // 2·rest ≥ 2^128 > denominator > rest: the bit is 1, and the difference is right modulo
      // 2^128.
      quotient = (quotient << 1) | 1;
      rest = (rest << 1) - denominator;
      --left;
    } else {
      const int step = std::min(left, std::min(room, 64));
      const UInt128 digits = (rest << step) / denominator;
      quotient = (quotient << step) | digits;
      rest = (rest << step) - digits * denominator;
      left -= step;
    }
  }
  return {static_cast<std::uint64_t>(quotient), -shift, rest != 0};
}

Truncated divide(const Integer& numerator, const Integer& denominator) {
  const int shift = kQuotientBits - (static_cast<int>(bit_length(numerator)) -
                                     static_cast<int>(bit_length(denominator)));
  const Integer dividend = shift > 0 ? Integer(numerator << shift) : numerator;
  const Integer divisor = shift < 0 ? Integer(denominator << -shift) : denominator;
  Integer quotient;
  Integer remainder;
  boost::multiprecision::divide_qr(dividend, divisor, quotient, remainder);
  return {static_cast<std::uint64_t>(quotient), -shift, !remainder.is_zero()};
}

std::optional<double> nearest_double_of(Truncated magnitude, int exponent, bool negative) {
  magnitude.exponent += exponent;
  const auto rounded = round_to_double(magnitude);
  return rounded && negative && *rounded != 0 ? std::optional(-*rounded) : rounded;
}

std::optional<double> nearest_double_of(const Integer& numerator,
                                        const Integer& denominator,
                                        int exponent) {
  if (numerator.is_zero()) return 0.0;
  const auto small_numerator = magnitude_in_128(numerator);
  const auto small_denominator = magnitude_in_128(denominator);
  const Truncated magnitude = small_numerator && small_denominator
                                  ? divide(*small_numerator, *small_denominator)
                                  : divide(boost::multiprecision::abs(numerator), denominator);
  return nearest_double_of(magnitude, exponent, numerator.sign() < 0);
}

}  // namespace

Fraction to_fraction(const Fraction128& value) {
  return {Integer(value.numerator), Integer(value.denominator), value.exponent};
}

Rational to_rational(const Fraction& value) {
  return value.exponent >= 0
             ? Rational(Integer(value.numerator << value.exponent), value.denominator)
             : Rational(value.numerator, Integer(value.denominator << -value.exponent));
}

bool equal(const Fraction& left, const Fraction& right) {
  const int common = std::min(left.exponent, right.exponent);
  return (left.numerator << (left.exponent - common)) * right.denominator ==
         (right.numerator << (right.exponent - common)) * left.denominator;
}

std::optional<double> nearest_double(const Fraction& value) {
  return nearest_double_of(value.numerator, value.denominator, value.exponent);
}

std::optional<double> nearest_double(const Fraction128& value) {
  if (value.numerator == 0) return 0.0;
  return nearest_double_of(
      divide(magnitude(value.numerator), value.denominator), value.exponent, value.numerator < 0);
}

std::optional<double> nearest_double(const Rational& value) {
  return nearest_double_of(
      boost::multiprecision::numerator(value), boost::multiprecision::denominator(value), 0);
}

}  // namespace shardproof::exact
