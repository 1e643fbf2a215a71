/// Updating: a state is wrong before it is ever merged, in how it begins, takes in one observation, or is read.
///
/// Welford's update is M2 += (x − old mean)·(x − new mean), with one factor from before the mean moves and one from
/// after: both from the same side is the usual slip. A state that does not begin with nothing (a phantom zero, a prior
/// of a ten-thousandth of an observation) hides it among many observations and multiplies it by the number of workers.
#include <array>
#include <cmath>
#include <cstdint>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/state_row.hpp"

namespace shardproof::subject {
namespace {

using aggregate::ChanState;

struct NewMeanSquared : ChanState {
  void accumulate(double x) {
    const double before = m2;
    ChanState::accumulate(x);
    if (std::isfinite(x)) m2 = before + (x - mean) * (x - mean);
  }
};

struct OldMeanSquared : ChanState {
  void accumulate(double x) {
    const double delta = count == 0 ? 0 : x - mean;
    const double before = m2;
    ChanState::accumulate(x);
    if (std::isfinite(x)) m2 = before + delta * delta;
  }
};

struct SquaresNotKept : ChanState {
  void accumulate(double x) {
    const double before = m2;
    ChanState::accumulate(x);
    m2 = before;
  }
};

struct RunningMeanRecomputed : ChanState {
  void accumulate(double x) {
    const double old_mean = mean;
    const double old_m2 = m2;
    const auto old_count = static_cast<double>(count);
    ChanState::accumulate(x);
    if (!std::isfinite(x)) return;
    mean = (old_mean * old_count + x) / static_cast<double>(count);
    m2 = old_m2 + (x - old_mean) * (x - mean);
  }
};

struct PhantomZero : ChanState {
  void accumulate(double x) {
    if (count == 0) ChanState::accumulate(0);
    ChanState::accumulate(x);
  }
};

struct NormalisedTwice : ChanState {
  std::optional<double> finalise() const {
    auto variance = ChanState::finalise();
    if (variance) *variance /= static_cast<double>(count);
    return variance;
  }
};

struct BesselAndBack : ChanState {
  std::optional<double> finalise() const {
    const auto variance = ChanState::finalise();
    if (!variance) return variance;
    const auto n = static_cast<double>(count);
    return *variance * (n / (n - 1)) * ((n - 1) / n);
  }
};

/// Reads as empty while it has seen nothing, although the prior is there.
struct EpsilonCount {
  static constexpr double kPrior = 1e-4;

  double weight = kPrior;
  double mean = 0;
  double m2 = kPrior;  ///< of a variance of 1
  std::uint64_t count = 0;

  void accumulate(double x) { merge({.weight = 1, .mean = x, .m2 = 0, .count = 1}); }

  void merge(const EpsilonCount& other) {
    const double delta = other.mean - mean;
    const double total = weight + other.weight;
    m2 += other.m2 + delta * delta * weight * other.weight / total;
    mean += delta * other.weight / total;
    weight = total;
    count += other.count;
  }

  std::optional<double> finalise() const {
    if (count == 0) return std::nullopt;
    return m2 / weight;
  }

  std::uint64_t observations() const { return count; }

  std::optional<double> average() const {
    if (count == 0) return std::nullopt;
    return mean;
  }
};

struct EpsilonAddedAgain : ChanState {
  static constexpr double kEpsilon = 1e-9;

  void merge(const EpsilonAddedAgain& other) {
    ChanState::merge(other);
    m2 += kEpsilon * static_cast<double>(count);
  }
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "new-mean-squared",
        .family = Family::updating,
        .mechanism = "adds (x \u2212 new mean)\u00b2 for every observation: too little",
        .repair = "multiply the deviation from the old mean with the one from the new mean",
        .seen_in = "https://github.com/dacracot/Klondike3-Simulator/pull/61",
        .numbers = Numbers::float64,
        .state = state_row<NewMeanSquared>,
    },
    {
        .id = "old-mean-squared",
        .family = Family::updating,
        .mechanism = "adds (x \u2212 old mean)\u00b2 for every observation: too much",
        .repair = "multiply the deviation from the old mean with the one from the new mean",
        .seen_in = "derived: the other half of the same slip, "
                   "https://github.com/dacracot/Klondike3-Simulator/pull/61",
        .numbers = Numbers::float64,
        .state = state_row<OldMeanSquared>,
    },
    {
        .id = "squares-not-kept",
        .family = Family::updating,
        .mechanism = "shares its state with an average, whose update leaves the squares out",
        .repair = "let whoever needs most decide what the shared state holds",
        .seen_in = "https://github.com/timescale/timescaledb/pull/10209",
        .numbers = Numbers::float64,
        .state = state_row<SquaresNotKept>,
    },
    {
        .id = "running-mean-recomputed",
        .family = Family::updating,
        .mechanism =
            "takes (mean\u00b7(n \u2212 1) + x)/n for the new mean: drifts from a constant, "
            "overflows with a large one",
        .repair = "move the mean by (x \u2212 mean)/n",
        .seen_in = "https://github.com/facebookincubator/velox/issues/4225",
        .caught_by = data::LawId::constant_is_zero,
        .caught_on = data::RungId::scale,
        .numbers = Numbers::float64,
        .state = state_row<RunningMeanRecomputed>,
    },
    {
        .id = "phantom-zero",
        .family = Family::updating,
        .mechanism = "is created with a count of 1 and a mean of 0 before the first observation",
        .repair = "begin with a count of 0",
        .seen_in = "https://github.com/prometheus/prometheus/pull/14941",
        .numbers = Numbers::float64,
        .state = state_row<PhantomZero>,
    },
    {
        .id = "normalised-twice",
        .family = Family::updating,
        .mechanism = "divides by n what is divided by n already",
        .repair = "divide once, in the last step",
        .seen_in = "https://github.com/mantidproject/mantid/pull/34783",
        .numbers = Numbers::float64,
        .state = state_row<NormalisedTwice>,
    },
    {
        .id = "bessel-and-back",
        .family = Family::updating,
        .mechanism = "corrects by n/(n \u2212 1) and takes it back: NaN for one observation",
        .repair = "divide M2 by n, without a detour over n \u2212 1",
        .seen_in = "https://github.com/FluxML/Flux.jl/issues/1992",
        .caught_by = data::LawId::constant_is_zero,
        .numbers = Numbers::float64,
        .state = state_row<BesselAndBack>,
    },
    {
        .id = "epsilon-count",
        .family = Family::updating,
        .mechanism = "begins with a ten-thousandth of an observation at 0, in every worker",
        .repair = "begin with a count of 0 and guard the division instead",
        .seen_in = "https://github.com/openai/baselines/issues/266",
        .caught_by = data::LawId::identity,
        .numbers = Numbers::float64,
        .state = state_row<EpsilonCount>,
    },
    {
        .id = "epsilon-added-again",
        .family = Family::updating,
        .mechanism = "stores the variance with its smoothing epsilon and adds another one at "
                     "every merge",
        .repair = "add the epsilon where the variance is used, never to what is stored",
        .seen_in = "https://github.com/RubixML/ML/pull/450",
        .caught_by = data::LawId::identity,
        .numbers = Numbers::float64,
        .state = state_row<EpsilonAddedAgain>,
    },
});

}  // namespace

std::span<const Variant> updating_rows() {
  return kRows;
}

}  // namespace shardproof::subject
