/// Count, sum and sum of squares in doubles or floats: the textbook form, which is right and loses
/// digits without bound. Here to be measured, not to be used: `ExactState` keeps the same three
/// numbers exactly.
///
/// Source of the bound: Chan, Golub & LeVeque, The American Statistician 37 (1983), "textbook".
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shardproof/aggregate/merge_forms.hpp"
#include "shardproof/aggregate/state_text.hpp"

namespace shardproof::aggregate {

/// A mergeable state with the operations of `ChanState` and its policy on NaN and the infinities;
/// `Real` is the type in which it sums. Every operation is O(1), save those that take many states.
///
/// The variance Σx²/n − (Σx/n)² is off by about n·u·(mean square), κ times more than a stable
/// algorithm's: with doubles the spread is lost once the mean is 1e8 times as large, and the
/// variance may come out below zero, which is reported as it is. Sums of integers are exact while
/// Σx² is below 1/u. Σx² overflows from |x| = 1.3e154 on (1.8e19 in float): then the variance is
/// infinite or NaN. Retracting is a subtraction, as exact as the sums were.
template <std::floating_point Real>
struct TextbookState {
  using number = Real;

  std::uint64_t count = 0;      ///< finite observations
  Real sum = 0;                 ///< Σx, theirs
  Real sumsq = 0;               ///< Σx², theirs
  std::uint64_t nonfinite = 0;  ///< observations that are NaN or infinite

  /// Adds one observation.
  void accumulate(Real x) {
    if (!std::isfinite(x)) {
      ++nonfinite;
      return;
    }
    ++count;
    sum += x;
    sumsq += x * x;
  }

  /// Adds everything that `other` holds; `other` may be this state itself, which doubles it.
  void merge(const TextbookState& other) {
    count += other.count;
    sum += other.sum;
    sumsq += other.sumsq;
    nonfinite += other.nonfinite;
  }

  /// Undoes one `accumulate(x)`, to within rounding. Expects that x was accumulated; an empty state
  /// stays as it is, and none that is left is the empty state, exactly.
  void retract(Real x) {
    if (!std::isfinite(x)) {
      nonfinite -= nonfinite > 0 ? 1 : 0;
      return;
    }
    if (count <= 1) {
      *this = {.nonfinite = nonfinite};
      return;
    }
    --count;
    sum -= x;
    sumsq -= x * x;
  }

  /// The population variance, unrounded and not clamped; none for no observations, NaN while one is
  /// not a number.
  std::optional<double> finalise() const {
    const auto n = static_cast<Real>(count);
    return read(sumsq / n - (sum / n) * (sum / n));
  }

  /// Their mean; none and NaN likewise.
  std::optional<double> average() const { return read(sum / static_cast<Real>(count)); }

  /// How many observations are held, those that are no numbers included.
  std::uint64_t observations() const { return count + nonfinite; }

  /// Text that `decode` reads back as the same state, bit for bit: "textbook 2 5 13 0".
  std::string encode() const { return encode_state("textbook", count, sum, sumsq, nonfinite); }

  /// Throws std::invalid_argument for a text that `encode` did not write.
  static TextbookState decode(std::string_view text) {
    TextbookState state;
    decode_state(text, "textbook", state.count, state.sum, state.sumsq, state.nonfinite);
    return state;
  }

  /// The merge of two, and of any number of states in one call; `out` may be one of the two.
  template <class State>
  static void merge_into(const State& left, const State& right, State& out) {
    aggregate::merge_into(left, right, out);
  }

  template <class State>
  static State merge_all(std::span<const State> states) {
    return aggregate::merge_all(states);
  }

  friend bool operator==(const TextbookState&, const TextbookState&) = default;

 private:
  std::optional<double> read(Real value) const {
    if (nonfinite > 0) return std::numeric_limits<double>::quiet_NaN();
    if (count == 0) return std::nullopt;
    return static_cast<double>(value);
  }
};

}  // namespace shardproof::aggregate
