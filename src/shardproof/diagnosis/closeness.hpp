/// How closely the answers of two subjects agree: what "reproduces this wrong answer" means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "shardproof/data/trial.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::diagnosis {

/// What is compared of two numbers.
enum class Digits : std::uint8_t {
  decimals,     ///< 12 decimals: a merge's, which the contract rounds so
  significant,  ///< 12 significant digits: a state's, which may leave 1e−17 where there is no spread
};

/// The closest first.
enum class Closeness : std::uint8_t {
  same,     ///< every number in its `Digits`, none and failures where the other has them
  doubles,  ///< within `Noise`: the same formula may have been evaluated in doubles in another way
  unit,  ///< one unit of the 12th decimal: near a tie the last bit of a double decides; now and then, no more
  apart,
};

/// "to 12 digits", "to within the rounding of doubles", "to one unit of the 12th decimal", "not at all"
std::string_view to_text(Closeness closeness);

/// How far two evaluations of one formula in doubles may be apart on a trial.
///
/// Every formula of this trade is a sum of at most W + n terms (workers, and observations where they are accumulated one
/// by one), none above the largest square, each rounded a handful of times: 2^−47 · (W + n) · max x² has 64 units in the
/// last place for each. It is no bound for a particular formula, and need not be: a mechanism is named by `doubles` only if
/// no other row and not the reference is as close, everywhere. On the small scope it is below 3e−13, less than half a unit
/// of the 12th decimal, so that even rows that differ in their rounding are kept apart there. At large offsets it is
/// larger than any variance and says nothing, which is right: what is seen there is the arithmetic, not the formula.
struct Noise {
  double variance = 0;
  double mean = 0;
  Digits digits = Digits::decimals;
};

/// Of a trial as subjects of that kind are asked it.
Noise noise_of(subject::Kind kind, const data::Trial& trial);

/// Whether two answers are the same number to 12 digits, within `noise`, or neither. A failure is like any other failure:
/// two programs fail with different words.
Closeness closeness(const subject::Answer& left,
                    const subject::Answer& right,
                    double noise,
                    Digits digits = Digits::decimals);

/// The worst over everything that both sides say: as many reads, each with a variance, and count and mean where both have
/// them. A count is exact.
Closeness closeness(const subject::Reads& left, const subject::Reads& right, const Noise& noise);

/// How closely two subjects agree over many trials.
class Agreement {
 public:
  void add(Closeness one);

  /// `same` if all are, `doubles` if all are that close, save a few that may be off by a unit of the 12th decimal.
  Closeness overall() const;

  /// The same however many are off by a unit: of trials that were chosen because answers differ there.
  Closeness regardless_of_units() const;

 private:
  std::size_t trials_ = 0;
  std::size_t units_ = 0;
  Closeness worst_ = Closeness::same;  ///< save the units
};

/// Whether so many answers among so many may be off by a unit: one in twenty. Measured on the pool, the right formula in
/// doubles is off in 1 of 100 answers, a merge that cuts decimals off in 16.
bool is_by_chance(std::size_t units, std::size_t trials);

}  // namespace shardproof::diagnosis
