/// The other ways to call a state's merge: written once, for every state of this room.
#pragma once

#include <span>

namespace shardproof::aggregate {

/// `out` becomes the merge of `left` and `right`, either of which `out` may be. `State` may be a
/// type derived from one of ours: it is its own `merge` that is called.
template <class State>
void merge_into(const State& left, const State& right, State& out) {
  State merged = left;
  merged.merge(right);
  out = merged;
}

/// The merge of all `states`, from an empty one on, in order; of none the empty state.
template <class State>
State merge_all(std::span<const State> states) {
  State merged;
  for (const State& state : states) merged.merge(state);
  return merged;
}

}  // namespace shardproof::aggregate
