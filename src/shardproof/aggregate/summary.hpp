/// The contract's summary: what a worker sends, `[count, sum, sumsq]`, exact at any size.
#pragma once

#include "shardproof/exact/dyadic.hpp"
#include "shardproof/exact/integer.hpp"

namespace shardproof::aggregate {

/// A worker's observations as three exact numbers: how many, their sum, the sum of their squares.
///
/// A summary whose count is 0 says nothing, whatever its sums are (`[0, 99, 999]` is ignored by the
/// contract).
struct Summary {
  exact::Integer count = 0;  ///< observations, ≥ 0
  exact::Dyadic sum;         ///< Σx, in the observations' unit
  exact::Dyadic sumsq;       ///< Σx², in the square of that unit

  friend bool operator==(const Summary&, const Summary&) = default;
};

}  // namespace shardproof::aggregate
