#include "shardproof/data/dataset.hpp"

#include <algorithm>

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

std::string to_text(const Observation& observation) {
  std::string text = observation.special == Special::none
                         ? exact::to_text(observation.value)
                         : std::string(to_text(observation.special));
  if (observation.times != 1) text += " x" + std::to_string(observation.times);
  return text;
}

}  // namespace shardproof::data
