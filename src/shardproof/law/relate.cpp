#include "shardproof/law/relate.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "shardproof/law/laws.hpp"

namespace shardproof::law {

using data::LawId;
using data::Part;
using data::Trial;
using exact::Dyadic;

Trial without_empty_parts(const Trial& trial) {
  Trial result = trial;
  std::erase_if(result.partition.parts, [](const Part& part) { return part.size == 0; });
  return result;
}

Trial with_empty_part(const Trial& trial, std::size_t index, const data::StraySums& stray) {
  Trial result = trial;
  result.partition.parts.insert(result.partition.parts.begin() + static_cast<std::ptrdiff_t>(index),
                                {.size = 0, .stray = stray});
  return result;
}

Trial unsplit(const Trial& trial) {
  Trial result = trial;
  result.partition.parts = {{.size = trial.dataset.observations.size(), .stray = {}}};
  return result;
}

Trial fully_split(const Trial& trial) {
  Trial result = trial;
  result.partition.parts.assign(trial.dataset.observations.size(), {.size = 1, .stray = {}});
  return result;
}

Trial with_parts_reversed(const Trial& trial) {
  auto parts = data::parts_of(trial);
  std::ranges::reverse(parts);
  return data::trial_of(parts, trial.plan);
}

Trial with_parts_rotated(const Trial& trial) {
  auto parts = data::parts_of(trial);
  if (!parts.empty()) std::rotate(parts.begin(), parts.begin() + 1, parts.end());
  return data::trial_of(parts, trial.plan);
}

Trial with_parts_merged(const Trial& trial, std::size_t index) {
  // Neighbours in worker order are neighbours in the dataset, so only the cut between them goes.
  Trial result = trial;
  auto& parts = result.partition.parts;
  const auto first = parts.begin() + static_cast<std::ptrdiff_t>(index);
  const std::size_t size = first->size + (first + 1)->size;
  *first = {.size = size, .stray = {}};
  parts.erase(first + 1);
  return result;
}

Trial shifted(const Trial& trial, const Dyadic& shift) {
  Trial result = trial;
  for (auto& observation : result.dataset.observations) observation.value += shift;
  return result;
}

Trial scaled(const Trial& trial, const Dyadic& factor) {
  Trial result = trial;
  for (auto& observation : result.dataset.observations)
    observation.value = observation.value * factor;
  return result;
}

Trial replicated(const Trial& trial) {
  Trial result = trial;
  for (auto& observation : result.dataset.observations) {
    if (observation.times > std::numeric_limits<std::uint64_t>::max() / 2) return trial;
    observation.times *= 2;
  }
  return result;
}

namespace {

/// The seed's stray sums: `[0, 99, 999]`.
const data::StraySums& seed_stray() {
  static const data::StraySums kStray{.sum = 99, .sumsq = 999};
  return kStray;
}

std::vector<Related> with_and_without_empty_parts(const Trial& trial) {
  const std::size_t parts = trial.partition.parts.size();
  return {{.trial = without_empty_parts(trial)},
          {.trial = with_empty_part(trial, 0, seed_stray())},
          {.trial = with_empty_part(trial, parts / 2, seed_stray())},
          {.trial = with_empty_part(trial, parts, {})},
          {.trial = with_empty_part(trial, parts, seed_stray())}};
}

/// Enough to see a merge that depends on the split; one part an observation for all would be quadratic.
constexpr std::size_t kMostParts = 64;

std::vector<Related> other_splits(const Trial& trial) {
  std::vector<Related> related = {{.trial = unsplit(trial)}};
  if (trial.dataset.observations.size() <= kMostParts)
    related.push_back({.trial = fully_split(trial)});
  return related;
}

std::vector<Related> regroupings(const Trial& trial) {
  std::vector<Related> related;
  const std::size_t parts = trial.partition.parts.size();
  if (parts >= 2) related.push_back({.trial = with_parts_merged(trial, 0)});
  if (parts >= 3) related.push_back({.trial = with_parts_merged(trial, parts - 2)});
  return related;
}

}  // namespace

std::vector<Related> related_trials(LawId law, const Trial& trial) {
  switch (law) {
    case LawId::empty_worker:
      return with_and_without_empty_parts(trial);
    case LawId::partition_invariance:
      return trial.dataset.observations.empty() ? std::vector<Related>{} : other_splits(trial);
    case LawId::worker_order:
      return {{.trial = with_parts_reversed(trial)}, {.trial = with_parts_rotated(trial)}};
    case LawId::shift:
      return {{.trial = shifted(trial, 1)}, {.trial = shifted(trial, -3)}};
    case LawId::scale:
      return {{.trial = scaled(trial, 2), .factor = 4}, {.trial = scaled(trial, -1)}};
    case LawId::replication:
      return {{.trial = replicated(trial)}};
    case LawId::regrouping:
      return regroupings(trial);
    default:
      return {};
  }
}

}  // namespace shardproof::law
