/// The worker's side: observations in, an exact summary out.
#pragma once

#include <cstdint>
#include <span>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/data/dataset.hpp"
#include "shardproof/exact/result.hpp"

namespace shardproof::aggregate {

/// Count, sum and sum of squares of `observations`, exact whatever their size. O(n), about a
/// nanosecond each.
Summary summarise(std::span<const std::int64_t> observations);

/// The same of doubles, each taken for exactly the number that it is; neither sum is ever rounded.
/// Refuses NaN and the infinities (out_of_domain), `where` being "observation K", K counted from 0.
exact::Result<Summary> summarise(std::span<const double> observations);

/// The same of a dataset's observations, multiplicities counted. Native while values fit 64 bits
/// and sums 127.
Summary summarise(std::span<const data::Observation> observations);

}  // namespace shardproof::aggregate
