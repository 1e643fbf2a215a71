#include "shardproof/search/small_scope.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

namespace shardproof::search {
namespace {

using data::Trial;

constexpr int kValues = 2 * kSmallMagnitude + 1;

/// A trial in a few bytes, so that the whole scope can be sorted in memory.
struct Packed {
  std::uint64_t size = 0;  ///< `size_of`, taken once
  std::uint8_t workers = 0;
  std::array<std::array<std::uint8_t, kValues>, kSmallWorkers>
      times{};                                      ///< how often worker w saw value v − 2
  std::array<std::uint8_t, kSmallWorkers> stray{};  ///< of empty workers: which pair of stray sums
};

int count_of(const std::array<std::uint8_t, kValues>& times) {
  int count = 0;
  for (const int t : times) count += t;
  return count;
}

/// The pairs (0, 0), (0, 1), (1, 0), numbered from 0.
int stray_sum(std::uint8_t stray) {
  return stray == 2 ? 1 : 0;
}

int stray_sumsq(std::uint8_t stray) {
  return stray == 1 ? 1 : 0;
}

/// Points 2 to 8 of `is_simpler`, packed so that comparing integers compares them in order.
std::uint64_t size_of(const Packed& packed) {
  std::uint64_t observations = 0;
  std::uint64_t reporting = 0;
  std::uint64_t magnitude = 0;
  std::uint64_t stray = 0;
  std::uint64_t negatives = 0;
  for (std::size_t w = 0; w < packed.workers; ++w) {
    for (int v = 0; v < kValues; ++v) {
      const std::uint64_t times = packed.times[w][static_cast<std::size_t>(v)];
      observations += times;
      magnitude += times * static_cast<std::uint64_t>(std::abs(v - kSmallMagnitude));
      if (v < kSmallMagnitude) negatives += times;
    }
    if (packed.stray[w] != 0) ++reporting;
    stray += static_cast<std::uint64_t>(stray_sum(packed.stray[w]) + stray_sumsq(packed.stray[w]));
  }
  std::uint64_t size = packed.workers;
  for (const auto field : {observations, reporting, magnitude, stray, negatives})
    size = (size << 8) | field;
  return size;
}

/// Point 9. Ascending values, each with its multiplicity, compared entry by entry: at the first value that the two
/// parts have a different number of, a part that has some comes before one that has none (whose next value is
/// larger), and of two that have some the smaller multiplicity comes first.
bool is_earlier(const Packed& left, const Packed& right) {
  for (std::size_t w = 0; w < left.workers; ++w) {
    const auto& l = left.times[w];
    const auto& r = right.times[w];
    if (count_of(l) != count_of(r)) return count_of(l) < count_of(r);
    const auto [at_left, at_right] = std::ranges::mismatch(l, r);
    if (at_left != l.end()) return *at_left != 0 && (*at_right == 0 || *at_left < *at_right);
    if (left.stray[w] != right.stray[w]) return left.stray[w] < right.stray[w];
  }
  return false;
}

class Enumeration {
 public:
  static const Enumeration& instance() {
    static const Enumeration kScope;
    return kScope;
  }

  const std::vector<Packed>& trials() const { return trials_; }

  /// The places of those with no stray sums and exactly `workers` workers, ascending.
  const std::vector<std::uint32_t>& plain(std::size_t workers) const { return plain_.at(workers); }

 private:
  Enumeration() {
    for (int workers = 0; workers <= kSmallWorkers; ++workers) {
      Packed packed;
      packed.workers = static_cast<std::uint8_t>(workers);
      fill(packed, 0, 0, kSmallObservations);
    }
    for (auto& packed : trials_) packed.size = size_of(packed);
    std::ranges::sort(trials_, [](const Packed& left, const Packed& right) {
      return left.size != right.size ? left.size < right.size : is_earlier(left, right);
    });
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      if (std::ranges::all_of(trials_[i].stray, [](auto stray) { return stray == 0; }))
        plain_.at(trials_[i].workers).push_back(static_cast<std::uint32_t>(i));
    }
  }

  /// Chooses how often worker `w` saw value `v`, then the rest.
  void fill(Packed& packed, std::size_t w, std::size_t v, int left) {
    if (w == packed.workers) {
      trials_.push_back(packed);
      return;
    }
    if (v == kValues) {
      fill_stray(packed, w, left);
      return;
    }
    for (int times = 0; times <= left; ++times) {
      packed.times[w][v] = static_cast<std::uint8_t>(times);
      fill(packed, w, v + 1, left - times);
    }
    packed.times[w][v] = 0;
  }

  void fill_stray(Packed& packed, std::size_t w, int left) {
    const int choices = count_of(packed.times[w]) == 0 ? kSmallStrays : 1;
    for (int stray = 0; stray < choices; ++stray) {
      packed.stray[w] = static_cast<std::uint8_t>(stray);
      fill(packed, w + 1, 0, left);
    }
    packed.stray[w] = 0;
  }

  std::vector<Packed> trials_;
  std::array<std::vector<std::uint32_t>, kSmallWorkers + 1> plain_;
};

/// The plans that are other ones than those before them for so many parts. Trees on up to four; what is done between
/// merges on up to two, where one merge lies between.
bool is_small_plan(const data::MergePlan& plan, std::size_t parts) {
  using data::PlanShape;
  switch (plan.shape) {
    case PlanShape::left_fold:
      return true;
    case PlanShape::right_fold:
      return parts == 3;
    case PlanShape::balanced:
      return parts == 4;
    case PlanShape::from_empty:
      return parts <= 3;
    case PlanShape::all_at_once:
    case PlanShape::random_tree:
      return false;
    case PlanShape::operands:
    case PlanShape::aliased_output:
      return parts == 2;
    case PlanShape::retraction:
      return parts == 1 || parts == 2;
    case PlanShape::doubling:
      return parts <= 2 && plan.word == 1;
    default:
      return parts <= 2;
  }
}

/// The plans that the small scope has for so many parts, the simplest first.
const std::vector<data::MergePlan>& small_plans(std::size_t parts) {
  static const auto kPlans = [] {
    std::array<std::vector<data::MergePlan>, kSmallWorkers + 1> plans;
    for (std::size_t count = 0; count < plans.size(); ++count) {
      for (const auto shape : data::kPlanShapes) {
        const data::MergePlan plan{.shape = shape,
                                   .word = shape == data::PlanShape::doubling ? 1U : 0U};
        if (is_small_plan(plan, count)) plans.at(count).push_back(plan);
      }
    }
    return plans;
  }();
  return kPlans.at(parts);
}

Trial unpacked(const Packed& packed) {
  Trial trial;
  for (std::size_t w = 0; w < packed.workers; ++w) {
    data::Part part{
        .size = 0,
        .stray = {.sum = stray_sum(packed.stray[w]), .sumsq = stray_sumsq(packed.stray[w])}};
    for (int v = 0; v < kValues; ++v) {
      const std::uint64_t times = packed.times[w][static_cast<std::size_t>(v)];
      if (times == 0) continue;
      trial.dataset.observations.push_back({.value = v - kSmallMagnitude, .times = times});
      ++part.size;
    }
    trial.partition.parts.push_back(std::move(part));
  }
  return trial;
}

/// Each number of workers has its own plans, and fewer workers come first.
Trial small_state_trial(std::size_t index) {
  const auto& scope = Enumeration::instance();
  const auto trials_of = [&](std::size_t workers) {
    return scope.plain(workers).size() * small_plans(workers).size();
  };
  std::size_t workers = 0;
  while (index >= trials_of(workers)) index -= trials_of(workers++);
  const auto& plans = small_plans(workers);
  Trial trial = unpacked(scope.trials()[scope.plain(workers)[index / plans.size()]]);
  trial.plan = plans[index % plans.size()];
  return trial;
}

bool ascends_in_each_part(const Trial& trial) {
  return std::ranges::all_of(data::views_of(trial), [](const auto& part) {
    return std::ranges::is_sorted(
        part, [](const auto& left, const auto& right) { return left.value < right.value; });
  });
}

bool is_small_for_its_plan(const Trial& trial) {
  if (!data::is_for_states(trial.plan.shape)) return true;
  return is_small_plan(trial.plan, trial.partition.parts.size()) && ascends_in_each_part(trial);
}

}  // namespace

std::size_t small_scope_size(subject::Kind kind) {
  const auto& scope = Enumeration::instance();
  if (kind == subject::Kind::merge) return scope.trials().size();
  std::size_t size = 0;
  for (std::size_t workers = 0; workers <= kSmallWorkers; ++workers)
    size += scope.plain(workers).size() * small_plans(workers).size();
  return size;
}

Trial small_trial(std::size_t index, subject::Kind kind) {
  return kind == subject::Kind::merge ? unpacked(Enumeration::instance().trials()[index])
                                      : small_state_trial(index);
}

bool is_small(const Trial& trial) {
  if (trial.partition.parts.size() > kSmallWorkers) return false;
  if (data::count(trial.dataset.observations) > kSmallObservations) return false;
  if (!data::are_finite(trial.dataset.observations) || !is_small_for_its_plan(trial)) return false;
  const auto in_range = [](const exact::Dyadic& value, int low, int high) {
    const auto integer = value.as_int64();
    return integer && low <= *integer && *integer <= high;
  };
  return std::ranges::all_of(trial.dataset.observations,
                             [&](const auto& observation) {
                               return in_range(
                                   observation.value, -kSmallMagnitude, kSmallMagnitude);
                             }) &&
         std::ranges::all_of(trial.partition.parts, [&](const auto& part) {
           return in_range(part.stray.sum, 0, 1) && in_range(part.stray.sumsq, 0, 1) &&
                  (part.stray.sum.sign() == 0 || part.stray.sumsq.sign() == 0);
         });
}

}  // namespace shardproof::search
