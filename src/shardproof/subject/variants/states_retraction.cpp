/// Retraction: an observation that leaves a window does not leave the state.
///
/// Retracting is Welford's update run backwards. It has the same two factors, one from before the mean moves and one from
/// after, a case of its own for the last observation, and nothing to subtract where an infinity was added: what cannot
/// be undone by arithmetic must be counted.
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

struct CountKept : ChanState {
  void retract(double x) {
    const auto before = count;
    ChanState::retract(x);
    count = before;
  }
};

struct OldMeanRetracted : ChanState {
  void retract(double x) {
    const double stays = m2 - (x - mean) * (x - mean);
    ChanState::retract(x);
    if (std::isfinite(x) && count != 0) m2 = stays;
  }
};

struct MeanKept : ChanState {
  void retract(double x) {
    const double before = mean;
    ChanState::retract(x);
    if (count != 0) mean = before;
  }
};

/// Welford's step backwards, with the rounding of what has left: neither clamped nor exact where one is left.
struct ResidueLeft : ChanState {
  void retract(double x) {
    const double before = m2;
    const double delta = x - mean;
    ChanState::retract(x);
    if (std::isfinite(x) && count != 0) m2 = before - delta * (x - mean);
  }
};

/// What is left of such a residue is taken for 0 below a threshold, and with it what is that small by nature.
struct ThresholdForZero : ChanState {
  static constexpr double kThreshold = 1e-12;

  std::optional<double> finalise() const {
    const auto variance = ChanState::finalise();
    return variance && *variance < kThreshold ? std::optional(0.0) : variance;
  }
};

/// Asks whether anything was ever seen, not whether anything is left.
struct EmptyIfNeverSeen : ChanState {
  bool is_seen = false;

  void accumulate(double x) {
    is_seen = true;
    ChanState::accumulate(x);
  }

  void merge(const EmptyIfNeverSeen& other) {
    is_seen = is_seen || other.is_seen;
    ChanState::merge(other);
  }

  std::optional<double> finalise() const {
    if (is_seen && observations() == 0) return m2 / static_cast<double>(count);
    return ChanState::finalise();
  }
};

struct InfinityStays : ChanState {
  void retract(double x) {
    if (std::isfinite(x)) ChanState::retract(x);
  }
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "count-kept-on-retract",
        .family = Family::retraction,
        .mechanism = "takes the observation out of mean and M2, not out of the count",
        .repair = "retract from all three fields",
        .seen_in = "derived: one of three fields forgotten",
        .caught_by = data::LawId::none_iff_empty,
        .numbers = Numbers::float64,
        .state = state_row<CountKept>,
    },
    {
        .id = "mean-kept-on-retract",
        .family = Family::retraction,
        .mechanism = "takes the observation out of count and M2, not out of the mean",
        .repair = "retract from all three fields",
        .seen_in = "derived: one of three fields forgotten",
        .numbers = Numbers::float64,
        .state = state_row<MeanKept>,
    },
    {
        .id = "old-mean-retracted",
        .family = Family::retraction,
        .mechanism = "subtracts (x \u2212 mean)\u00b2 with the mean that still holds x: too little",
        .repair = "multiply the deviation from the mean with x and the one from the mean without x",
        .seen_in = "derived: https://github.com/dacracot/Klondike3-Simulator/pull/61, backwards",
        .caught_by = data::LawId::retraction,
        .numbers = Numbers::float64,
        .state = state_row<OldMeanRetracted>,
    },
    {
        .id = "residue-left",
        .family = Family::retraction,
        .mechanism = "retracts by arithmetic alone: a large observation leaves its rounding error "
                     "behind, also below 0",
        .repair = "set M2 to 0 where it falls below or one observation is left, or add the window "
                  "up anew",
        .seen_in = "https://github.com/pola-rs/polars/issues/21677",
        .caught_by = data::LawId::non_negative,
        .numbers = Numbers::float64,
        .cancels = true,
        .state = state_row<ResidueLeft>,
    },
    {
        .id = "threshold-for-zero",
        .family = Family::retraction,
        .mechanism = "answers 0 for variances below 1e-12, to hide what retractions leave behind",
        .repair = "judge a residue by what was retracted; small data have small variances",
        .seen_in = "https://github.com/deephaven/deephaven-core/pull/4400",
        .caught_on = data::RungId::scale,
        .numbers = Numbers::float64,
        .state = state_row<ThresholdForZero>,
    },
    {
        .id = "empty-if-never-seen",
        .family = Family::retraction,
        .mechanism = "divides by the count when the last observation has been retracted: 0/0",
        .repair = "what is empty again is empty: ask the count",
        .seen_in = "https://github.com/twitter/algebird/pull/844",
        .caught_by = data::LawId::none_iff_empty,
        .numbers = Numbers::float64,
        .state = state_row<EmptyIfNeverSeen>,
    },
    {
        .id = "infinity-stays",
        .family = Family::retraction,
        .mechanism = "cannot take an infinity out again: the state says NaN for good",
        .repair = "count what is not finite apart from the arithmetic",
        .seen_in = "https://github.com/pandas-dev/pandas/pull/66260",
        .caught_by = data::LawId::retraction,
        .caught_on = data::RungId::nonfinite,
        .numbers = Numbers::float64,
        .state = state_row<InfinityStays>,
    },
});

}  // namespace

std::span<const Variant> retraction_rows() {
  return kRows;
}

}  // namespace shardproof::subject
