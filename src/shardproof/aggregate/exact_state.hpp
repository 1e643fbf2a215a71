/// A mergeable state: add observations or whole workers, retract, merge in any order, read at any
/// time.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/aggregate/triples.hpp"
#include "shardproof/exact/fraction.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/exact/superaccumulator.hpp"

namespace shardproof::aggregate {

/// The integers of which every value is an int64.
template <class Number>
concept FitsInt64 = std::integral<Number> && std::numeric_limits<Number>::digits <= 63;

/// The count, sum and sum of squares of everything added so far, exactly.
///
///     ExactState left, right;
///     left.add(1);
///     right.add(0.5);                      // a Result: NaN and the infinities are refused
///     right.add(IntegerTriple{2, 7, 29});  // a whole worker, {2, 5}
///     left.merge(right);
///     left.variance();                     // the contract's variance of {1, 0.5, 2, 5}
///
/// What is read depends on what was added and on nothing else: every order and every partition
/// gives the same bits, however integers, doubles, triples and summaries were mixed. An input that
/// is refused leaves the state as it was. About 1.8 kB, copied like a value; not synchronised.
///
/// Adding integers, doubles and triples does not allocate (save to judge a double triple whose own
/// variance is close to zero); summaries and merges do once a sum outgrows 2^1024, a sum of squares
/// 2^2048 (by 2^60 and more), or the count 2^127. There is no limit other than memory.
class ExactState {
 public:
  ExactState() = default;

  /// Adds one observation.
  void add(std::int64_t observation);

  /// The same for the other integers, so that `add(1)` means one. Unsigned 64-bit ones must be
  /// converted.
  template <FitsInt64 Number>
  void add(Number observation) {
    add(static_cast<std::int64_t>(observation));
  }

  /// Adds one observation. Refuses NaN and the infinities (out_of_domain).
  exact::Result<void> add(double observation);

  /// Adds a worker's observations; nothing if its count is 0. Refuses what `aggregate/merge.hpp`
  /// lists; `where` is empty.
  exact::Result<void> add(const IntegerTriple& worker);
  exact::Result<void> add(const DoubleTriple& worker);
  exact::Result<void> add(const Summary& worker);

  /// Takes one observation away again, exactly: afterwards everything reads as if it had never been
  /// added. Expects that it was; what cannot be so is refused (impossible): there is no observation
  /// left, or the last one that is left is another.
  exact::Result<void> retract(std::int64_t observation);

  template <FitsInt64 Number>
  exact::Result<void> retract(Number observation) {
    return retract(static_cast<std::int64_t>(observation));
  }

  /// The same; refuses NaN and the infinities (out_of_domain), as `add` did.
  exact::Result<void> retract(double observation);

  /// Adds everything that `other` holds; `other` may be this state itself, which doubles it.
  void merge(const ExactState& other);

  /// How many observations were added.
  exact::Integer count() const;

  /// The double nearest to the exact mean, ties to even; none if there is no observation. A problem
  /// (overflow) only where summaries beyond the doubles' range made it so.
  exact::Result<std::optional<double>> mean() const;

  /// The contract's variance, as `aggregate::variance` gives it for the same observations.
  exact::Result<std::optional<double>> variance() const;

  /// The variance itself, unrounded; none if there is no observation.
  std::optional<exact::Fraction> exact_variance() const;

  /// Everything as the contract's triple, to be sent and merged elsewhere.
  Summary summary() const;

  /// Count and sums as text, exactly: "exact 3 7*2^-2 29*2^-4". `decode` reads it back.
  std::string encode() const;

  /// The state that `encode` wrote. Refuses (malformed) what it cannot have written, saying which
  /// word of the text is at fault, and (impossible) sums that no data have. Reads numbers of up to
  /// `kMostEncodedDigits` digits over up to 2^`kMostEncodedExponent`, which all sums of doubles and
  /// of squares of doubles are: a text from a stranger costs no more than it says.
  static exact::Result<ExactState> decode(std::string_view text);

  static constexpr std::size_t kMostEncodedDigits = 10'000;
  static constexpr int kMostEncodedExponent = 1 << 15;

  /// Whether both hold the same count and the same sums.
  friend bool operator==(const ExactState& left, const ExactState& right) {
    return left.summary() == right.summary();
  }

 private:
  void add_integers(exact::Int128 count, exact::Int128 sum, exact::Int128 sumsq);
  void add_count(exact::Int128 count);
  exact::Result<void> check_held(const exact::Dyadic& observation) const;
  void settle();

  // The total is the sum of three parts; a part that would overflow is emptied into the next.
  exact::Int128 count_ = 0;  // 1: machine integers
  exact::Int128 sum_ = 0;
  exact::Int128 sumsq_ = 0;
  exact::SumAccumulator wide_sum_;  // 2: doubles, and integers that left part 1
  exact::SquareAccumulator wide_sumsq_;
  Summary beyond_;  // 3: what outgrew the accumulators
};

}  // namespace shardproof::aggregate
