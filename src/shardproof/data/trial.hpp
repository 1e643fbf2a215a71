/// Trials: one question to a subject.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "shardproof/data/dataset.hpp"
#include "shardproof/data/merge_plan.hpp"
#include "shardproof/data/partition.hpp"

namespace shardproof::data {

/// A dataset, how it was split, and how the parts are merged: all that a replay needs.
struct Trial {
  Dataset dataset;
  Partition partition;
  MergePlan plan = {};

  friend bool operator==(const Trial&, const Trial&) = default;
};

/// One part by itself: its observations, or the stray sums of an empty one.
struct PartValues {
  std::vector<Observation> observations;
  StraySums stray = {};

  friend bool operator==(const PartValues&, const PartValues&) = default;
};

/// The trial with these parts, in order, and this plan.
Trial trial_of(const std::vector<PartValues>& parts, const MergePlan& plan = {});

/// The parts of a trial, in worker order: `trial_of(parts_of(trial), trial.plan) == trial`.
std::vector<PartValues> parts_of(const Trial& trial);

/// The observations of each part, in worker order: views into `trial`.
std::vector<std::span<const Observation>> views_of(const Trial& trial);

/// For people: `[0, 1 x3] | [2] | []`, with the stray sums of an empty part after it: `[] reporting (0, 1)`.
/// No part at all is `(no workers)`. A plan follows, save all_at_once: `[0] | [1], self-merge`.
std::string to_text(const Trial& trial);

}  // namespace shardproof::data
