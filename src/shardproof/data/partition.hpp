/// Partitions: how a dataset was split over the workers.
#pragma once

#include <cstddef>
#include <vector>

#include "shardproof/data/dataset.hpp"

namespace shardproof::data {

/// Sums that a worker with no observations reports all the same: `[0, 99, 999]`. The contract ignores them.
struct StraySums {
  exact::Dyadic sum;
  exact::Dyadic sumsq;

  friend bool operator==(const StraySums&, const StraySums&) = default;
};

/// One worker's share: the next `size` entries of the dataset.
struct Part {
  std::size_t size = 0;  ///< entries, not observations: an entry may count many times
  StraySums stray;       ///< reported in place of zeros where `size` is 0; zeros otherwise

  friend bool operator==(const Part&, const Part&) = default;
};

/// The parts in worker order. Their sizes sum to the dataset's number of entries.
struct Partition {
  std::vector<Part> parts;

  friend bool operator==(const Partition&, const Partition&) = default;
};

}  // namespace shardproof::data
