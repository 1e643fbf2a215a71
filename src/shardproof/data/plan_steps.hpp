/// From a trial's plan to its steps, and what each read must see.
#pragma once

#include <vector>

#include "shardproof/data/trial.hpp"

namespace shardproof::data {

/// The steps of the trial's plan: the parts' observations are accumulated into the slots 0 … parts − 1, in order, and
/// merged; what is read last is the whole (after `self_merge` and `doubling` the whole several times, after
/// `retraction` all parts but the last). O(observations' entries + parts).
PlanSteps steps_of(const Trial& trial);

/// The observations that each read must account for, in the reads' order: entries of the dataset with the
/// multiplicities that the plan gives them. Pure bookkeeping, without arithmetic on values.
///
/// A synchronised slot holds what all workers had seen at the last synchronisation and what it has seen since.
std::vector<std::vector<Observation>> seen_by_reads(const Trial& trial);

/// Whether a plan's last read sees each observation of the dataset once.
bool reads_the_dataset(const MergePlan& plan);

/// Whether every one of its reads does.
bool every_read_is_whole(const MergePlan& plan);

/// The same as `seen_by_reads` for the last read alone, which is what the trial's answer is about.
std::vector<Observation> seen_by_last_read(const Trial& trial);

}  // namespace shardproof::data
