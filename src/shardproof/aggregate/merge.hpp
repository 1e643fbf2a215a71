/// The correct merge: workers' summaries in, the population variance of all their observations out.
///
///     variance = Q/n − (S/n)²
///     n = Σ count, S = Σ sum, Q = Σ sumsq, over the workers with count > 0
///
/// computed exactly (as (n·Q − S²) / n² in integers) and rounded once at the end, so the answer is
/// the same for every order of the workers and every partition of the data, bit for bit.
///
/// All functions here are pure and safe to call from many threads. They assume the rounding mode
/// round-to-nearest and a compiler that keeps IEEE 754's rules (no -ffast-math, no flush to zero).
///
/// What is refused, as a `Problem` whose `where` is "worker K", K counted from 0, the first that is
/// at fault:
///  - a negative count (out_of_domain);
///  - NaN or an infinity in the sums of a worker that is not empty (out_of_domain);
///  - a worker whose own variance, computed exactly from its own triple, rounds to below zero
///    (impossible): no data have such sums. It is not clamped. One that rounds to zero is accepted,
///    such as [3, 0.30000000000000004, 0.030000000000000006] with −1.0e−18;
/// and, with no worker to blame, an answer above the largest double (overflow).
#pragma once

#include <optional>
#include <span>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/aggregate/triples.hpp"
#include "shardproof/exact/fraction.hpp"
#include "shardproof/exact/result.hpp"

namespace shardproof::aggregate {

/// Returns the merged population variance, `exact::round12` of its exact value, in the square of
/// the observations' unit; none if there is no observation. Never below zero, and zero has no sign.
///
/// O(workers). Integer sums are held in 128 bits, which no span in memory can overflow; the last
/// step is native while n·Q and S² fit 126 bits and falls through to integers of any size beyond.
/// Doubles are summed exactly in a fixed array. Allocates only where exact numbers outgrow 126
/// bits: in the last step, or to judge a worker whose own variance is close to zero.
exact::Result<std::optional<double>> variance(std::span<const IntegerTriple> workers);
exact::Result<std::optional<double>> variance(std::span<const DoubleTriple> workers);

/// The same of exact summaries, integers of any size and sums of doubles; fast while they are small
/// integers.
exact::Result<std::optional<double>> variance(std::span<const Summary> workers);

/// The same of one summary, such as `merge` returns; a problem names no worker.
exact::Result<std::optional<double>> variance(const Summary& summary);

/// The merged population variance itself, unrounded and of any size; none if there is no
/// observation. It may lie a hair below zero where a worker's own does (see above). Refuses as
/// `variance` does, less the overflow.
exact::Result<std::optional<exact::Fraction>> exact_variance(
    std::span<const IntegerTriple> workers);
exact::Result<std::optional<exact::Fraction>> exact_variance(std::span<const DoubleTriple> workers);
exact::Result<std::optional<exact::Fraction>> exact_variance(std::span<const Summary> workers);
exact::Result<std::optional<exact::Fraction>> exact_variance(const Summary& summary);

/// The summary of all the workers' observations, exact: merging some first and the rest later gives
/// the same. Count 0 and sums 0 if there is no observation. Refuses as `exact_variance` does.
exact::Result<Summary> merge(std::span<const IntegerTriple> workers);
exact::Result<Summary> merge(std::span<const DoubleTriple> workers);
exact::Result<Summary> merge(std::span<const Summary> workers);

}  // namespace shardproof::aggregate
