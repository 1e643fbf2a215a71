/// Generators of hostile numbers for the properties of exact/ and aggregate/.
///
/// RapidCheck's own doubles are never subnormal, huge or an exact tie, and its integers grow with
/// the size parameter; these are made from random words. They do not shrink: a counterexample here
/// is a few numbers.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "shardproof/exact/dyadic.hpp"
#include "shardproof/exact/fraction.hpp"

namespace shardproof::props {

/// The random words that one test case draws on.
class Words {
 public:
  explicit Words(const rc::Random& random) : random_(random) {}

  std::uint64_t word() { return random_.next(); }

  /// 0 … count − 1.
  int below(int count) { return static_cast<int>(word() % static_cast<std::uint64_t>(count)); }

  int between(int low, int high) { return low + below(high - low + 1); }

  bool coin() { return (word() & 1) != 0; }

  /// Any finite double: every exponent is equally likely.
  double any_double() {
    const double value = std::bit_cast<double>(word());
    return std::isfinite(value) ? value : std::ldexp(static_cast<double>(word() >> 12), -1074);
  }

  /// A double of a size met in practice, or a short one, or any.
  double hard_double() {
    switch (below(6)) {
      case 0:
        return any_double();
      case 1:
        return static_cast<double>(between(-4, 4));
      case 2:
        return std::ldexp(coin() ? 1.0 : -1.0, between(-40, 40));
      case 3:
        return static_cast<double>(between(-1000, 1000)) / 10;
      case 4:
        return 1e9 + static_cast<double>(between(-1000, 1000)) / 10;
      default:
        return std::ldexp(static_cast<double>(static_cast<std::int64_t>(word())),
                          between(-80, -40));
    }
  }

  /// An integer of any width up to 63 bits, either sign.
  std::int64_t hard_int64() {
    const auto magnitude = static_cast<std::int64_t>(word() >> between(1, 63));
    return coin() ? magnitude : -magnitude;
  }

  /// An integer of up to `bits` bits, either sign.
  exact::Integer integer(int bits) {
    exact::Integer value = 0;
    for (int done = 0; done < bits; done += 64) value = (value << 64) + word();
    value >>= (bits + 63) / 64 * 64 - between(0, bits);
    return coin() ? value : exact::Integer(-value);
  }

  /// A double next to `value`, or itself.
  double beside(double value) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double next = std::nextafter(value, coin() ? kInfinity : -kInfinity);
    return below(3) == 0 || !std::isfinite(next) ? value : next;
  }

 private:
  rc::Random random_;
};

/// Test cases by `make(words)`, each from one random word.
template <class Make>
auto from_words(Make make) {
  using Made = decltype(make(std::declval<Words&>()));
  return rc::Gen<Made>([make](const rc::Random& random, int /*size*/) {
    Words words(random);
    return rc::shrinkable::just(make(words));
  });
}

inline exact::Rational rational(double value) {
  return to_rational(*exact::Dyadic::from_double(value));
}

inline exact::Rational absolute(const exact::Rational& value) {
  return value < 0 ? exact::Rational(-value) : value;
}

/// Whether the last bit of the double's mantissa is 0.
inline bool is_even(double value) {
  return (std::bit_cast<std::uint64_t>(value) & 1) == 0;
}

}  // namespace shardproof::props
