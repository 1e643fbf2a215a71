/// Exact numbers as JSON.
#pragma once

#include <string>

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

/// Appends what `dump(to_json(value))` is, without making a value of it.
void append(std::string& out, const exact::Dyadic& value);

/// The same for readers that take integers for integers and hold doubles: integers from 2^53 on are written as the double
/// that they are, `1e+22`. Pre: a double holds the value.
void append_as_double(std::string& out, const exact::Dyadic& value);

}  // namespace shardproof::wire
