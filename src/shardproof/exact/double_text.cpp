#include "shardproof/exact/double_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace shardproof::exact {
namespace {

/// Python's `repr` writes digits positionally while the decimal point falls in −4 < point ≤ 16 and
/// with an exponent otherwise (its format 'r', float_repr_style "short").
constexpr int kSmallestPoint = -4;
constexpr int kLargestPoint = 16;

// Appends piece by piece: g++ 12 takes "literal" + string for an overlapping copy and warns.

std::string positional(const std::string& digits, int point) {
  const int count = static_cast<int>(digits.size());
  std::string text;
  if (point <= 0) return text.append("0.").append(static_cast<std::size_t>(-point), '0') += digits;
  text = digits;
  if (point < count) return text.insert(static_cast<std::size_t>(point), 1, '.');
  return text.append(static_cast<std::size_t>(point - count), '0').append(".0");
}

std::string with_exponent(const std::string& digits, int point) {
  const int exponent = point - 1;
  std::string text = digits.substr(0, 1);
  if (digits.size() > 1) text.append(1, '.').append(digits, 1);
  text.append(exponent < 0 ? "e-" : "e+");
  if (std::abs(exponent) < 10) text.append(1, '0');
  return text += std::to_string(std::abs(exponent));
}

}  // namespace

std::string to_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (value == 0) return "0.0";

  // "d.ddde±xx": the shortest digits, wherever the point will go.
  std::array<char, 32> buffer{};
  const auto written = std::to_chars(
      buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data()));
  const auto e = text.find('e');
  std::string digits(text.substr(0, 1));
  if (e > 1) digits += text.substr(2, e - 2);
  const int point = std::atoi(text.data() + e + 1) + 1;

  const bool plain = kSmallestPoint < point && point <= kLargestPoint;
  std::string unsigned_text = plain ? positional(digits, point) : with_exponent(digits, point);
  return value < 0 ? unsigned_text.insert(0, 1, '-') : unsigned_text;
}

}  // namespace shardproof::exact
