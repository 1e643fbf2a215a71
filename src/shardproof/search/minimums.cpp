#include <array>

#include "shardproof/search/rung.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using subject::Kind;

constexpr auto kIntegers = std::to_array<Minimum>({
    {Feature::single_observation, 10},
    {Feature::one_worker, 30},
    {Feature::three_workers, 300},
    {Feature::empty_first, 50},
    {Feature::empty_last, 50},
    {Feature::empty_between, 50},
    {Feature::stray_sums, 50},
    {Feature::equal_counts, 50},
    {Feature::unequal_counts, 200},
    {Feature::equal_means, 20},
    {Feature::unequal_means, 300},
    {Feature::identical_workers, 10},
    {Feature::zero_sum_worker, 30},
    {Feature::constant, 20},
    {Feature::negative_value, 500},
});
constexpr auto kCounts = std::to_array<Minimum>({
    {Feature::three_workers, 200},
    {Feature::unequal_counts, 300},
    {Feature::unequal_means, 300},
    {Feature::empty_first, 30},
    {Feature::large_count, 300},
});
constexpr auto kDecimals = std::to_array<Minimum>({
    {Feature::three_workers, 200},
    {Feature::fractional_value, 500},
    {Feature::constant, 20},
    {Feature::tie_of_round12, 50},
    {Feature::empty_first, 30},
});
constexpr auto kOffset = std::to_array<Minimum>({
    {Feature::three_workers, 200},
    {Feature::unequal_means, 200},
    {Feature::constant, 10},
});
constexpr auto kScale = std::to_array<Minimum>({
    {Feature::empty_first, 100},
    {Feature::empty_last, 100},
    {Feature::unequal_means, 200},
});
constexpr auto kWide = std::to_array<Minimum>({
    {Feature::three_workers, 200},
    {Feature::unequal_means, 200},
    {Feature::beyond_53_bits, 900},
});

constexpr auto kStateIntegers = std::to_array<Minimum>({
    {Feature::single_observation, 10},
    {Feature::one_worker, 30},
    {Feature::three_workers, 300},
    {Feature::empty_first, 50},
    {Feature::empty_last, 50},
    {Feature::empty_between, 50},
    {Feature::equal_counts, 50},
    {Feature::unequal_counts, 200},
    {Feature::equal_means, 20},
    {Feature::unequal_means, 300},
    {Feature::zero_sum_worker, 30},
    {Feature::constant, 20},
    {Feature::tree_plan, 100},
    {Feature::repeated_reads, 30},
    {Feature::operands_read, 20},
    {Feature::round_trip, 30},
    {Feature::aliased_output, 20},
    {Feature::self_merge, 30},
    {Feature::doubled, 30},
    {Feature::retracted, 15},
    {Feature::synchronised, 30},
});
constexpr auto kStateCounts = std::to_array<Minimum>({
    {Feature::three_workers, 100},
    {Feature::unequal_means, 200},
    {Feature::doubled, 700},
    {Feature::large_count, 300},
});
constexpr auto kStateDecimals = std::to_array<Minimum>({
    {Feature::three_workers, 200},
    {Feature::fractional_value, 500},
    {Feature::constant, 20},
    {Feature::tree_plan, 100},
    {Feature::retracted, 15},
});
constexpr auto kStateOffset = std::to_array<Minimum>({
    {Feature::three_workers, 200},
    {Feature::unequal_means, 200},
    {Feature::constant, 10},
    {Feature::tree_plan, 100},
});
constexpr auto kStateScale = std::to_array<Minimum>({
    {Feature::empty_first, 100},
    {Feature::empty_last, 100},
    {Feature::unequal_means, 200},
    {Feature::constant, 100},
});
constexpr auto kNonfinite = std::to_array<Minimum>({
    {Feature::special_value, 800},
    {Feature::empty_first, 100},
    {Feature::three_workers, 100},
    {Feature::retracted, 15},
});

std::span<const Minimum> state_minimums(RungId rung) {
  switch (rung) {
    case RungId::integers:
      return kStateIntegers;
    case RungId::counts:
      return kStateCounts;
    case RungId::decimals:
      return kStateDecimals;
    case RungId::offset:
      return kStateOffset;
    case RungId::scale:
      return kStateScale;
    case RungId::wide:
      return kWide;
    case RungId::nonfinite:
      return kNonfinite;
    default:
      return {};
  }
}

/// Whether trials with that feature are asked of a subject that can do so much.
bool can_show(const subject::Abilities& abilities, Feature feature) {
  switch (feature) {
    case Feature::round_trip:
      return abilities.round_trip;
    case Feature::aliased_output:
      return abilities.merge_into;
    case Feature::self_merge:
      return abilities.self_merge;
    case Feature::doubled:
      return abilities.copy;
    case Feature::retracted:
      return abilities.retract;
    case Feature::synchronised:
      return abilities.synchronise;
    default:
      return true;
  }
}

}  // namespace

std::vector<Minimum> minimums_of(RungId rung, const subject::Description& description) {
  const auto all = minimums(rung, description.kind);
  std::vector<Minimum> wanted(all.begin(), all.end());
  if (description.kind == Kind::aggregate) {
    std::erase_if(wanted, [&](const Minimum& minimum) {
      return !can_show(description.abilities, minimum.feature);
    });
  }
  return wanted;
}

std::span<const Minimum> minimums(RungId rung, Kind kind) {
  if (kind == Kind::aggregate) return state_minimums(rung);
  switch (rung) {
    case RungId::integers:
      return kIntegers;
    case RungId::counts:
      return kCounts;
    case RungId::decimals:
      return kDecimals;
    case RungId::offset:
      return kOffset;
    case RungId::scale:
      return kScale;
    case RungId::wide:
      return kWide;
    default:
      return {};  // the fixtures are listed and the small scope is complete: nothing is left to chance
  }
}

}  // namespace shardproof::search
