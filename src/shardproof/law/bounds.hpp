/// How far a right merge in doubles may be from the exact variance.
#pragma once

#include <span>

#include "shardproof/data/dataset.hpp"
#include "shardproof/exact/rational.hpp"

namespace shardproof::law {

/// What the bounds are made of, exactly. With u = 2^−53 and κ = √(1 + mean²/variance), κ·variance is
/// √(variance · mean square) and κ²·variance is the mean square, so no bound needs a division by the variance.
struct Moments {
  exact::Integer count;
  exact::Rational variance;
  exact::Rational mean_square;  ///< (1/n) Σ x²
};

/// The moments of `observations` with the variance that the oracle found. There is at least one observation.
Moments moments_of(std::span<const data::Observation> observations,
                   const exact::Rational& variance);

/// The absolute error that a stable algorithm in double may make: 4(n+1)·κ·u·variance, plus half a unit of the
/// 12th decimal for the contract's rounding. Beside that half unit, underflow does not count.
///
/// The form n·κ·u is the published relative bound of updating algorithms, constants left out (Chan, Golub & LeVeque,
/// The American Statistician 37, 1983, table 1; Schubert & Gertz, SSDBM 2018). Ours: the last step rounds four
/// times on any way from sums to a variance (two quotients, a square, a difference), hence the 4; n observations
/// are added by at most n roundings a sum and one more joins the total, hence n + 1.
double float64_bound(const Moments& moments);

/// The same for Q/n − (S/n)², whose cancellation costs another κ: 4(n+1)·κ²·u·variance and the same half unit.
double textbook_bound(const Moments& moments);

}  // namespace shardproof::law
