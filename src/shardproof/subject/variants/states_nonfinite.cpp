/// Nonfinite: NaN and infinities mean something else in one split than in another.
///
/// Data with a NaN or an infinity have no variance, and a state says so with NaN however they were split. Arithmetic alone
/// does not see to that: an infinity that comes first is a mean, one that comes last is a deviation; comparisons with NaN
/// are false, so a maximum may swallow it; and a shortcut for one observation never looks at it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/state_row.hpp"

namespace shardproof::subject {
namespace {

using aggregate::ChanState;

struct NanCountedOnly : ChanState {
  void accumulate(double x) {
    if (std::isnan(x)) {
      ++count;
    } else {
      ChanState::accumulate(x);
    }
  }
};

/// M2 += δ²·nₐ·n_b/n, with nothing for what is not finite: ∞ comes out where it was last, NaN where it was first.
struct Unguarded {
  std::uint64_t count = 0;
  double mean = 0;
  double m2 = 0;

  void accumulate(double x) { merge({.count = 1, .mean = x}); }

  void merge(const Unguarded& other) {
    if (other.count == 0) return;
    if (count == 0) {
      *this = other;
      return;
    }
    const auto left = static_cast<double>(count);
    const auto right = static_cast<double>(other.count);
    const double delta = other.mean - mean;
    m2 += other.m2 + delta * delta * (left * right / (left + right));
    mean += delta * (right / (left + right));
    count += other.count;
  }

  std::optional<double> finalise() const {
    if (count == 0) return std::nullopt;
    return m2 / static_cast<double>(count);
  }

  std::uint64_t observations() const { return count; }
};

/// An observation that is not finite makes M2 NaN at once, x − x, whatever its place: until a merge clamps it.
struct NanSwallowed : Unguarded {
  void accumulate(double x) { Unguarded::merge({.count = 1, .mean = x, .m2 = x - x}); }

  void merge(const NanSwallowed& other) {
    const bool are_both_there = count != 0 && other.count != 0;
    Unguarded::merge(other);
    if (are_both_there) m2 = std::max(0.0, m2);
  }
};

struct OneIsZero : ChanState {
  std::optional<double> finalise() const {
    if (observations() == 1) return 0;
    return ChanState::finalise();
  }
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "nan-counted-only",
        .family = Family::nonfinite,
        .mechanism = "leaves a NaN out of mean and M2 but counts it",
        .repair = "leave it out altogether, or say NaN",
        .seen_in = "derived: https://github.com/bytedance/jaqmc/pull/97, within one worker",
        .caught_by = data::LawId::retraction,
        .caught_on = data::RungId::nonfinite,
        .numbers = Numbers::float64,
        .state = state_row<NanCountedOnly>,
    },
    {
        .id = "infinity-by-place",
        .family = Family::nonfinite,
        .mechanism = "says infinity or NaN, as the infinite observation comes last or first",
        .repair = "count what is not finite and say NaN if there is any",
        .seen_in = "https://github.com/sonots/cumo/pull/430",
        .caught_by = data::LawId::non_finite,
        .caught_on = data::RungId::nonfinite,
        .numbers = Numbers::float64,
        .state = state_row<Unguarded>,
    },
    {
        .id = "one-is-zero",
        .family = Family::nonfinite,
        .mechanism = "answers 0 for one observation without looking at it",
        .repair = "let one observation go the way of all",
        .seen_in = "https://github.com/prometheus/prometheus/pull/14941",
        .caught_by = data::LawId::non_finite,
        .caught_on = data::RungId::nonfinite,
        .numbers = Numbers::float64,
        .state = state_row<OneIsZero>,
    },
    {
        .id = "nan-swallowed",
        .family = Family::nonfinite,
        .mechanism = "clamps M2 in a merge: max(0, NaN) is 0",
        .repair = "clamp nothing, or test for NaN first",
        .seen_in = "derived: what std::max does with NaN, in the clamp of "
                   "https://github.com/deephaven/deephaven-core/pull/4400",
        .caught_by = data::LawId::non_finite,
        .caught_on = data::RungId::nonfinite,
        .numbers = Numbers::float64,
        .state = state_row<NanSwallowed>,
    },
});

}  // namespace

std::span<const Variant> nonfinite_rows() {
  return kRows;
}

}  // namespace shardproof::subject
