/// What a worker's summary must satisfy before it is merged: shared by the sources of this room.
#pragma once

#include <optional>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/aggregate/triples.hpp"
#include "shardproof/exact/integer.hpp"
#include "shardproof/exact/result.hpp"

namespace shardproof::aggregate {

/// Why `worker` is refused, by the rules in `merge.hpp`; none if it is not. The problem names no
/// worker. Exact, for whatever the quick tests below leave undecided.
std::optional<exact::Problem> fault_of(const IntegerTriple& worker);
std::optional<exact::Problem> fault_of(const DoubleTriple& worker);
std::optional<exact::Problem> fault_of(const Summary& worker);

/// True only of workers without fault: c·q − s² ≥ 0 says that the variance is not negative. Cannot
/// overflow: each product is below 2^126. Expects count ≠ 0.
inline bool is_plainly_sound(const IntegerTriple& worker) {
  return worker.count > 0 &&
         exact::Int128{worker.count} * worker.sumsq >= exact::Int128{worker.sum} * worker.sum;
}

/// True only of workers without fault, decided in doubles. Expects count ≠ 0.
///
/// Let p and t be c·q and s² as computed, u = 2^−53, η = 2^−1075 the most that underflow adds. Then
/// for q ≥ 0
///     |p − c·q| ≤ 2.1u·p + η        (c is rounded, and the product is)
///     |t − s²|  ≤ 1.1u·t + η
/// and with the roundings of p − t, of p + t and of their difference, each at most 1.1u·(p + t),
///     c·q − s² ≥ lower − 4η,        lower = (p − t) − 8u·(p + t).
/// If lower ≥ −4e−13·c² the variance is at least −4.1e−13 (c ≥ 1, so 4η and the rounding of the
/// right-hand side do not count): above −5e−13, so it does not round to below zero. NaN, infinities
/// and overflow make `lower` NaN or −∞, and the comparison false.
inline bool is_plainly_sound(const DoubleTriple& worker) {
  const auto count = static_cast<double>(worker.count);
  const double p = count * worker.sumsq;
  const double t = worker.sum * worker.sum;
  const double lower = (p - t) - 0x1p-50 * (p + t);
  return worker.count > 0 && worker.sumsq >= 0 && lower >= -4e-13 * (count * count);
}

/// Exact summaries have no quick test: the exact one is native while their numbers are small.
inline bool is_plainly_sound(const Summary& /*worker*/) {
  return false;
}

}  // namespace shardproof::aggregate
