/// The small scope: every small trial there is, simplest first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shardproof/data/trial.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

inline constexpr int kSmallWorkers = 4;       ///< at most
inline constexpr int kSmallObservations = 5;  ///< at most, over all workers
inline constexpr int kSmallMagnitude = 2;     ///< values in −2…2
inline constexpr int kSmallStrays =
    3;  ///< stray sums (0, 0), (0, 1) and (1, 0): each alone is enough to be seen

/// How many trials the small scope has for subjects of that kind.
std::size_t small_scope_size(subject::Kind kind = subject::Kind::merge);

/// Trial `index` of the small scope. Each multiset of values for each worker in turn, and for each empty worker each
/// pair of stray sums, occurs exactly once; the trials ascend in the order of `is_simpler`, so the first
/// that fails is the smallest that there is: certified by exhaustion. O(1) after the first call, which sorts
/// the scope (about 0.1 s) and is safe from several threads.
///
/// A merge's trials are all at once. A state's have no stray sums and the observations of each part ascending, each
/// with every plan that is a different one for so many parts: folds and trees on up to 4 workers, what is done between
/// merges on up to 2; without `random_tree`, because all orders of the workers are there anyway; doubling once.
data::Trial small_trial(std::size_t index, subject::Kind kind = subject::Kind::merge);

/// Whether `trial`, in canonical form, is in the small scope.
bool is_small(const data::Trial& trial);

}  // namespace shardproof::search
