/// Datasets: what was observed, exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shardproof/exact/dyadic.hpp"

namespace shardproof::data {

/// `value`, observed `times` times. A multiplicity costs nothing, so that counts of 2^40 can be tried.
struct Observation {
  exact::Dyadic value;
  std::uint64_t times = 1;  ///< ≥ 1

  friend bool operator==(const Observation&, const Observation&) = default;
};

/// Observations in the order in which a partition cuts them. One value may stand in several places.
struct Dataset {
  std::vector<Observation> observations;

  friend bool operator==(const Dataset&, const Dataset&) = default;
};

/// How many observations there are, multiplicities counted.
exact::Integer count(std::span<const Observation> observations);

}  // namespace shardproof::data
