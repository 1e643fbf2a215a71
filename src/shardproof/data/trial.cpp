#include "shardproof/data/trial.hpp"

#include <cstddef>

namespace shardproof::data {
namespace {

bool is_zero(const StraySums& stray) {
  return stray == StraySums{};
}

std::string to_text(std::span<const Observation> part) {
  std::string text = "[";
  for (const auto& observation : part) {
    if (text.size() > 1) text += ", ";
    text += to_text(observation);
  }
  return text + "]";
}

}  // namespace

Trial trial_of(const std::vector<PartValues>& parts, const MergePlan& plan) {
  Trial trial;
  trial.plan = plan;
  trial.partition.parts.reserve(parts.size());
  for (const auto& part : parts) {
    trial.partition.parts.push_back({.size = part.observations.size(), .stray = part.stray});
    trial.dataset.observations.insert(
        trial.dataset.observations.end(), part.observations.begin(), part.observations.end());
  }
  return trial;
}

std::vector<std::span<const Observation>> views_of(const Trial& trial) {
  std::vector<std::span<const Observation>> views;
  views.reserve(trial.partition.parts.size());
  std::span<const Observation> rest = trial.dataset.observations;
  for (const auto& part : trial.partition.parts) {
    views.push_back(rest.first(part.size));
    rest = rest.subspan(part.size);
  }
  return views;
}

std::vector<PartValues> parts_of(const Trial& trial) {
  std::vector<PartValues> parts;
  parts.reserve(trial.partition.parts.size());
  const auto views = views_of(trial);
  for (std::size_t i = 0; i < views.size(); ++i) {
    parts.push_back({.observations = {views[i].begin(), views[i].end()},
                     .stray = trial.partition.parts[i].stray});
  }
  return parts;
}

std::string to_text(const Trial& trial) {
  std::string text = trial.partition.parts.empty() ? "(no workers)" : "";
  const auto views = views_of(trial);
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (i > 0) text += " | ";
    text += to_text(views[i]);
    const auto& stray = trial.partition.parts[i].stray;
    if (!is_zero(stray)) {
      text += " reporting (" + exact::to_text(stray.sum) + ", " + exact::to_text(stray.sumsq) + ")";
    }
  }
  if (trial.plan.shape != PlanShape::all_at_once) text += ", " + to_text(trial.plan);
  return text;
}

}  // namespace shardproof::data
