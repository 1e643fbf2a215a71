/// Trials for tests, written as they are drawn: `trial({{0, 1}, {}, {2}})`.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <vector>

#include "shardproof/data/trial.hpp"

namespace shardproof::data {

/// How a failing test shows it.
inline void PrintTo(const Trial& trial, std::ostream* out) {
  *out << to_text(trial);
}

/// The same for RapidCheck.
inline void showValue(const Trial& trial, std::ostream& out) {
  out << to_text(trial);
}

/// A part of integers, each observed once.
inline PartValues part(std::initializer_list<std::int64_t> values) {
  PartValues part;
  for (const auto value : values) part.observations.push_back({.value = value});
  return part;
}

/// A part without observations that reports sums all the same.
inline PartValues stray_part(std::int64_t sum, std::int64_t sumsq) {
  return {.observations = {}, .stray = {.sum = sum, .sumsq = sumsq}};
}

/// A trial whose parts are all of integers.
inline Trial trial(std::initializer_list<std::initializer_list<std::int64_t>> parts) {
  std::vector<PartValues> values;
  for (const auto& observations : parts) values.push_back(part(observations));
  return trial_of(values);
}

}  // namespace shardproof::data
