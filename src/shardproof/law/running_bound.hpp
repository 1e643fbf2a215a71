/// A running error analysis: one state's moments, and how far a correct state in doubles may be from
/// them after the same steps. `plan_bounds.hpp` follows a plan with these.
///
/// Which states. All that keep n, a mean (or Σx) and M2 = Σ(x − mean)², and update them by one of
/// the known formulas, whatever the order of the products, M2 being what limits their range:
///
///  - the mean: a ± δ·share, δ the difference of two means (Welford 1962; Chan, Golub & LeVeque 1983),
///    from either side of a merge; (na·a + nb·b)/n; Σx/n (Youngs & Cramer 1971);
///  - M2: + δ²·na·nb/n (Chan et al.), + (x − old mean)(x − new mean) (Welford), the same for a merge, + nb·δ·(b − mean) (Guava),
///    + (n·x − Σx)²/(n(n−1)) (Youngs & Cramer), + na(a − mean)² + nb(b − mean)²; and each solved for what was before.
///
/// Schubert & Gertz (SSDBM 2018) compare them. Notation: u = 2^−53; a, b the means of the two sides, δ = b − a,
/// w = na·nb/n, W = (na|a| + nb|b|)/n ≥ |mean|; e_x bounds the error of x. The rule of every step is that of the standard
/// model (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., ch. 2): fl(x op y) = (x op y)(1 + ε), |ε| ≤ u;
/// k of them in a row make (1 + θ), |θ| ≤ k·u/(1 − k·u).
///
/// Mean. Errors come in by the shares, and each step adds its own roundings:
///
///     e_mean = (na·e_a + nb·e_b)/n + local
///     local = u·(W + max(3·s·|δ|, 2·W))    a merge, s = max(na, nb)/n:
///         a ± δ·share rounds δ, the share, their product (3, on share·|δ| ≤ s·|δ|) and the sum (1, on the mean ≤ W);
///         the weighted mean rounds two products, their sum and the quotient (3 on W); Σx rounds once (1 on |mean|)
///     local = u·(W + max(2·|δ|/n, 2·W))    one observation: δ/n rounds δ and the quotient (2); the rest likewise
///
/// M2. A difference of means is off by e_δ, so its square by 2|δ|e_δ + e_δ²:
///
///     e_M2 = e_M2a + e_M2b + w·(2|δ|·e_δ + e_δ²) + 6u·w·δ² + 2u·M2 + n·local² + nb·|δ|·local    a merge
///         6: δ once but squared (2), its two factors, the two of the weight (4); 2: two sums.
///         e_δ = e_a + e_b + u(|a| + |b|): Σx/n is divided first.
///         n·local²: deviations from the new mean, na(a − mean)² + nb(b − mean)², share its local error; the first order
///         cancels, because na(a − mean) + nb(b − mean) = 0, and what the sides have of their own is in e_δ;
///         nb·|δ|·local: in nb·δ·(b − mean) it does not cancel
///     e_M2 = e_M2a + w·(2|δ|·e_δ + e_δ²) + 6u·w·δ² + u·M2                        one observation, w = (n − 1)/n
///         e_δ = e_a + e_x + 3u(|a| + |x|). The 3 covers n·x and Σx, both rounded and divided by n − 1 (2 on |x|, 1 on |a|,
///         n·x being exact for n = 2), and in (x − old)(x − new) the new mean's local error, which is at most w·3u(|a| + |x|).
///
/// Retracting x, from n to n' = n − 1, is the same product taken away, with a the mean that is left:
///
///     e_mean' = (n·e_mean + e_x)/n' + u·(3|a| + 2(|x − mean| + |x|)/n')    e_M2' as for one observation, of M2'
///
/// where n·mean − x rounds n·mean (u·n|mean|/n' ≤ u(|a| + |x|/n')), the difference and the quotient.
///
/// Counts are exact up to 2^53; beyond, n, na, nb and their sum are rounded once each: 4 more wherever they enter.
///
/// What the analysis itself rounds. Its own mean and M2 are one of the states above, so they are as far from the true ones
/// as the bounds say, and any other state as far on the other side: |x| + 2e takes the place of |x|, and
/// 2|δ|e_δ + e_δ² becomes 2|δ|e_δ + 3e_δ². All bounds are sums of products of positive numbers with fewer than 40
/// roundings a step; each step is enlarged by 1 + 2^−47 = 1 + 64u, which pays for them and for the θ above. An operation that
/// underflows is off by at most η = 2^−1074 (half of it, in truth); 16η a step and w·η for a δ² that did so before it was
/// weighed pay for the states' and the analysis' own.
#pragma once

#include <span>

namespace shardproof::law {

/// The moments of one state and the bounds on their errors.
struct RunningBound {
  double n = 0;
  double mean = 0;
  double m2 = 0;
  double squares = 0;  ///< Σx², of which only the textbook's form is made
  double mean_error = 0;
  double m2_error = 0;
  double squares_error = 0;

  /// Of one observation, which may be known to within `error` only.
  static RunningBound of(double x, double error);

  /// The observation is accumulated. It has n = 1.
  void accumulate(const RunningBound& observation);

  /// The inverse step. No observation left makes an empty state, which has no errors.
  void retract(const RunningBound& observation);
};

/// The merge of two states; an empty one costs nothing.
RunningBound merged(const RunningBound& left, const RunningBound& right);

/// The merge of many in one call, by a tree of any shape or at once, as Σ nᵢ(aᵢ − mean)².
///
/// With k states that are not empty, at most k − 1 merges: no node's mean is off by more than E = max eᵢ + (k − 1)·local,
/// local with the largest |aᵢ| for W and their range for |δ|, and no difference by more than D = 2E + 2u·max|aᵢ|. The w·δ² of
/// all nodes sum to B = M2 − Σ M2ᵢ whatever the tree, and their w to less than N·log₂(k)/2: w ≤ min(na, nb) ≤ n·h(na/n)/2
/// where h is the binary entropy, whose sum over the nodes is N times the entropy of the parts' shares, at most
/// log₂ k. So, by Cauchy and Schwarz, with w = N·max(1, log₂(k)/2) in all,
///
///     e_M2 = Σ e_M2ᵢ + 2D·√(w·B) + w·D² + 6u·B + 2(k − 1)u·M2 + (k − 1)·N·range·local
///
/// where the last bounds Σ nb·|δ|·local of the k − 1 merges, and the 1 covers the deviations from one mean. O(states).
RunningBound merged(std::span<const RunningBound> states);

/// Absolute bounds on the errors of one read. Infinite where M2 = n·variance, or what the steps before may have made of it,
/// is above the largest double (the textbook's where Σx² is). 0 where there is nothing to read.
struct ReadBounds {
  double variance = 0;           ///< of a stable state
  double mean = 0;               ///< of any of them
  double textbook_variance = 0;  ///< of Σx²/n − (Σx/n)²; never below `variance`
};

/// A read divides once more, and again where the mean is kept as a sum:
///
///     variance: e_M2/n + u·variance + η        mean: e_mean + u·|mean| + η
///     textbook: e_Σx²/n + 2u·Σx²/n + 2|mean|·e + e² + u·mean², e = e_mean + u·|mean|
///
/// where e_Σx² grows by u·x² with each observation and by u·Σx² with each sum. A state's answers are not rounded to
/// 12 decimals, so there is no half unit of the 12th decimal here, unlike in `bounds.hpp`. The variance's bound grows with
/// the number n of observations accumulated one by one like √3·n·κ·u·variance, κ = √(1 + mean²/variance): the published form.
ReadBounds read_bounds(const RunningBound& state);

}  // namespace shardproof::law
