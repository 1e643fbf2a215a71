/// A fraction that is exact but not reduced: what the oracle and the merge return.
///
/// Reducing costs a gcd of big integers at every step; a comparison, a rounding or a print needs
/// none of them before the end.
#pragma once

#include <optional>

#include "shardproof/exact/integer.hpp"
#include "shardproof/exact/rational.hpp"
#include "shardproof/exact/result.hpp"

namespace shardproof::exact {

/// numerator / denominator × 2^exponent, with denominator > 0.
struct Fraction {
  Integer numerator = 0;
  Integer denominator = 1;
  int exponent = 0;
};

/// The same in machine numbers: numerator / denominator × 2^exponent, with denominator > 0.
struct Fraction128 {
  Int128 numerator = 0;
  UInt128 denominator = 1;
  int exponent = 0;
};

/// The same number in integers of any size.
Fraction to_fraction(const Fraction128& value);

/// The same number in lowest terms.
Rational to_rational(const Fraction& value);

/// −1, 0 or 1.
inline int sign(const Fraction& value) {
  return value.numerator.sign();
}

/// Whether both are the same number.
bool equal(const Fraction& left, const Fraction& right);

/// The double nearest to `value`, ties to even; none if it is above the largest double, that is,
/// where IEEE 754 would round to infinity. Subnormals are exact halves like any other. Zero has no
/// sign.
///
/// Integer division with a sticky bit: no intermediate rounding, so none of the double rounding
/// that a quotient of two converted doubles suffers. O(size) of the operands; no allocation where
/// numerator and denominator have at most 128 bits.
std::optional<double> nearest_double(const Fraction& value);
std::optional<double> nearest_double(const Fraction128& value);
std::optional<double> nearest_double(const Rational& value);

}  // namespace shardproof::exact
