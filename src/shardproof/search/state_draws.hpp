/// Random trials for states: what each rung asks of them, and by which plan.
#pragma once

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/search/draw.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

inline constexpr int kMostDoublings = 56;  ///< counts rung: past 2^53
inline constexpr int kLargestExponent =
    1023;  ///< scale rung, equal observations: up to the largest double

/// A trial of the rung for states that accumulate that number type. A state sees raw observations, so no sum of squares
/// limits them. Counts grow by doubling: no state could accumulate 2^40 observations one by one.
data::Trial draw_state_trial(data::RungId rung, subject::Numbers numbers, Draw& draw);

}  // namespace shardproof::search
