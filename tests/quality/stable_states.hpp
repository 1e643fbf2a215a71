/// States that are right in double and round in other places than ours do: what the float64 bound must allow.
#pragma once

#include "shardproof/aggregate/chan_state.hpp"

namespace shardproof::search {

/// Chan's merge as most write it: the mean always from this side, however little it weighs.
struct OneSidedState : aggregate::ChanState {
  void merge(const OneSidedState& other) {
    const double share =
        static_cast<double>(other.count) / static_cast<double>(count + other.count);
    const double from_here = mean + (other.mean - mean) * share;
    const bool both = count > 0 && other.count > 0;
    ChanState::merge(other);
    if (both) mean = from_here;
  }
};

/// The mean as a weighted one, in every step.
struct WeightedMeanState : aggregate::ChanState {
  void accumulate(double x) {
    const double before = static_cast<double>(count) * mean;
    ChanState::accumulate(x);
    mean = (before + x) / static_cast<double>(count);
  }

  void merge(const WeightedMeanState& other) {
    const double sum =
        static_cast<double>(count) * mean + static_cast<double>(other.count) * other.mean;
    const bool both = count > 0 && other.count > 0;
    ChanState::merge(other);
    if (both) mean = sum / static_cast<double>(count);
  }

  void retract(double x) {
    const double left = static_cast<double>(count) * mean - x;
    ChanState::retract(x);
    if (count > 0) mean = left / static_cast<double>(count);
  }
};

/// M2 of a merge from both sides' deviations from the new mean.
struct TwoDeviationsState : aggregate::ChanState {
  void merge(const TwoDeviationsState& other) {
    const TwoDeviationsState right = other;
    const TwoDeviationsState left = *this;
    ChanState::merge(right);
    if (left.count == 0 || right.count == 0) return;
    const double from_left = left.mean - mean;
    const double from_right = right.mean - mean;
    m2 = left.m2 + static_cast<double>(left.count) * from_left * from_left + right.m2 +
         static_cast<double>(right.count) * from_right * from_right;
  }
};

}  // namespace shardproof::search
