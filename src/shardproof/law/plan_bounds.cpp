#include "shardproof/law/plan_bounds.hpp"

#include <cmath>
#include <limits>
#include <span>

#include "shardproof/data/plan_steps.hpp"
#include "shardproof/exact/fraction.hpp"
#include "shardproof/law/running_bound.hpp"

namespace shardproof::law {
namespace {

RunningBound bound_of(const data::Observation& observation) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (observation.special != data::Special::none) return RunningBound::of(kInfinity, kInfinity);
  if (const auto exactly = observation.value.as_double()) return RunningBound::of(*exactly, 0);
  const double nearest =
      exact::nearest_double(
          exact::Fraction{observation.value.mantissa(), 1, observation.value.exponent()})
          .value_or(kInfinity);
  // Off by u·|x|; twice that, since the nearest double stands for x.
  return RunningBound::of(nearest, 0x1p-52 * std::abs(nearest) + 0x1p-1074);
}

/// Follows a plan as states do; each slot keeps apart what a synchronised worker does (`data::seen_by_reads`).
class Follower {
 public:
  Follower(const data::Trial& trial, std::size_t slots) : slots_(slots) {
    observations_.reserve(trial.dataset.observations.size());
    for (const auto& observation : trial.dataset.observations)
      observations_.push_back({.bound = bound_of(observation), .times = observation.times});
  }

  void take(const data::PlanStep& step) {
    using data::PlanOp;
    Slot& slot = slots_[step.slot];
    switch (step.op) {
      case PlanOp::accumulate:
        return repeat(step.other, [&](const RunningBound& x) { slot.fresh.accumulate(x); });
      case PlanOp::retract:
        return repeat(step.other, [&](const RunningBound& x) { slot.fresh.retract(x); });
      case PlanOp::merge:
        slot.fresh = merged(slot.fresh, slots_[step.other].fresh);
        return;
      case PlanOp::merge_into: {
        Slot whole = slot;
        whole.fresh = merged(whole.fresh, slots_[step.other].fresh);
        slots_[step.out] = whole;
        return;
      }
      case PlanOp::merge_all:
        slot = {.shared = {}, .fresh = merged(fresh_of(step.other))};
        return;
      case PlanOp::copy:
        slot = slots_[step.other];
        return;
      case PlanOp::synchronise:
        return synchronise(step.other);
      case PlanOp::round_trip:
      case PlanOp::read:
        return;
    }
  }

  ReadBounds read(std::size_t slot) const {
    return read_bounds(merged(slots_[slot].shared, slots_[slot].fresh));
  }

 private:
  struct Slot {
    RunningBound shared;
    RunningBound fresh;
  };

  struct Accumulated {
    RunningBound bound;
    std::uint64_t times;
  };

  template <class Do>
  void repeat(std::size_t entry, Do&& once) const {
    const Accumulated& observation = observations_[entry];
    for (std::uint64_t i = 0; i < observation.times; ++i) once(observation.bound);
  }

  std::vector<RunningBound> fresh_of(std::size_t slots) const {
    std::vector<RunningBound> fresh;
    fresh.reserve(slots + 1);
    for (std::size_t i = 0; i < slots; ++i) fresh.push_back(slots_[i].fresh);
    return fresh;
  }

  void synchronise(std::size_t workers) {
    std::vector<RunningBound> news = fresh_of(workers);
    news.push_back(slots_.front().shared);
    const RunningBound whole = merged(news);
    for (std::size_t i = 0; i < workers; ++i) slots_[i] = {.shared = whole, .fresh = {}};
  }

  std::vector<Accumulated> observations_;
  std::vector<Slot> slots_;
};

}  // namespace

std::vector<ReadBounds> float64_bounds(const data::Trial& trial) {
  const data::PlanSteps plan = data::steps_of(trial);
  Follower follower(trial, plan.slots);
  std::vector<ReadBounds> reads;
  reads.reserve(plan.reads);
  for (const auto& step : plan.steps) {
    if (step.op == data::PlanOp::read) {
      reads.push_back(follower.read(step.slot));
    } else {
      follower.take(step);
    }
  }
  return reads;
}

}  // namespace shardproof::law
