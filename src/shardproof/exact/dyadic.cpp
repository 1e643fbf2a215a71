#include "shardproof/exact/dyadic.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/fraction.hpp"

namespace shardproof::exact {

Dyadic::Dyadic(Integer mantissa, int exponent)
    : mantissa_(std::move(mantissa)), exponent_(exponent) {
  if (mantissa_.is_zero()) {
    exponent_ = 0;
  } else if (exponent_ > 0) {
    mantissa_ <<= exponent_;
    exponent_ = 0;
  } else if (exponent_ < 0) {
    const Integer magnitude = boost::multiprecision::abs(mantissa_);
    const int shift = std::min(static_cast<int>(boost::multiprecision::lsb(magnitude)), -exponent_);
    // Not `>>=` on a negative mantissa: it rounds towards minus infinity, which is the same here
    // (the bits are zero) but is emulated with a correction step.
    if (shift > 0) {
      mantissa_ =
          mantissa_.sign() < 0 ? Integer(-(magnitude >> shift)) : Integer(magnitude >> shift);
      exponent_ += shift;
    }
  }
}

std::optional<Dyadic> Dyadic::from_double(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return Dyadic(Integer(static_cast<std::int64_t>(std::ldexp(fraction, 53))), exponent - 53);
}

std::optional<double> Dyadic::as_double() const {
  if (const auto small = as_int64()) {
    const auto converted = static_cast<double>(*small);
    // 2^63 is not an int64, so the conversion back is only defined below it.
    if (converted < 0x1p63 && static_cast<std::int64_t>(converted) == *small) return converted;
    return std::nullopt;
  }
  const auto nearest = nearest_double(Fraction{mantissa_, 1, exponent_});
  if (!nearest || *from_double(*nearest) != *this) return std::nullopt;
  return nearest;
}

Dyadic operator+(const Dyadic& left, const Dyadic& right) {
  if (left.exponent_ == right.exponent_) return {left.mantissa_ + right.mantissa_, left.exponent_};
  const int common = std::min(left.exponent_, right.exponent_);
  return {(left.mantissa_ << (left.exponent_ - common)) +
              (right.mantissa_ << (right.exponent_ - common)),
          common};
}

Dyadic operator-(const Dyadic& left, const Dyadic& right) {
  if (left.exponent_ == right.exponent_) return {left.mantissa_ - right.mantissa_, left.exponent_};
  const int common = std::min(left.exponent_, right.exponent_);
  return {(left.mantissa_ << (left.exponent_ - common)) -
              (right.mantissa_ << (right.exponent_ - common)),
          common};
}

Dyadic operator*(const Dyadic& left, const Dyadic& right) {
  return {left.mantissa_ * right.mantissa_, left.exponent_ + right.exponent_};
}

Dyadic abs(const Dyadic& value) {
  return value.sign() < 0 ? -value : value;
}

Rational to_rational(const Dyadic& value) {
  return to_rational(Fraction{value.mantissa(), 1, value.exponent()});
}

std::string to_text(const Dyadic& value) {
  if (value.is_integer()) return to_text(value.mantissa());
  if (const auto exact = value.as_double()) return to_text(*exact);
  return to_text(to_rational(value));
}

}  // namespace shardproof::exact
