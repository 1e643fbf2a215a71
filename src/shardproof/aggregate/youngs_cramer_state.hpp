/// Count, sum and the sum of squares of deviations in doubles: Youngs and Cramer's accumulate, and
/// the merge that goes with it.
///
/// Sources: E. A. Youngs & E. M. Cramer, Some Results Relevant to Choice of Sum and Sum-of-Product
/// Algorithms, Technometrics 13 (1971); for the merge of two such states Chan, Golub & LeVeque, The
/// American Statistician 37 (1983); E. Schubert & M. Gertz, Numerically Stable Parallel Computation
/// of (Co-)Variance, SSDBM (2018), compare it with others. PostgreSQL's float8 keeps these fields.
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

/// A mergeable state of 32 bytes, with the operations of `ChanState` and its policy on NaN and the
/// infinities. Every operation is O(1), save those that take many states.
///
/// As stable as Chan's: mean and variance are within `law::float64_bounds` on every rung up to
/// scale, in every plan. What it does not share:
///  - equal observations may leave a residue, since n·x and the rounded sum of n times x differ:
///    ten times 0.1 has variance 1.2e−34;
///  - Σx and n·x overflow where the mean does not: then neither mean nor variance is finite. Below
///    that only Sxx itself overflows.
struct YoungsCramerState {
  using number = double;

  std::uint64_t count = 0;      ///< finite observations
  double sum = 0;               ///< Σx, theirs
  double sxx = 0;               ///< Σ(x − mean)², theirs; never below 0
  std::uint64_t nonfinite = 0;  ///< observations that are NaN or infinite

  /// Adds one observation: Sxx grows by (n·x − Σx)² / (n·(n − 1)).
  void accumulate(double x) {
    if (!std::isfinite(x)) {
      ++nonfinite;
      return;
    }
    ++count;
    sum += x;
    if (count > 1) sxx += squared_deviation(x);
  }

  /// Adds everything that `other` holds; `other` may be this state itself, which doubles it. Sxx
  /// grows by the other's and by (mean − other mean)² · na·nb/n.
  void merge(const YoungsCramerState& other) {
    nonfinite += other.nonfinite;
    if (other.count == 0) return;
    if (count == 0) {
      count = other.count;
      sum = other.sum;
      sxx = other.sxx;
      return;
    }
    const auto na = static_cast<double>(count);
    const auto nb = static_cast<double>(other.count);
    const double delta = sum / na - other.sum / nb;
    count += other.count;
    sum += other.sum;
    sxx += other.sxx + delta * (delta * (na * (nb / (na + nb))));
  }

  /// Undoes one `accumulate(x)`, to within rounding. Expects that x was accumulated; an empty state
  /// stays as it is. One observation that is left has variance 0; none that is left is the empty
  /// state, exactly.
  void retract(double x) {
    if (!std::isfinite(x)) {
      nonfinite -= nonfinite > 0 ? 1 : 0;
      return;
    }
    if (count <= 1) {
      *this = {.nonfinite = nonfinite};
      return;
    }
    if (!std::isinf(sxx)) sxx -= squared_deviation(x);
    --count;
    sum -= x;
    if (count == 1 || sxx < 0) sxx = 0;
  }

  /// The population variance, unrounded; none for no observations, NaN while one is not a number.
  std::optional<double> finalise() const { return mean_of(sxx); }

  /// Their mean; none and NaN likewise.
  std::optional<double> average() const { return mean_of(sum); }

  /// How many observations are held, those that are no numbers included.
  std::uint64_t observations() const { return count + nonfinite; }

  /// Text that `decode` reads back as the same state, bit for bit: "youngs-cramer 2 5 0.5 0".
  std::string encode() const;

  /// Throws std::invalid_argument for a text that `encode` did not write.
  static YoungsCramerState decode(std::string_view text);

  /// The merge of two, and of any number of states in one call; `out` may be one of the two.
  template <class State>
  static void merge_into(const State& left, const State& right, State& out) {
    aggregate::merge_into(left, right, out);
  }

  template <class State>
  static State merge_all(std::span<const State> states) {
    return aggregate::merge_all(states);
  }

  friend bool operator==(const YoungsCramerState&, const YoungsCramerState&) = default;

 private:
  /// What x, one of the n > 1 observations, adds to Sxx. Divided before it is multiplied: the
  /// square of n·x − Σx may overflow where Sxx does not.
  double squared_deviation(double x) const {
    const auto n = static_cast<double>(count);
    const double deviation = x * n - sum;
    return (deviation / n) * (deviation / (n - 1));
  }

  std::optional<double> mean_of(double total) const {
    if (nonfinite > 0) return std::numeric_limits<double>::quiet_NaN();
    if (count == 0) return std::nullopt;
    return total / static_cast<double>(count);
  }
};

}  // namespace shardproof::aggregate
