/// Exact fractions, always in lowest terms: for definitions and for printing. Where speed counts,
/// `Fraction` holds the same number without reducing it.
#pragma once

#include <string>

#include <boost/multiprecision/cpp_int.hpp>

#include "shardproof/exact/integer.hpp"

namespace shardproof::exact {

/// A fraction of two integers of any size, in lowest terms, the denominator positive.
using Rational = boost::multiprecision::number<
    boost::multiprecision::rational_adaptor<boost::multiprecision::cpp_int_backend<>>,
    boost::multiprecision::et_off>;

/// "n/d", or "n" where the denominator is 1.
inline std::string to_text(const Rational& value) {
  return value.str();
}

}  // namespace shardproof::exact
