/// Identity: the empty state is not neutral.
///
/// A fold begins with an empty state and a shard may have nothing to report, so every merge meets empties: on the left,
/// on the right, and two of them at once. Chan's formula divides by nₐ + n_b, which is 0/0 for two, and its ratio form
/// divides by one of them; a guard for both says nothing about one. The side that is empty decides, so a failure comes
/// and goes with the order in which shards answer.
#include <algorithm>
#include <array>
#include <cstdint>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/state_row.hpp"

namespace shardproof::subject {
namespace {

using aggregate::ChanState;

double number_of(std::uint64_t count) {
  return static_cast<double>(count);
}

/// Chan's merge for two states that are not empty, given any two. `left` and `right` are their counts.
void set_unguarded(
    ChanState& both, const ChanState& a, const ChanState& b, double left, double right) {
  const double delta = b.mean - a.mean;
  const double total = left + right;
  both.m2 = a.m2 + b.m2 + delta * delta * (left * right / total);
  both.mean = a.mean + delta * (right / total);
}

struct NoGuard : ChanState {
  void merge(const NoGuard& other) {
    const ChanState a = *this;
    const ChanState b = other;
    ChanState::merge(b);
    set_unguarded(*this, a, b, number_of(a.count), number_of(b.count));
  }
};

struct RatioOfCounts : ChanState {
  void merge(const RatioOfCounts& other) {
    if (count == 0 || nonfinite + other.nonfinite > 0) return ChanState::merge(other);
    const double left = number_of(count);
    const double right = number_of(other.count);
    const double ratio = left / right;
    const double gap = left * mean / ratio - right * other.mean;
    const double merged = m2 + other.m2 + ratio / (left + right) * gap * gap;
    ChanState::merge(other);
    m2 = merged;
  }
};

struct OnlyBothEmptyGuarded : NoGuard {
  void merge(const OnlyBothEmptyGuarded& other) {
    if (count == 0 && other.count == 0) return ChanState::merge(other);
    NoGuard::merge(other);
  }
};

struct EmptyLeftStaysEmpty : ChanState {
  void merge(const EmptyLeftStaysEmpty& other) {
    if (observations() == 0 || other.observations() == 0) return;
    ChanState::merge(other);
  }
};

struct EmptyRightWins : ChanState {
  void merge(const EmptyRightWins& other) {
    if (other.observations() == 0) {
      *this = other;
      return;
    }
    ChanState::merge(other);
  }
};

struct CountClampedToOne : ChanState {
  void merge(const CountClampedToOne& other) {
    const ChanState a = *this;
    const ChanState b = other;
    const auto clamped = [](std::uint64_t n) { return number_of(std::max<std::uint64_t>(n, 1)); };
    ChanState::merge(b);
    set_unguarded(*this, a, b, clamped(a.count), clamped(b.count));
  }
};

/// Whether it divides by n or by n − 1 is a setting, which a worker hears of with its first observation.
struct SettingOfTheLeft : ChanState {
  bool is_population = false;

  void accumulate(double x) {
    is_population = true;
    ChanState::accumulate(x);
  }

  std::optional<double> finalise() const {
    const auto variance = ChanState::finalise();
    if (!variance || is_population) return variance;
    const auto n = static_cast<double>(count);
    return *variance * n / (n - 1);
  }
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "two-empties-nan",
        .family = Family::identity,
        .mechanism = "divides by the total count when both states are empty: 0/0 for ever after",
        .repair = "return early when the other state is empty",
        .seen_in = "https://github.com/mathnet/mathnet-numerics/pull/482",
        .caught_by = data::LawId::identity,
        .numbers = Numbers::float64,
        .state = state_row<NoGuard>,
    },
    {
        .id = "ratio-of-counts",
        .family = Family::identity,
        .mechanism = "divides one count by the other: infinite times 0 when the right state is "
                     "empty",
        .repair = "return early when either state is empty, or never divide counts",
        .seen_in = "https://github.com/apache/druid/pull/11617",
        .caught_by = data::LawId::identity,
        .numbers = Numbers::float64,
        .state = state_row<RatioOfCounts>,
    },
    {
        .id = "only-both-empty-guarded",
        .family = Family::identity,
        .mechanism = "squares the distance to an empty state's mean of 0: infinite times 0 for "
                     "means above 1.3e154",
        .repair = "return early when either state is empty, not only when both are",
        .seen_in = "https://github.com/ClickHouse/ClickHouse/issues/119721",
        .caught_by = data::LawId::constant_is_zero,
        .caught_on = data::RungId::scale,
        .numbers = Numbers::float64,
        .state = state_row<OnlyBothEmptyGuarded>,
    },
    {
        .id = "empty-left-stays-empty",
        .family = Family::identity,
        .mechanism = "returns early when either state is empty, and so never leaves the empty one",
        .repair = "an empty left state becomes the right one",
        .seen_in = "derived: the guard that https://github.com/a-mitani/welford/issues/2 asks for, "
                   "on both sides",
        .caught_by = data::LawId::none_iff_empty,
        .numbers = Numbers::float64,
        .state = state_row<EmptyLeftStaysEmpty>,
    },
    {
        .id = "empty-right-wins",
        .family = Family::identity,
        .mechanism = "an empty shard's state wipes out what was there",
        .repair = "merging an empty state changes nothing",
        .seen_in = "https://github.com/pgdogdev/pgdog/pull/1560",
        .caught_by = data::LawId::none_iff_empty,
        .numbers = Numbers::float64,
        .state = state_row<EmptyRightWins>,
    },
    {
        .id = "count-clamped-to-one",
        .family = Family::identity,
        .mechanism = "clamps counts to 1 against a division by zero: an empty state weighs as one "
                     "observation of 0",
        .repair = "skip what is empty; do not give it a weight",
        .seen_in = "derived: the clamp that https://github.com/pytorch/pytorch/issues/36530 does "
                   "without",
        .caught_by = data::LawId::identity,
        .numbers = Numbers::float64,
        .state = state_row<CountClampedToOne>,
    },
    {
        .id = "setting-of-the-left",
        .family = Family::identity,
        .mechanism = "keeps the left state's setting, also when that one is empty and never "
                     "heard of it",
        .repair = "a setting is part of the state and needs an identity of its own: take it from "
                  "the side that has one",
        .seen_in = "https://github.com/elastic/elasticsearch/issues/17362",
        .caught_by = data::LawId::constant_is_zero,
        .numbers = Numbers::float64,
        .state = state_row<SettingOfTheLeft>,
    },
});

}  // namespace

std::span<const Variant> identity_rows() {
  return kRows;
}

}  // namespace shardproof::subject
