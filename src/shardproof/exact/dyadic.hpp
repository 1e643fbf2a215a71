/// Dyadic rationals: every integer and every finite double, exactly.
#pragma once

#include <optional>
#include <string>

#include "shardproof/exact/integer.hpp"
#include "shardproof/exact/rational.hpp"

namespace shardproof::exact {

/// An integer of any size divided by a power of two: mantissa × 2^exponent, exponent ≤ 0.
///
/// Closed under +, − and ×, and it holds every finite double, so sums and sums of squares of
/// doubles are exact in it. One form for each value: an integer has exponent 0, anything else an
/// odd mantissa. Integers up to 128 bits allocate nothing. There is no signed zero.
class Dyadic {
 public:
  Dyadic() = default;

  // NOLINTBEGIN(google-explicit-constructor): exact
  Dyadic(std::int64_t value) : mantissa_(value) {}

  Dyadic(Integer value) : mantissa_(std::move(value)) {}

  // NOLINTEND(google-explicit-constructor)

  /// mantissa × 2^exponent, any exponent.
  Dyadic(Integer mantissa, int exponent);

  /// The exact value of a finite double; none for NaN and the infinities.
  static std::optional<Dyadic> from_double(double value);

  const Integer& mantissa() const { return mantissa_; }

  int exponent() const { return exponent_; }

  int sign() const { return mantissa_.sign(); }

  bool is_integer() const { return exponent_ == 0; }

  /// The value as a 64-bit integer, where it is one.
  std::optional<std::int64_t> as_int64() const {
    return exponent_ == 0 ? to_int64(mantissa_) : std::nullopt;
  }

  /// The value as a double, where a double holds it exactly; no rounding ever.
  std::optional<double> as_double() const;

  friend Dyadic operator+(const Dyadic& left, const Dyadic& right);
  friend Dyadic operator-(const Dyadic& left, const Dyadic& right);
  friend Dyadic operator*(const Dyadic& left, const Dyadic& right);

  friend Dyadic operator-(const Dyadic& value) { return Dyadic(0) - value; }

  Dyadic& operator+=(const Dyadic& other) { return *this = *this + other; }

  friend bool operator==(const Dyadic& left, const Dyadic& right) {
    return left.exponent_ == right.exponent_ && left.mantissa_ == right.mantissa_;
  }

  friend bool operator<(const Dyadic& left, const Dyadic& right) {
    return (left - right).sign() < 0;
  }

 private:
  Integer mantissa_ = 0;
  int exponent_ = 0;
};

/// |value|.
Dyadic abs(const Dyadic& value);

/// The same number as a fraction in lowest terms.
Rational to_rational(const Dyadic& value);

/// The integer in digits; else the shortest decimal that reads back as the same double, where a
/// double holds the value; else "n/d" in lowest terms. Each reads back as this value.
std::string to_text(const Dyadic& value);

}  // namespace shardproof::exact
