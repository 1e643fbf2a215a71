/// The exact state behind the interface of the states in doubles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shardproof/aggregate/exact_state.hpp"
#include "shardproof/aggregate/merge_forms.hpp"

namespace shardproof::aggregate {

/// A mergeable state that accumulates doubles, exactly: the contract's variance, `exact::round12`
/// of the exact one, and the double nearest to the exact mean. Every order, partition and plan
/// gives the same bits, on every rung; so does retracting.
///
/// NaN and the infinities: the policy of `ChanState`. A thin layer over `ExactState`, which says
/// what it costs.
struct ExactAggregate {
  using number = double;

  ExactState finite;
  std::uint64_t nonfinite = 0;  ///< observations that are NaN or infinite

  /// Adds one observation.
  void accumulate(double x);

  /// Adds everything that `other` holds; `other` may be this state itself, which doubles it.
  void merge(const ExactAggregate& other);

  /// Undoes one `accumulate(x)`, exactly. Expects that x was accumulated; what cannot have been
  /// changes nothing.
  void retract(double x);

  /// The contract's variance; none for no observations, NaN while one is not a number, infinite
  /// where the variance is above the largest double.
  std::optional<double> finalise() const;

  /// The double nearest to the mean; none and NaN likewise. Always finite otherwise.
  std::optional<double> average() const;

  /// How many observations are held, those that are no numbers included: the nearest double.
  double observations() const;

  /// Text that `decode` reads back as an equal state: "exact 2 5 13 and 1 nonfinite".
  std::string encode() const;

  /// Throws std::invalid_argument for a text that `encode` did not write.
  static ExactAggregate decode(std::string_view text);

  /// The merge of two, and of any number of states in one call; `out` may be one of the two.
  template <class State>
  static void merge_into(const State& left, const State& right, State& out) {
    aggregate::merge_into(left, right, out);
  }

  template <class State>
  static State merge_all(std::span<const State> states) {
    return aggregate::merge_all(states);
  }

  friend bool operator==(const ExactAggregate&, const ExactAggregate&) = default;
};

}  // namespace shardproof::aggregate
