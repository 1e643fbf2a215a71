/// Merge plans: in which order and shape the parts are merged.
#pragma once

namespace shardproof::data {

/// The order and shape of the merges. A subject of kind merge is handed all its summaries at once and
/// chooses for itself; a plan is for subjects that hold a state.
enum class MergePlan {
  all_at_once,  ///< one call with every summary, in worker order
};

}  // namespace shardproof::data
