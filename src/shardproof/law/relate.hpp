/// Trials whose variance follows from another trial's: what the laws that compare answers ask.
#pragma once

#include "shardproof/data/trial.hpp"

namespace shardproof::law {

data::Trial without_empty_parts(const data::Trial& trial);

/// One empty part more, reporting `stray`, before part `index` (at the end for the number of parts).
data::Trial with_empty_part(const data::Trial& trial,
                            std::size_t index,
                            const data::StraySums& stray);

/// The same dataset as one part; none of it empty.
data::Trial unsplit(const data::Trial& trial);

/// The same dataset, one entry a part.
data::Trial fully_split(const data::Trial& trial);

data::Trial with_parts_reversed(const data::Trial& trial);

/// The first part last.
data::Trial with_parts_rotated(const data::Trial& trial);

/// Parts `index` and `index` + 1 as one.
data::Trial with_parts_merged(const data::Trial& trial, std::size_t index);

/// Every value plus `shift`.
data::Trial shifted(const data::Trial& trial, const exact::Dyadic& shift);

/// Every value times `factor`.
data::Trial scaled(const data::Trial& trial, const exact::Dyadic& factor);

/// Every observation twice.
data::Trial replicated(const data::Trial& trial);

}  // namespace shardproof::law
