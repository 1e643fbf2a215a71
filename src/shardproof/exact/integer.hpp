/// Integers of any size, and the helpers that the exact rooms share.
///
/// With `rational.hpp` and `result.hpp` the only headers that name Boost: everything above `exact/`
/// uses these names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>

namespace shardproof::exact {

/// An integer of any size. Up to 128 bits it allocates nothing. Expression templates are off, so
/// that `auto` holds a value.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// Bits of the magnitude: 0 for 0, 1 for ±1, 3 for ±4.
inline std::size_t bit_length(const Integer& value) {
  return value.is_zero() ? 0 : boost::multiprecision::msb(boost::multiprecision::abs(value)) + 1;
}

/// Bits of `value`: 0 for 0.
constexpr int bit_length(UInt128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  return high != 0 ? 128 - __builtin_clzll(high) : (low != 0 ? 64 - __builtin_clzll(low) : 0);
}

/// |value|, the lowest Int128 included.
constexpr UInt128 magnitude(Int128 value) {
  return value < 0 ? -static_cast<UInt128>(value) : static_cast<UInt128>(value);
}

/// |value|, where 128 bits hold it.
inline std::optional<UInt128> magnitude_in_128(const Integer& value) {
  const auto& backend = value.backend();
  if (backend.size() > 2) return std::nullopt;
  const UInt128 low = static_cast<std::uint64_t>(backend.limbs()[0]);
  return backend.size() < 2 ? low
                            : low | (UInt128{static_cast<std::uint64_t>(backend.limbs()[1])} << 64);
}

/// `value` as a 64-bit integer, where it is one.
inline std::optional<std::int64_t> to_int64(const Integer& value) {
  // One limb or none can hold it: the common case is decided without a comparison of big integers.
  if (value.backend().size() > 1) return std::nullopt;
  const auto limb = static_cast<std::uint64_t>(*value.backend().limbs());
  if (value.backend().sign()) {
    if (limb > std::uint64_t{1} << 63) return std::nullopt;
    return static_cast<std::int64_t>(~limb + 1);
  }
  if (limb > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return std::nullopt;
  return static_cast<std::int64_t>(limb);
}

/// The greatest common divisor, not negative; gcd(0, x) is |x|.
inline Integer gcd(const Integer& left, const Integer& right) {
  return boost::multiprecision::gcd(left, right);
}

/// base^exponent.
inline Integer power(const Integer& base, unsigned exponent) {
  return boost::multiprecision::pow(base, exponent);
}

/// The largest integer that is not above numerator / denominator, denominator > 0.
inline Integer floor_quotient(const Integer& numerator, const Integer& denominator) {
  Integer quotient;
  Integer remainder;
  boost::multiprecision::divide_qr(numerator, denominator, quotient, remainder);
  return remainder.sign() < 0 ? Integer(quotient - 1) : quotient;
}

/// The integer written in decimal digits, with a minus sign if negative.
inline std::string to_text(const Integer& value) {
  return value.str();
}

}  // namespace shardproof::exact
