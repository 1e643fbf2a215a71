/// Simpler trials: the steps by which a counterexample shrinks.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "shardproof/data/trial.hpp"

namespace shardproof::search {

/// Receives one candidate after the other; true ends the enumeration.
using Visit = std::function<bool(data::Trial)>;

/// A kind of step: offers `visit` canonical candidates made from the canonical `trial`, boldest first, and returns
/// whether it was stopped. Candidates may repeat and need not be simpler: whoever takes one compares.
using Step = bool (*)(const data::Trial& trial, const Visit& visit);

/// Every kind of step in the order in which they are tried: fewer workers, fewer observations, smaller
/// multiplicities, whole-trial steps (translate to zero, divide by the common divisor, merge two workers), smaller
/// magnitudes, then non-negative, then the order of the workers; at the end several small
/// edits at a time, for the minimums that single steps do not reach.
std::span<const Step> steps();

/// The candidates of every step but the last that are simpler than `trial`, in order: RapidCheck's shrink tree.
std::vector<data::Trial> simpler(const data::Trial& trial);

}  // namespace shardproof::search
