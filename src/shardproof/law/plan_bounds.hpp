/// How far a right state in doubles may be from the exact moments, for each read of a trial's plan.
#pragma once

#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/law/running_bound.hpp"

namespace shardproof::law {

/// One for each read: what a state that keeps n, a mean or a sum, and M2 in doubles may be off by after the steps that come
/// before the read, by the running error analysis of `running_bound.hpp`, which lists the formulas and derives the
/// constants. Rigorous for the very order of the plan; only `merge_all` and `synchronise`, where the order is the
/// state's own affair, are bounded for every order.
///
/// An observation that no double holds is bounded with its nearest double, off by u·|x|. O(observations, multiplicities
/// counted, + steps); about 50 ns each.
std::vector<ReadBounds> float64_bounds(const data::Trial& trial);

}  // namespace shardproof::law
