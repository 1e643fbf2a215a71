/// States as text: a name and numbers, each of which reads back as the same bits. Shared by the
/// sources of this room.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace shardproof::aggregate {

/// `text` with " number" after it: digits of integers, the shortest decimal of doubles.
template <class Number>
void append_number(std::string& text, Number number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text += ' ';
  text.append(digits.data(), end);
}

/// "name number number …"
template <class... Numbers>
std::string encode_state(std::string_view name, Numbers... numbers) {
  std::string text(name);
  (append_number(text, numbers), ...);
  return text;
}

/// Takes " number" from the front of `text`; false, with `text` spoilt, if there is none.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
  if (!text.starts_with(' ')) return false;
  text.remove_prefix(1);
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return true;
}

/// The inverse of `encode_state`. Throws std::invalid_argument for anything that it cannot have
/// written: another name, a number too few or too many, a count below zero or above 2^64.
template <class... Numbers>
void decode_state(std::string_view text, std::string_view name, Numbers&... numbers) {
  std::string_view rest = text;
  const bool named = rest.starts_with(name);
  if (named) rest.remove_prefix(name.size());
  if (!named || !(take_number(rest, numbers) && ...) || !rest.empty()) {
    throw std::invalid_argument("not an encoded " + std::string(name) +
                                " state: " + std::string(text.substr(0, 80)));
  }
}

}  // namespace shardproof::aggregate
