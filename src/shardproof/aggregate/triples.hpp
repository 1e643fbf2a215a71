/// The contract's summary in machine numbers: 24 bytes a worker, as arrays of them lie in memory.
#pragma once

#include <cstdint>

namespace shardproof::aggregate {

/// `[count, sum, sumsq]` of integer observations. Exact as it stands.
struct IntegerTriple {
  std::int64_t count = 0;  ///< observations, ≥ 0; with 0 the sums are ignored
  std::int64_t sum = 0;    ///< Σx, in the observations' unit
  std::int64_t sumsq = 0;  ///< Σx², in the square of that unit

  friend bool operator==(const IntegerTriple&, const IntegerTriple&) = default;
};

/// `[count, sum, sumsq]` in doubles. Each is taken for exactly the number that it is: a worker
/// whose sums were rounded on the way has sent other data. Use `summarise` or `ExactState` to send
/// exact ones.
struct DoubleTriple {
  std::int64_t count = 0;  ///< observations, ≥ 0; with 0 the sums are ignored, even NaN
  double sum = 0;          ///< Σx, in the observations' unit; finite
  double sumsq = 0;        ///< Σx², in the square of that unit; finite
};

static_assert(sizeof(IntegerTriple) == 24);
static_assert(sizeof(DoubleTriple) == 24);

}  // namespace shardproof::aggregate
