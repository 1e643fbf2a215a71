/// Shrinking: from a counterexample to the simplest one within reach.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "shardproof/data/trial.hpp"

namespace shardproof::search {

/// When shrinking stops at the latest.
struct ShrinkBudget {
  std::uint64_t evaluations = 50'000;  ///< calls of `fails`
  std::optional<std::chrono::milliseconds> time =
      {};  ///< none by default: the same seed gives the same record
};

/// Where shrinking ended.
struct Shrunk {
  data::Trial trial;        ///< canonical, fails, and no simpler than anything tried that fails
  std::uint64_t steps = 0;  ///< how often a simpler failing trial was found
  std::uint64_t evaluations = 0;  ///< how often `fails` was asked
  bool complete = true;           ///< false where the budget ended it
};

/// The simplest trial that `fails`, starting from `trial`, which does. Whoever calls keeps rung and law in `fails`.
///
/// Takes the first simpler failing candidate of a kind of step, over and over, then the next kind, until none
/// of them helps (`steps` in simpler.hpp). Ends, because each one taken is strictly simpler. Deterministic unless the
/// time budget is set.
Shrunk shrink(const data::Trial& trial,
              const std::function<bool(const data::Trial&)>& fails,
              const ShrinkBudget& budget = {});

}  // namespace shardproof::search
