/// Count, mean and M2 in doubles: Welford's accumulate, Chan's merge.
///
/// The form to use where a state must be small and fast and the last bits may depend on the order
/// of the merges; `ExactState` is the one in which they do not.
///
/// Sources: B. P. Welford, Note on a Method for Calculating Corrected Sums of Squares and Products,
/// Technometrics 4 (1962); T. F. Chan, G. H. Golub & R. J. LeVeque, Algorithms for Computing the
/// Sample Variance, The American Statistician 37 (1983). Retracting is Welford's step solved for
/// what was before it.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shardproof/aggregate/merge_forms.hpp"

namespace shardproof::aggregate {

/// A mergeable state of 32 bytes: accumulate, merge and retract in any order, read at any time.
/// Every operation is O(1), save those that take many states, and none allocates but `encode`.
///
/// What it keeps of a stable algorithm in double:
///  - the mean and the variance are within `law::float64_bounds`, whose relative size is about
///    n·κ·u (u = 2^−53, κ = √(1 + mean²/variance)), on every rung and in every plan;
///  - equal observations have exactly their value for a mean and exactly 0 for a variance, up to
///    the largest double: every difference δ is 0, and nothing is multiplied before it is taken;
///  - an empty state on either side of a merge is left out of all arithmetic, so the other comes
///    through bit for bit: no 0·∞, no 0/0;
///  - counts meet as doubles in weights such as nb/n, never as an integer product; they are exact
///    to 2^64 as counts and rounded once as weights;
///  - nothing overflows but M2 itself, n times the variance. Then it is infinite and stays so, until
///    no more than one observation is left; the mean is none the worse.
///
/// NaN and the infinities, one policy for all states of this room: such an observation is counted,
/// and while one is held, mean and variance read NaN; the answer depends neither on the split nor
/// on the order, and after the last one is retracted the state is as if none had been seen.
///
/// Members are public and plain, so that a variant can inherit and override one step.
struct ChanState {
  using number = double;

  std::uint64_t count = 0;      ///< finite observations
  double mean = 0;              ///< theirs; 0 for none
  double m2 = 0;                ///< Σ(x − mean)², theirs; never below 0
  std::uint64_t nonfinite = 0;  ///< observations that are NaN or infinite

  /// Adds one observation.
  void accumulate(double x) {
    if (!std::isfinite(x)) {
      ++nonfinite;
      return;
    }
    ++count;
    const auto n = static_cast<double>(count);
    const double delta = x - mean;
    if (std::isinf(delta)) return weigh_apart(x, 1 / n);
    mean += delta / n;
    m2 += delta * (x - mean);
  }

  /// Adds everything that `other` holds; `other` may be this state itself, which doubles it.
  void merge(const ChanState& other) {
    nonfinite += other.nonfinite;
    if (other.count == 0) return;
    if (count == 0) {
      count = other.count;
      mean = other.mean;
      m2 = other.m2;
      return;
    }
    const auto na = static_cast<double>(count);
    const auto nb = static_cast<double>(other.count);
    const double n = na + nb;
    const double delta = other.mean - mean;
    count += other.count;
    if (std::isinf(delta)) return weigh_apart(other.mean, nb / n);
    m2 += other.m2 + delta * (delta * (na * (nb / n)));
    // From the side that weighs more: δ is rounded, and its error comes in by the smaller weight.
    mean = na >= nb ? mean + delta * (nb / n) : other.mean - delta * (na / n);
  }

  /// Undoes one `accumulate(x)`, to within rounding: what x has cost in digits is not won back.
  /// Expects that x was accumulated; an empty state stays as it is. One observation that is left
  /// has variance 0; none that is left is the empty state, exactly.
  void retract(double x) {
    if (!std::isfinite(x)) {
      nonfinite -= nonfinite > 0 ? 1 : 0;
      return;
    }
    if (count <= 1) {
      *this = {.nonfinite = nonfinite};
      return;
    }
    --count;
    const auto n = static_cast<double>(count);
    const double delta = x - mean;
    mean -= std::isinf(delta) ? x / n - mean / n : delta / n;
    if (!std::isinf(m2)) m2 -= delta * (x - mean);
    if (count == 1 || m2 < 0) m2 = 0;
  }

  /// The population variance, unrounded; none for no observations, NaN while one is not a number.
  std::optional<double> finalise() const { return read(m2 / static_cast<double>(count)); }

  /// Their mean; none and NaN likewise.
  std::optional<double> average() const { return read(mean); }

  /// How many observations are held, those that are no numbers included.
  std::uint64_t observations() const { return count + nonfinite; }

  /// Text that `decode` reads back as the same state, bit for bit: "chan 3 2.5 0.5 0".
  std::string encode() const;

  /// Throws std::invalid_argument for a text that `encode` did not write.
  static ChanState decode(std::string_view text);

  /// The merge of two, and of any number of states in one call; `out` may be one of the two.
  template <class State>
  static void merge_into(const State& left, const State& right, State& out) {
    aggregate::merge_into(left, right, out);
  }

  template <class State>
  static State merge_all(std::span<const State> states) {
    return aggregate::merge_all(states);
  }

  friend bool operator==(const ChanState&, const ChanState&) = default;

 private:
  /// What both sides read; `value` is looked at only where it means something.
  std::optional<double> read(double value) const {
    if (nonfinite > 0) return std::numeric_limits<double>::quiet_NaN();
    if (count == 0) return std::nullopt;
    return value;
  }

  /// Takes in a mean so far away that the difference is above the largest double. The two have
  /// opposite signs, so weighing each by itself does not overflow; M2 ≥ δ²/2 must.
  void weigh_apart(double other_mean, double weight) {
    mean = mean * (1 - weight) + other_mean * weight;
    m2 = std::numeric_limits<double>::infinity();
  }
};

}  // namespace shardproof::aggregate
