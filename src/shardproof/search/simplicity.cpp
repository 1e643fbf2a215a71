#include "shardproof/search/simplicity.hpp"

#include <algorithm>
#include <compare>
#include <tuple>

#include "shardproof/search/small_scope.hpp"

namespace shardproof::search {
namespace {

using data::Observation;
using data::Trial;
using exact::Dyadic;
using exact::Integer;

/// Points 1 to 9 of the order, in their order.
struct Size {
  bool large = false;
  std::size_t parts = 0;
  Integer observations = 0;
  std::size_t reporting = 0;
  std::size_t places = 0;
  Integer magnitude = 0;
  Integer stray = 0;
  Integer negatives = 0;
  Integer specials = 0;

  auto tied() const {
    return std::tie(
        large, parts, observations, reporting, places, magnitude, stray, negatives, specials);
  }
};

Integer magnitude_of(const Dyadic& value) {
  return abs(value.mantissa());
}

Size size_of(const Trial& trial) {
  Size size;
  size.large = !is_small(trial);
  size.parts = trial.partition.parts.size();
  for (const auto& [value, times, special] : trial.dataset.observations) {
    size.observations += times;
    size.places += static_cast<std::size_t>(-value.exponent());
    size.magnitude += magnitude_of(value) * times;
    if (value.sign() < 0) size.negatives += times;
    if (special != data::Special::none) size.specials += times;
  }
  for (const auto& part : trial.partition.parts) {
    if (part.stray == data::StraySums{}) continue;
    ++size.reporting;
    size.stray += magnitude_of(part.stray.sum) + magnitude_of(part.stray.sumsq);
  }
  return size;
}

int compare(const Dyadic& left, const Dyadic& right) {
  return (left - right).sign();
}

int compare(std::span<const Observation> left, std::span<const Observation> right) {
  if (const int by_count = Integer(data::count(left) - data::count(right)).sign(); by_count != 0)
    return by_count;
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    if (const int by_value = compare(left[i].value, right[i].value); by_value != 0) return by_value;
    if (left[i].times != right[i].times) return left[i].times < right[i].times ? -1 : 1;
    if (left[i].special != right[i].special) return left[i].special < right[i].special ? -1 : 1;
  }
  return 0;
}

bool is_earlier_part_by_part(const Trial& left, const Trial& right) {
  const auto left_parts = data::views_of(left);
  const auto right_parts = data::views_of(right);
  for (std::size_t i = 0; i < left_parts.size(); ++i) {
    if (const int order = compare(left_parts[i], right_parts[i]); order != 0) return order < 0;
    const auto& left_stray = left.partition.parts[i].stray;
    const auto& right_stray = right.partition.parts[i].stray;
    if (const int by_sum = compare(left_stray.sum, right_stray.sum); by_sum != 0) return by_sum < 0;
    if (const int by_sumsq = compare(left_stray.sumsq, right_stray.sumsq); by_sumsq != 0)
      return by_sumsq < 0;
  }
  return false;
}

bool by_value(const Observation& left, const Observation& right) {
  return left.value < right.value;
}

}  // namespace

Trial canonical(const Trial& trial) {
  Trial result;
  result.plan = trial.plan;
  result.dataset.observations.reserve(trial.dataset.observations.size());
  std::vector<Observation> sorted;
  // A state sees its observations one after the other, and no stray sums; a merge sees sums alone.
  const bool is_ordered = data::is_for_states(trial.plan.shape);
  const auto views = data::views_of(trial);
  for (std::size_t i = 0; i < views.size(); ++i) {
    sorted.assign(views[i].begin(), views[i].end());
    if (!is_ordered) std::ranges::sort(sorted, by_value);
    std::size_t entries = 0;
    for (const auto& observation : sorted) {
      auto& all = result.dataset.observations;
      if (entries > 0 && all.back().value == observation.value &&
          all.back().special == observation.special) {
        all.back().times += observation.times;
      } else {
        all.push_back(observation);
        if (observation.special != data::Special::none) all.back().value = 0;
        ++entries;
      }
    }
    result.partition.parts.push_back({.size = entries,
                                      .stray = entries == 0 && !is_ordered
                                                   ? trial.partition.parts[i].stray
                                                   : data::StraySums{}});
  }
  return result;
}

bool is_simpler(const Trial& left, const Trial& right) {
  const Size left_size = size_of(left);
  const Size right_size = size_of(right);
  if (left_size.tied() != right_size.tied()) return left_size.tied() < right_size.tied();
  if (is_earlier_part_by_part(left, right)) return true;
  if (is_earlier_part_by_part(right, left)) return false;
  const auto plan = [](const data::MergePlan& p) { return std::tie(p.shape, p.word); };
  return plan(left.plan) < plan(right.plan);
}

}  // namespace shardproof::search
