/// The contract's rounding.
#pragma once

#include <optional>

#include "shardproof/exact/fraction.hpp"

namespace shardproof::exact {

/// `value` rounded to 12 decimals, ties to even on the double's exact value, to the nearest double.
///
/// In Python `round(value, 12)`, except that zero has no sign here. `value` must be finite. No
/// allocation.
///
/// From 8192 on doubles are coarser than 1e−12 and the value is its own answer. Below, K = value ×
/// 10^12 is rounded to an integer exactly (the value is dyadic: 53 bits times 40 bits fit in 128),
/// K < 2^53, and K / 10^12 is one division of two exact doubles, so correctly rounded.
double round12(double value);

/// `round12` of the double nearest to `value`: the contract's function of an exact variance, in
/// Python `round(float(Fraction), 12)`; none where that double would be infinite. Not the same as
/// rounding the exact fraction to 12 decimals first.
std::optional<double> round12(const Fraction& value);
std::optional<double> round12(const Fraction128& value);
std::optional<double> round12(const Rational& value);

}  // namespace shardproof::exact
