/// From a trial that did not hold to a finding: shrunk, judged again, and filed under a law.
#pragma once

#include <span>
#include <vector>

#include "shardproof/search/block.hpp"
#include "shardproof/search/run_record.hpp"
#include "shardproof/search/shrink.hpp"

namespace shardproof::search {

/// A hit to be worked up.
struct FindingRequest {
  const subject::Subject* subject = nullptr;
  law::Expect expect = law::Expect::contract;
  data::RungId rung = data::RungId::fixtures;
  const Hit* hit = nullptr;
  bool is_first = false;            ///< of all trials of the small scope
  std::uint64_t trials_before = 0;  ///< judged on the rungs below
};

struct FindingOptions {
  ShrinkBudget shrink = {};
  unsigned jobs = 1;
};

/// One finding a request, in their order. The small scope's first failure is the smallest there is and the fixtures
/// are known cases, so these are kept as they are; any other hit is shrunk inside its rung and its kind of verdict.
std::vector<Finding> find_all(std::span<const FindingRequest> requests,
                              const FindingOptions& options);

}  // namespace shardproof::search
