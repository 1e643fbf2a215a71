/// Exact sums of doubles and of their squares in a fixed array: no rounding, no allocation, no
/// order.
///
/// Source: the idea is Kulisch's long accumulator, in the carry-save form of R. Neal, Fast exact
/// summation using small and large superaccumulators (2015, arXiv:1505.05571).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "shardproof/exact/dyadic.hpp"
#include "shardproof/exact/integer.hpp"

namespace shardproof::exact {

/// mantissa × 2^exponent in machine numbers, any exponent: a dyadic that native arithmetic can
/// hold.
struct Dyadic128 {
  Int128 mantissa = 0;
  int exponent = 0;
};

/// The sum of numbers that are multiples of 2^kLowest and below 2^kHighest in magnitude, exactly.
///
/// A row of 64-bit chunks, each worth 2^32 of the one below and kept loosely: adding touches three
/// of them and carries nothing, until 2^30 numbers came in and the carries are swept up. Chunks
/// above 2^kHighest give the total room to grow by 2^64 and more; `is_crowded` says when it is
/// nearly used up.
template <int kLowest, int kHighest>
class Superaccumulator {
 public:
  /// Adds a finite double. About 2 ns.
  void add(double value) {
    static_assert(kLowest <= kLowestOfDoubles && kHighest >= 1024);
    const Parts parts = split(value);
    add_magnitude(parts.mantissa, parts.exponent - kLowest, parts.negative);
  }

  /// Adds value², exactly, of a finite double.
  void add_square(double value) requires(kLowest <= -2 * 1074 && kHighest >= 2 * 1024) {
    add_square(value, false);
  }

  /// Takes value² away: the inverse of `add_square`.
  void subtract_square(double value) requires(kLowest <= -2 * 1074 && kHighest >= 2 * 1024) {
    add_square(value, true);
  }

  /// Adds an integer.
  void add(Int128 value) {
    static_assert(kHighest >= 128);
    add_magnitude(magnitude(value), -kLowest, value < 0);
  }

  /// Adds a dyadic that is in range; returns false and adds nothing if it is not.
  bool add(const Dyadic& value);

  /// Adds the other's total; `other` may be this accumulator itself. Neither may be crowded.
  void add(const Superaccumulator& other);

  /// Whether nothing has been added: the cheap test before the reads below. The total may be zero
  /// without it.
  bool is_untouched() const { return pending_ == 0; }

  /// Whether the total has used up its room to grow: read it and start afresh before adding another
  /// accumulator. Numbers alone would take 2^60 additions to get there.
  bool is_crowded() const;

  /// The total. Exact; reading changes nothing.
  Dyadic value() const;

  /// The total where its significant bits span at most 126, without allocating.
  std::optional<Dyadic128> narrow_value() const;

 private:
  static constexpr int kLowestOfDoubles = -1074;
  static constexpr int kChunkBits = 32;
  static constexpr std::size_t kChunks = (kHighest - kLowest + kChunkBits - 1) / kChunkBits + 3;
  /// Each addition changes a chunk by less than 2^32, so this many leave it below 2^62.
  static constexpr std::uint32_t kMostPending = std::uint32_t{1} << 30;

  struct Parts {
    std::uint64_t mantissa;
    int exponent;
    bool negative;
  };

  static Parts split(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto biased = static_cast<int>((bits >> 52) & 0x7ff);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    // Subnormals (biased exponent 0) have the smallest normal's exponent and no implicit bit.
    const bool normal = biased != 0;
    return {.mantissa = fraction | (std::uint64_t{normal} << 52),
            .exponent = biased + (normal ? 0 : 1) + kLowestOfDoubles - 1,
            .negative = (bits >> 63) != 0};
  }

  void add_square(double value, bool negative) {
    const Parts parts = split(value);
    add_magnitude(UInt128{parts.mantissa} * parts.mantissa, 2 * parts.exponent - kLowest, negative);
  }

  /// ± magnitude × 2^(kLowest + position).
  void add_magnitude(std::uint64_t magnitude, int position, bool negative) {
    const auto first = static_cast<std::size_t>(position) / kChunkBits;
    const UInt128 shifted = UInt128{magnitude} << (position % kChunkBits);  // at most 64 + 31 bits
    const std::int64_t sign = negative ? -1 : 0;  // (x ^ sign) − sign is ± x
    constexpr std::uint64_t kMask = (std::uint64_t{1} << kChunkBits) - 1;
    const auto low = static_cast<std::uint64_t>(shifted);
    const auto top = static_cast<std::uint64_t>(shifted >> 64);
    chunks_[first] += (static_cast<std::int64_t>(low & kMask) ^ sign) - sign;
    chunks_[first + 1] += (static_cast<std::int64_t>(low >> kChunkBits) ^ sign) - sign;
    chunks_[first + 2] += (static_cast<std::int64_t>(top) ^ sign) - sign;
    if (++pending_ == kMostPending) sweep();
  }

  void add_magnitude(UInt128 magnitude, int position, bool negative) {
    add_magnitude(static_cast<std::uint64_t>(magnitude), position, negative);
    const auto high = static_cast<std::uint64_t>(magnitude >> 64);
    if (high != 0) add_magnitude(high, position + 64, negative);
  }

  /// Carries every chunk but the top one down to 0 … 2^32 − 1.
  void sweep();

  /// The total's magnitude in digits of 32 bits, lowest first, and its sign.
  struct Digits {
    std::array<std::uint32_t, kChunks + 1> digits;
    std::size_t first;  ///< the lowest that is not zero
    std::size_t size;   ///< one past the highest that is not zero; 0 for zero
    bool negative;
  };

  Digits digits() const;

  std::array<std::int64_t, kChunks> chunks_{};
  std::uint32_t pending_ = 0;  ///< bounds every chunk: below 2^32 times this
};

/// For sums of doubles: every finite double is in range.
using SumAccumulator = Superaccumulator<-1074, 1024>;

/// For sums of squares of doubles, and of doubles.
using SquareAccumulator = Superaccumulator<-2 * 1074, 2 * 1024>;

extern template class Superaccumulator<-1074, 1024>;
extern template class Superaccumulator<-2 * 1074, 2 * 1024>;

}  // namespace shardproof::exact
