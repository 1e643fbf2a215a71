#include "shardproof/wire/exact_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

using exact::Problem;

Problem not_a_number(std::string what) {
  return {.kind = Problem::Kind::malformed, .what = std::move(what), .where = {}, .hint = {}};
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.size() <= kMostDigits &&
         std::ranges::all_of(text, [](char c) { return '0' <= c && c <= '9'; });
}

/// The start of `text`, fit for a message. Cut between characters, so that it stays UTF-8.
std::string quoted(const std::string& text) {
  constexpr std::size_t kLongest = 40;
  auto end = std::min(text.size(), kLongest);
  while (end > 0 && end < text.size() && (text[end] & 0xC0) == 0x80) --end;
  return dump(end < text.size() ? text.substr(0, end) + "…" : text);
}

/// Without leading zeros, since Boost reads those as octal.
exact::Integer integer_of(std::string_view digits) {
  const auto first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? exact::Integer(0)
                                         : exact::Integer(std::string(digits.substr(first)));
}

exact::Result<exact::Dyadic> dyadic_from_quotient(const std::string& text) {
  const bool negative = text.starts_with('-');
  const auto magnitude = std::string_view(text).substr(negative ? 1 : 0);
  const auto slash = std::min(magnitude.find('/'), magnitude.size());
  const auto above = magnitude.substr(0, slash);
  const auto below = magnitude.substr(std::min(slash + 1, magnitude.size()));
  if (!is_digits(above) || !is_digits(below)) return not_a_number(quoted(text) + " is no number");
  const auto numerator = negative ? -integer_of(above) : integer_of(above);
  const auto denominator = integer_of(below);
  if (denominator.is_zero() || !(denominator & (denominator - 1)).is_zero()) {
    return not_a_number("the denominator of " + quoted(text) + " is not a power of two");
  }
  return exact::Dyadic(numerator, 1 - static_cast<int>(exact::bit_length(denominator)));
}

}  // namespace

Value to_json(const exact::Dyadic& value) {
  if (value.is_integer()) return value.mantissa();
  if (const auto held = value.as_double()) return *held;
  return exact::to_text(value);
}

void append(std::string& out, const exact::Dyadic& value) {
  if (const auto small = value.as_int64()) {
    std::array<char, 24> digits;  // NOLINT: filled by to_chars
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *small).ptr;
    out.append(digits.data(), end);
  } else if (value.is_integer() || value.as_double()) {
    out += exact::to_text(value);
  } else {
    out += '"' + exact::to_text(value) + '"';
  }
}

void append_as_double(std::string& out, const exact::Dyadic& value) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 53;
  const auto small = value.as_int64();
  if (small && -kLimit < *small && *small < kLimit) {
    append(out, value);
  } else {
    out += exact::to_text(value.as_double().value());
  }
}

exact::Result<exact::Dyadic> dyadic_from(const Value& value) {
  if (const auto* number = value.number()) return number->value();
  const auto* text = value.string();
  if (text == nullptr) return not_a_number(std::string(value.kind()) + " where a number belongs");
  if (*text == "NaN" || *text == "Infinity" || *text == "-Infinity") {
    return Problem{.kind = Problem::Kind::out_of_domain,
                   .what = *text + " is not finite",
                   .where = {},
                   .hint = {}};
  }
  return dyadic_from_quotient(*text);
}

}  // namespace shardproof::wire
