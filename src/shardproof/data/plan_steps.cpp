#include "shardproof/data/plan_steps.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace shardproof::data {
namespace {

/// Writes the steps of a plan for `parts` parts; their states are in the slots 0 … parts − 1.
class Writer {
 public:
  explicit Writer(const Trial& trial) : trial_(trial), parts_(trial.partition.parts.size()) {
    plan_.slots = std::max<std::size_t>(1, parts_);  // without parts, slot 0 is an empty state
  }

  PlanSteps write() {
    const PlanShape shape = trial_.plan.shape;
    if (shape == PlanShape::synchronised) {
      synchronised();
    } else {
      accumulate_all();
      merge_all_parts(shape);
    }
    plan_.reads =
        static_cast<std::size_t>(std::ranges::count(plan_.steps, PlanOp::read, &PlanStep::op));
    return std::move(plan_);
  }

 private:
  void step(PlanOp op, std::size_t slot, std::size_t other = 0, std::size_t out = 0) {
    plan_.steps.push_back({.op = op, .slot = slot, .other = other, .out = out});
  }

  void merge(std::size_t slot, std::size_t other) { step(PlanOp::merge, slot, other); }

  void read(std::size_t slot) { step(PlanOp::read, slot); }

  std::size_t fresh_slot() { return plan_.slots++; }

  void accumulate_all() {
    std::size_t entry = 0;
    for (std::size_t part = 0; part < parts_; ++part) {
      for (std::size_t i = 0; i < trial_.partition.parts[part].size; ++i)
        step(PlanOp::accumulate, part, entry++);
    }
  }

  void merge_all_parts(PlanShape shape) {
    switch (shape) {
      case PlanShape::all_at_once:
      case PlanShape::merge_all: {
        const std::size_t whole = fresh_slot();
        step(PlanOp::merge_all, whole, parts_);
        return read(whole);
      }
      case PlanShape::right_fold:
        for (std::size_t i = parts_; i-- > 1;) merge(i - 1, i);
        return read(0);
      case PlanShape::balanced:
        for (std::size_t width = 1; width < parts_; width *= 2) {
          for (std::size_t i = 0; i + width < parts_; i += 2 * width) merge(i, i + width);
        }
        return read(0);
      case PlanShape::from_empty: {
        const std::size_t whole = fresh_slot();
        for (std::size_t i = 0; i < parts_; ++i) merge(whole, i);
        return read(whole);
      }
      case PlanShape::random_tree:
        return random_tree();
      case PlanShape::repeated_reads:
        for (std::size_t i = 1; i < parts_; ++i) {
          read(0);
          read(0);
          merge(0, i);
        }
        read(0);
        return read(0);
      case PlanShape::operands:
        for (std::size_t i = 1; i < parts_; ++i) {
          read(i);
          merge(0, i);
          read(i);
        }
        return read(0);
      case PlanShape::round_trip:
        step(PlanOp::round_trip, 0);
        for (std::size_t i = 1; i < parts_; ++i) {
          step(PlanOp::round_trip, i);
          merge(0, i);
          step(PlanOp::round_trip, 0);
        }
        return read(0);
      case PlanShape::aliased_output:
        return aliased_output();
      default:
        left_fold();
        return after_the_fold(shape);
    }
  }

  void left_fold() {
    for (std::size_t i = 1; i < parts_; ++i) merge(0, i);
  }

  void after_the_fold(PlanShape shape) {
    if (shape == PlanShape::self_merge) merge(0, 0);
    if (shape == PlanShape::doubling) {
      const std::size_t twin = fresh_slot();
      for (std::uint64_t i = 0; i < trial_.plan.word; ++i) {
        step(PlanOp::copy, twin, 0);
        merge(0, twin);
      }
    }
    if (shape == PlanShape::retraction && parts_ > 0) {
      const std::size_t last = trial_.dataset.observations.size();
      for (std::size_t entry = last - trial_.partition.parts.back().size; entry < last; ++entry)
        step(PlanOp::retract, 0, entry);
    }
    read(0);
  }

  void aliased_output() {
    std::size_t whole = 0;
    for (std::size_t i = 1; i < parts_; ++i) {
      const std::size_t out = i % 2 == 1 ? whole : i;
      step(PlanOp::merge_into, whole, i, out);
      whole = out;
    }
    read(whole);
  }

  /// splitmix64 over the plan's word: the same tree on every machine.
  void random_tree() {
    std::uint64_t state = trial_.plan.word;
    const auto below = [&state](std::size_t limit) {
      state += 0x9e3779b97f4a7c15;
      std::uint64_t bits = state;
      bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
      bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
      return static_cast<std::size_t>((bits ^ (bits >> 31)) % limit);
    };
    std::vector<std::size_t> left(plan_.slots);
    std::iota(left.begin(), left.end(), std::size_t{0});
    while (left.size() > 1) {
      const std::size_t into = below(left.size());
      const std::size_t from = (into + 1 + below(left.size() - 1)) % left.size();
      merge(left[into], left[from]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(from));
    }
    read(left.front());
  }

  void synchronised() {
    constexpr std::size_t kRounds = 2;
    for (std::size_t round = 0; round < kRounds; ++round) {
      std::size_t entry = 0;
      for (std::size_t part = 0; part < parts_; ++part) {
        for (std::size_t i = 0; i < trial_.partition.parts[part].size; ++i, ++entry) {
          if (i % kRounds == round) step(PlanOp::accumulate, part, entry);
        }
      }
      step(PlanOp::synchronise, 0, plan_.slots);
    }
    for (std::size_t worker = 0; worker < plan_.slots; ++worker) read(worker);
    step(PlanOp::synchronise, 0, plan_.slots);
    read(0);
  }

  const Trial& trial_;
  std::size_t parts_;
  PlanSteps plan_;
};

/// How often each entry of the dataset has been seen.
using Times = std::vector<std::uint64_t>;

void add(Times& into, const Times& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] += other[i];
}

/// What a slot has seen: what all workers shared at the last synchronisation, and what came since.
struct Seen {
  Times shared;
  Times fresh;

  Times all() const {
    Times total = shared;
    add(total, fresh);
    return total;
  }
};

class Bookkeeper {
 public:
  Bookkeeper(const Trial& trial, const PlanSteps& plan)
      : observations_(trial.dataset.observations),
        slots_(plan.slots, Seen{.shared = none(), .fresh = none()}) {}

  void take(const PlanStep& step) {
    Seen& slot = slots_[step.slot];
    switch (step.op) {
      case PlanOp::accumulate:
        slot.fresh[step.other] += observations_[step.other].times;
        return;
      case PlanOp::retract:
        slot.fresh[step.other] -= observations_[step.other].times;
        return;
      case PlanOp::merge: {
        const Seen other = slots_[step.other];  // a copy: it may be the slot itself
        add(slot.fresh, other.fresh);
        return;
      }
      case PlanOp::merge_into: {
        Seen whole = slot;
        add(whole.fresh, slots_[step.other].fresh);
        slots_[step.out] = std::move(whole);
        return;
      }
      case PlanOp::merge_all: {
        Seen whole{.shared = none(), .fresh = none()};
        for (std::size_t i = 0; i < step.other; ++i) add(whole.fresh, slots_[i].fresh);
        slot = std::move(whole);
        return;
      }
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

  std::vector<Observation> seen_by(std::size_t slot) const {
    const Times times = slots_[slot].all();
    std::vector<Observation> seen;
    seen.reserve(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (times[i] == 0) continue;
      seen.push_back(observations_[i]);
      seen.back().times = times[i];
    }
    return seen;
  }

 private:
  Times none() const { return Times(observations_.size(), 0); }

  void synchronise(std::size_t workers) {
    Times whole = slots_.front().shared;
    for (std::size_t i = 0; i < workers; ++i) add(whole, slots_[i].fresh);
    for (std::size_t i = 0; i < workers; ++i) slots_[i] = {.shared = whole, .fresh = none()};
  }

  const std::vector<Observation>& observations_;
  std::vector<Seen> slots_;
};

}  // namespace

PlanSteps steps_of(const Trial& trial) {
  return Writer(trial).write();
}

std::vector<std::vector<Observation>> seen_by_reads(const Trial& trial) {
  const PlanSteps plan = steps_of(trial);
  Bookkeeper book(trial, plan);
  std::vector<std::vector<Observation>> reads;
  reads.reserve(plan.reads);
  for (const auto& step : plan.steps) {
    book.take(step);
    if (step.op == PlanOp::read) reads.push_back(book.seen_by(step.slot));
  }
  return reads;
}

bool reads_the_dataset(const MergePlan& plan) {
  return plan.shape != PlanShape::self_merge && plan.shape != PlanShape::doubling &&
         plan.shape != PlanShape::retraction;
}

bool every_read_is_whole(const MergePlan& plan) {
  return reads_the_dataset(plan) && plan.shape != PlanShape::repeated_reads &&
         plan.shape != PlanShape::operands;
}

std::vector<Observation> seen_by_last_read(const Trial& trial) {
  if (reads_the_dataset(trial.plan)) return trial.dataset.observations;
  return seen_by_reads(trial).back();
}

}  // namespace shardproof::data
