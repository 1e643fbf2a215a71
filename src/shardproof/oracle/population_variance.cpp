#include "shardproof/oracle/population_variance.hpp"

#include <algorithm>
#include <vector>

namespace shardproof::oracle {
namespace {

using data::Observation;
using exact::Fraction;
using exact::Int128;
using exact::Integer;
using exact::UInt128;

/// One pass to see whether 128 bits suffice: with n < 2^a and |x| < 2^b a deviation n·x − Σx is below
/// 2^(a+b+1), and the sum of n of their squares below 2^(3a+2b+2).
struct Bounds {
  bool are_int64 = true;
  UInt128 count = 0;
  std::uint64_t largest = 0;

  bool fit_128_bits() const {
    return are_int64 &&
           3 * exact::bit_length(count) + 2 * exact::bit_length(UInt128{largest}) + 2 <= 127;
  }
};

Bounds bounds_of(std::span<const Observation> observations) {
  Bounds bounds;
  for (const auto& observation : observations) {
    const auto value = observation.value.as_int64();
    if (!value) {
      bounds.are_int64 = false;
      return bounds;
    }
    const auto magnitude =
        *value < 0 ? ~static_cast<std::uint64_t>(*value) + 1 : static_cast<std::uint64_t>(*value);
    bounds.largest = std::max(bounds.largest, magnitude);
    bounds.count += observation.times;
  }
  return bounds;
}

Integer to_integer(UInt128 value) {
  return (Integer(static_cast<std::uint64_t>(value >> 64)) << 64) |
         Integer(static_cast<std::uint64_t>(value));
}

Fraction variance_in_128_bits(std::span<const Observation> observations, UInt128 count) {
  const auto n = static_cast<Int128>(count);
  Int128 sum = 0;
  for (const auto& [value, times, special] : observations)
    sum += *value.as_int64() * static_cast<Int128>(times);
  Int128 squares = 0;
  for (const auto& [value, times, special] : observations) {
    const Int128 deviation = n * *value.as_int64() - sum;
    squares += deviation * deviation * static_cast<Int128>(times);
  }
  const Integer big_n = to_integer(count);
  return {to_integer(static_cast<UInt128>(squares)), big_n * big_n * big_n, 0};
}

/// Every value is an integer × 2^exponent with the smallest exponent that occurs.
Fraction variance_over_common_exponent(std::span<const Observation> observations) {
  int exponent = 0;
  for (const auto& observation : observations)
    exponent = std::min(exponent, observation.value.exponent());

  std::vector<Integer> scaled;
  scaled.reserve(observations.size());
  Integer n = 0;
  Integer sum = 0;
  for (const auto& [value, times, special] : observations) {
    scaled.push_back(value.mantissa() << (value.exponent() - exponent));
    n += times;
    sum += scaled.back() * times;
  }
  Integer squares = 0;
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    const Integer deviation = n * scaled[i] - sum;
    squares += deviation * deviation * observations[i].times;
  }
  return {squares, n * n * n, 2 * exponent};
}

}  // namespace

std::optional<Fraction> population_variance(std::span<const Observation> observations) {
  if (observations.empty()) return std::nullopt;
  const Bounds bounds = bounds_of(observations);
  return bounds.fit_128_bits() ? variance_in_128_bits(observations, bounds.count)
                               : variance_over_common_exponent(observations);
}

std::optional<Fraction> mean(std::span<const Observation> observations) {
  if (observations.empty()) return std::nullopt;
  exact::Dyadic sum;
  for (const auto& [value, times, special] : observations)
    sum += value * exact::Dyadic(Integer(times));
  return Fraction{sum.mantissa(), data::count(observations), sum.exponent()};
}

}  // namespace shardproof::oracle
