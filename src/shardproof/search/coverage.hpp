/// Coverage: what a rung's trials contained. A run that missed what it must contain is vacuous, never a pass.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/law/judge.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// Something about a trial that a wrong merge may depend on.
enum class Feature : std::uint8_t {
  no_observation,
  single_observation,
  one_worker,     ///< exactly one
  three_workers,  ///< at least three that have observations
  empty_first,
  empty_last,
  empty_between,  ///< an empty worker with observations before and after it
  stray_sums,     ///< an empty worker that reports sums
  equal_counts,   ///< at least two workers, all with the same count above 0
  unequal_counts,
  equal_means,  ///< at least two workers with equal means, and not all observations equal
  unequal_means,
  identical_workers,  ///< at least two with equal summaries, observations in them
  zero_sum_worker,    ///< a worker whose observations sum to 0 and are not all 0
  constant,           ///< at least two observations, all equal
  negative_value,
  fractional_value,
  large_count,     ///< at least 2^31 observations
  beyond_53_bits,  ///< an integer that a double would round
  tie_of_round12,  ///< a variance that lies exactly between two numbers of 12 decimals
  special_value,   ///< NaN or an infinity
  tree_plan,       ///< a right fold, a balanced or a random tree, of at least three parts
  repeated_reads,
  operands_read,
  round_trip,
  aliased_output,
  self_merge,
  doubled,
  retracted,  ///< with observations that are retracted
  synchronised,
};

inline constexpr std::size_t kFeatures = 30;

/// "empty worker first"
std::string_view to_text(Feature feature);

/// How many trials had each feature. Counts add: the coverage of a run is the sum of its blocks'.
struct Coverage {
  std::array<std::uint64_t, kFeatures> counts{};

  std::uint64_t of(Feature feature) const { return counts[static_cast<std::size_t>(feature)]; }

  void add(Feature feature) { ++counts[static_cast<std::size_t>(feature)]; }

  Coverage& operator+=(const Coverage& other);

  friend bool operator==(const Coverage&, const Coverage&) = default;
};

/// Adds the features of one trial, whose summaries are those of its parts. O(parts + entries).
void observe(Coverage& coverage,
             const data::Trial& trial,
             const std::vector<aggregate::Summary>& summaries,
             const law::OracleSays& oracle);

/// At least `per_mille` of a rung's trials, and at least one, must have `feature`.
struct Minimum {
  Feature feature = Feature::no_observation;
  std::uint64_t per_mille = 0;
};

/// A minimum that a run did not meet.
struct Shortfall {
  Feature feature = Feature::no_observation;
  std::uint64_t required = 0;
  std::uint64_t seen = 0;

  friend bool operator==(const Shortfall&, const Shortfall&) = default;
};

/// The minimums that `coverage` of `trials` trials misses.
std::vector<Shortfall> shortfalls(std::span<const Minimum> minimums,
                                  const Coverage& coverage,
                                  std::uint64_t trials);

}  // namespace shardproof::search
