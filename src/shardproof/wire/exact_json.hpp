/// Exact numbers as JSON.
#pragma once

#include "shardproof/exact/dyadic.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::wire {

/// An integer as an integer of any size, what a double holds as that double, and anything else as a
/// string "n/d" in lowest terms.
Value to_json(const exact::Dyadic& value);

/// The number that `to_json` wrote, and any other JSON number or "n/d" whose denominator is a power
/// of two. Refused: "NaN", "Infinity" and "-Infinity" (out of the domain), and everything that is
/// no number.
exact::Result<exact::Dyadic> dyadic_from(const Value& value);

}  // namespace shardproof::wire
