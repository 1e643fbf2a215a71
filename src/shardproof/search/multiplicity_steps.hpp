/// The shrink steps that change how often values are observed.
#pragma once

#include "shardproof/search/simpler.hpp"

namespace shardproof::search {

/// All multiplicities to one, all to a half, then each one down: to one, to a half, …, by one.
bool reduce_multiplicities(const data::Trial& trial, const Visit& visit);

/// Two multiplicities to their geometric mean: the product stays, the sum falls. A product of counts that overflows
/// shrinks by this and by nothing that changes one count at a time.
bool balance_multiplicities(const data::Trial& trial, const Visit& visit);

/// Observations of one value turned into observations of another, many at a time.
bool transfer_multiplicities(const data::Trial& trial, const Visit& visit);

/// Two values observed once each in place of equally often, the rest of both turned into the value nearest to 0.
bool reduce_pairs(const data::Trial& trial, const Visit& visit);

/// Fewer observations at about the same sum of squares: all of them the largest value; or a quarter of them, of twice
/// the value. Or at the same mean square: a quarter of them, of half the value, the most frequent one gone.
bool quarter_observations(const data::Trial& trial, const Visit& visit);

}  // namespace shardproof::search
