/// A stream of random numbers from one random word: a trial costs RapidCheck one draw.
#pragma once

#include <cstdint>

#include "shardproof/exact/integer.hpp"

namespace shardproof::search {

/// The splitmix64 generator (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
/// The same word gives the same numbers on every machine.
class Draw {
 public:
  explicit Draw(std::uint64_t word) : state_(word) {}

  /// 64 random bits.
  std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  /// 0 … bound − 1, bound ≥ 1. Off uniform by less than bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((exact::UInt128{bits()} * bound) >> 64);
  }

  /// low … high, both included.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }

  /// True once in `n`.
  bool one_in(std::uint64_t n) { return below(n) == 0; }

  /// 1 … most, small numbers more often: uniform in the number of bits first.
  std::uint64_t skewed(std::uint64_t most) {
    const auto bits_of_most = static_cast<std::uint64_t>(exact::bit_length(exact::UInt128{most}));
    const std::uint64_t highest = std::uint64_t{1} << (1 + below(bits_of_most));
    return 1 + below(highest < most ? highest : most);
  }

 private:
  std::uint64_t state_;
};

}  // namespace shardproof::search
