/// Merging: two states become one, and something that only both know together is lost or taken twice.
///
/// A state of a count, a mean and a sum of squared deviations (M2) is merged by Chan's formula,
///
///     M2 = M2ₐ + M2_b + δ²·nₐ·n_b/n    with δ = meanₐ − mean_b and n = nₐ + n_b,
///
/// and by nothing simpler. Dropping the last term, adding variances and keeping the larger M2 break no law of algebra: all
/// three associate, commute and have the empty state as identity. Only an oracle sees them. Equal means hide the
/// term, equal counts hide the weights, and parts of one observation hide the difference between a sum and a mean, which
/// is what the unit tests of the systems below were made of.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/shifted_sums.hpp"
#include "shardproof/subject/variants/state_row.hpp"

namespace shardproof::subject {
namespace {

using aggregate::ChanState;

double number_of(const ChanState& state) {
  return static_cast<double>(state.count);
}

/// M2/n, and 0 for no observations.
double variance_of(const ChanState& state) {
  return state.count == 0 ? 0 : state.m2 / number_of(state);
}

/// δ²·nₐ·n_b/n for means that are `delta` apart.
double between(double delta, const ChanState& left, const ChanState& right) {
  const double total = number_of(left) + number_of(right);
  return total == 0 ? 0 : delta * delta * number_of(left) * number_of(right) / total;
}

struct BetweenTermDropped : ChanState {
  void merge(const BetweenTermDropped& other) {
    const double within = m2 + other.m2;
    ChanState::merge(other);
    m2 = within;
  }
};

struct VariancesAdded : ChanState {
  void merge(const VariancesAdded& other) {
    const double variance = variance_of(*this) + variance_of(other);
    ChanState::merge(other);
    m2 = variance * number_of(*this);
  }
};

struct LargerM2Kept : ChanState {
  void merge(const LargerM2Kept& other) {
    const double larger = std::max(m2, other.m2);
    ChanState::merge(other);
    m2 = larger;
  }
};

struct MeanUpdatedFirst : ChanState {
  void merge(const MeanUpdatedFirst& other) {
    const MeanUpdatedFirst left = *this;
    const MeanUpdatedFirst right = other;
    ChanState::merge(right);
    m2 = left.m2 + right.m2 + between(right.mean - mean, left, right);
  }
};

struct M2TakenForVariance : ChanState {
  void merge(const M2TakenForVariance& other) {
    const auto scaled = [](const ChanState& state) {
      return state.count == 0 ? 0 : state.m2 * (number_of(state) - 1);
    };
    const double within = scaled(*this) + scaled(other);
    const double spread = between(other.mean - mean, *this, other);
    ChanState::merge(other);
    m2 = within + spread;
  }
};

struct VarianceTakenForM2 : ChanState {
  void merge(const VarianceTakenForM2& other) {
    ChanState sent = other;
    sent.m2 = variance_of(other);
    ChanState::merge(sent);
  }
};

struct M2Overwritten : ChanState {
  void merge(const M2Overwritten& other) {
    const double spread = between(other.mean - mean, *this, other);
    const bool is_news = other.count != 0;
    ChanState::merge(other);
    if (is_news) m2 = other.m2 + spread;
  }
};

struct MeanMovedByShare : ChanState {
  void merge(const MeanMovedByShare& other) {
    const double before = mean;
    const bool are_both_there = count != 0 && other.count != 0;
    const double share = number_of(other) / (number_of(*this) + number_of(other));
    ChanState::merge(other);
    if (are_both_there) mean = before + share;
  }
};

struct MeansHalved : ChanState {
  void merge(const MeansHalved& other) {
    const double middle = (mean + other.mean) / 2;
    const bool are_both_there = count != 0 && other.count != 0;
    ChanState::merge(other);
    if (are_both_there) mean = middle;
  }
};

/// The mean itself overflows where a sum does (1e308 twice), and need not be m where both means are m.
struct MeanFromWeightedSum : ChanState {
  void merge(const MeanFromWeightedSum& other) {
    const double sum = number_of(*this) * mean + number_of(other) * other.mean;
    ChanState::merge(other);
    if (count != 0) mean = sum / number_of(*this);
  }
};

struct CountedAsOne : ChanState {
  void merge(const CountedAsOne& other) {
    ChanState one = other;
    if (other.count != 0) {
      one.count = 1;
      one.m2 = variance_of(other);
    }
    ChanState::merge(one);
  }
};

struct AverageForASum : ChanState {
  void merge(const AverageForASum& other) {
    const double sum = number_of(*this) * mean + other.mean;
    const bool are_both_there = count != 0 && other.count != 0;
    ChanState::merge(other);
    if (are_both_there) mean = sum / number_of(*this);
  }
};

struct MomentumMixed : ChanState {
  static constexpr double kMomentum = 0.1;

  void merge(const MomentumMixed& other) {
    const auto mixed = [](double old, double fresh) {
      return (1 - kMomentum) * old + kMomentum * fresh;
    };
    const double average = mixed(mean, other.mean);
    const double variance = mixed(variance_of(*this), variance_of(other));
    const bool are_both_there = count != 0 && other.count != 0;
    ChanState::merge(other);
    if (!are_both_there) return;
    mean = average;
    m2 = variance * number_of(*this);
  }
};

struct OriginsIgnored : ShiftedSums {
  void merge(const OriginsIgnored& other) {
    ShiftedSums sums = other;
    if (count != 0) sums.origin = origin;
    ShiftedSums::merge(sums);
  }
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "between-term-dropped",
        .family = Family::merging,
        .mechanism = "adds the two M2 and leaves out \u03b4\u00b2\u00b7n\u2090\u00b7n_b/n",
        .repair = "add the term for the distance between the two means",
        .seen_in = "https://github.com/boostorg/histogram/issues/310",
        .caught_by = data::LawId::synchronisation,
        .numbers = Numbers::float64,
        .state = state_row<BetweenTermDropped>,
    },
    {
        .id = "variances-added",
        .family = Family::merging,
        .mechanism = "takes the sum of the two variances for the variance of both",
        .repair = "merge M2 with the counts as weights, not variances",
        .seen_in = "https://github.com/leggedrobotics/rsl_rl/pull/226",
        .numbers = Numbers::float64,
        .state = state_row<VariancesAdded>,
    },
    {
        .id = "larger-m2-kept",
        .family = Family::merging,
        .mechanism = "keeps the larger of the two M2",
        .repair = "add both, and the term for the distance between the two means",
        .seen_in = "derived: the maximum associates, commutes and has an identity as well",
        .numbers = Numbers::float64,
        .state = state_row<LargerM2Kept>,
    },
    {
        .id = "mean-updated-first",
        .family = Family::merging,
        .mechanism =
            "updates the mean and then takes \u03b4 from it: short by the factor n\u2090/n",
        .repair = "take \u03b4 before anything is written",
        .seen_in = "https://github.com/younggyoseo/FastTD3/issues/32",
        .caught_by = data::LawId::synchronisation,
        .numbers = Numbers::float64,
        .state = state_row<MeanUpdatedFirst>,
    },
    {
        .id = "m2-taken-for-variance",
        .family = Family::merging,
        .mechanism = "multiplies both M2 by n \u2212 1 once more, as if they were variances",
        .repair = "say in the field's name whether it is M2 or a variance",
        .seen_in = "https://github.com/Lightning-AI/torchmetrics/pull/998",
        .caught_by = data::LawId::identity,
        .numbers = Numbers::float64,
        .state = state_row<M2TakenForVariance>,
    },
    {
        .id = "variance-taken-for-m2",
        .family = Family::merging,
        .mechanism = "is handed the other's variance where its M2 is due",
        .repair = "send M2, or multiply the variance by its count first",
        .seen_in = "https://github.com/Oneflow-Inc/oneflow/issues/7471",
        .numbers = Numbers::float64,
        .state = state_row<VarianceTakenForM2>,
    },
    {
        .id = "m2-overwritten",
        .family = Family::merging,
        .mechanism = "puts the other's M2 in place of its own while the count keeps growing",
        .repair = "add to M2, as to the count",
        .seen_in = "https://github.com/akanazawa/fpo/issues/13",
        .caught_by = data::LawId::doubling,
        .numbers = Numbers::float64,
        .state = state_row<M2Overwritten>,
    },
    {
        .id = "mean-moved-by-share",
        .family = Family::merging,
        .mechanism = "moves the mean by n_b/n in place of \u03b4\u00b7n_b/n: the variance of two "
                     "parts is right, of three it is not",
        .repair = "multiply the share by \u03b4",
        .seen_in = "derived: \u03b4 left out of one of its two places",
        .numbers = Numbers::float64,
        .state = state_row<MeanMovedByShare>,
    },
    {
        .id = "means-halved",
        .family = Family::merging,
        .mechanism = "takes the middle of the two means, whatever their counts are",
        .repair = "weigh the means with their counts",
        .seen_in = "https://github.com/PaddlePaddle/Paddle/issues/32464",
        .caught_by = data::LawId::synchronisation,
        .numbers = Numbers::float64,
        .state = state_row<MeansHalved>,
    },
    {
        .id = "mean-from-weighted-sum",
        .family = Family::merging,
        .mechanism =
            "takes (n\u2090\u00b7mean\u2090 + n_b\u00b7mean_b)/n for the mean: drifts from "
            "equal means, overflows with large ones",
        .repair = "move the mean by \u03b4\u00b7n_b/n, which is 0 where \u03b4 is",
        .seen_in = "https://github.com/prestodb/presto/pull/23447",
        .caught_by = data::LawId::doubling,
        .caught_on = data::RungId::scale,
        .numbers = Numbers::float64,
        .state = state_row<MeanFromWeightedSum>,
    },
    {
        .id = "counted-as-one",
        .family = Family::merging,
        .mechanism = "takes in a whole batch as one observation with the batch's variance",
        .repair = "hand over the batch's count",
        .seen_in = "https://github.com/vwxyzjn/cleanrl/issues/18",
        .numbers = Numbers::float64,
        .state = state_row<CountedAsOne>,
    },
    {
        .id = "average-for-a-sum",
        .family = Family::merging,
        .mechanism = "adds the other's average to its own sum: right where the other is one "
                     "observation",
        .repair = "add sums, or averages times counts",
        .seen_in = "https://github.com/apache/flink/pull/2639",
        .numbers = Numbers::float64,
        .state = state_row<AverageForASum>,
    },
    {
        .id = "momentum-mixed",
        .family = Family::merging,
        .mechanism = "mixes means and variances 9 to 1, as a moving average does",
        .repair = "weigh with the counts; a moving average has no union to be the variance of",
        .seen_in = "https://github.com/keras-team/keras/issues/8982",
        .caught_by = data::LawId::synchronisation,
        .numbers = Numbers::float64,
        .state = state_row<MomentumMixed>,
    },
    {
        .id = "origins-ignored",
        .family = Family::merging,
        .mechanism = "adds sums that were taken from different origins, each worker's first value",
        .repair = "move one worker's sums to the other's origin before adding them",
        .seen_in = "https://github.com/statrs-dev/statrs/pull/408",
        .caught_by = data::LawId::synchronisation,
        .numbers = Numbers::float64,
        .state = state_row<OriginsIgnored>,
    },
});

}  // namespace

std::span<const Variant> merging_rows() {
  return kRows;
}

}  // namespace shardproof::subject
