/// Datasets for the oracle's tests.
#pragma once

#include <vector>

#include "shardproof/exact/round12.hpp"
#include "shardproof/oracle/population_variance.hpp"

namespace shardproof::oracle {

using Observations = std::vector<data::Observation>;

/// Integers, each observed once.
inline Observations of(const std::vector<std::int64_t>& values) {
  Observations observations;
  for (const auto value : values) observations.push_back({.value = value});
  return observations;
}

/// Doubles, each taken for exactly the number that it is.
inline Observations of_doubles(const std::vector<double>& values) {
  Observations observations;
  for (const auto value : values)
    observations.push_back({.value = *exact::Dyadic::from_double(value)});
  return observations;
}

/// The oracle's variance in lowest terms, of at least one observation.
inline exact::Rational variance(const Observations& observations) {
  return to_rational(*population_variance(observations));
}

/// The oracle's variance as the contract rounds it.
inline double contract_variance(const Observations& observations) {
  return *exact::round12(*population_variance(observations));
}

}  // namespace shardproof::oracle
