#include "shardproof/data/dataset.hpp"

#include <algorithm>

#include "shardproof/exact/double_text.hpp"

namespace shardproof::data {

exact::Integer count(std::span<const Observation> observations) {
  exact::Integer total = 0;
  for (const auto& observation : observations) total += observation.times;
  return total;
}

bool are_finite(std::span<const Observation> observations) {
  return std::ranges::all_of(
      observations, [](const auto& observation) { return observation.special == Special::none; });
}

std::string_view to_text(Special special) {
  switch (special) {
    case Special::none:
      return "";
    case Special::nan:
      return "NaN";
    case Special::infinity:
      return "Infinity";
    case Special::minus_infinity:
      return "-Infinity";
  }
  return "?";
}

namespace {

/// The number in digits; a long integer that a double holds as the double's short text, which is as exact.
std::string number_text(const exact::Dyadic& value) {
  constexpr std::size_t kLongest = 24;
  std::string text = exact::to_text(value);
  if (text.size() <= kLongest || !value.is_integer()) return text;
  const auto held = value.as_double();
  return held ? exact::to_text(*held) : text;
}

}  // namespace

std::string to_text(const Observation& observation) {
  std::string text = observation.special == Special::none
                         ? number_text(observation.value)
                         : std::string(to_text(observation.special));
  if (observation.times != 1) text += " x" + std::to_string(observation.times);
  return text;
}

}  // namespace shardproof::data
