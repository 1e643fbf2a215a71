/// Machine words that wrap around, in exact integers.
#pragma once

#include "shardproof/exact/rational.hpp"

namespace shardproof::subject {

/// What remains of an integer in a two's complement word of `bits` bits.
inline exact::Rational wrapped(const exact::Rational& value, int bits) {
  using exact::Integer;
  const Integer modulus = Integer(1) << bits;
  Integer rest = numerator(value) % modulus;
  if (rest.sign() < 0) rest += modulus;
  return exact::Rational(rest >= modulus / 2 ? Integer(rest - modulus) : rest);
}

}  // namespace shardproof::subject
