/// Datasets: what was observed, exactly.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shardproof/exact/dyadic.hpp"

namespace shardproof::data {

/// What an observation is instead of a number: the nonfinite rung's, which only subjects with a state are asked.
enum class Special : std::uint8_t { none, nan, infinity, minus_infinity };

/// `value`, observed `times` times. A multiplicity costs nothing, so that counts of 2^40 can be tried.
struct Observation {
  exact::Dyadic value;      ///< 0 where `special` says otherwise
  std::uint64_t times = 1;  ///< ≥ 1
  Special special = Special::none;

  friend bool operator==(const Observation&, const Observation&) = default;
};

/// Observations in the order in which a partition cuts them. One value may stand in several places.
struct Dataset {
  std::vector<Observation> observations;

  friend bool operator==(const Dataset&, const Dataset&) = default;
};

/// How many observations there are, multiplicities counted.
exact::Integer count(std::span<const Observation> observations);

/// Whether all of them are numbers: only then they have a variance.
bool are_finite(std::span<const Observation> observations);

/// "NaN", "Infinity", "-Infinity", "" for none
std::string_view to_text(Special special);

/// "0.5", "1 x3", "Infinity"; a long integer that a double holds as that double, "1e+40"
std::string to_text(const Observation& observation);

}  // namespace shardproof::data
