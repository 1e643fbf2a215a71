/// Small edits of a trial, which the shrink steps are made of.
#pragma once

#include <functional>
#include <vector>

#include "shardproof/data/trial.hpp"

namespace shardproof::search {

/// Without the dataset's entries first … last − 1; their parts stay, emptier.
data::Trial without_entries(const data::Trial& trial, std::size_t first, std::size_t last);

/// Each value replaced by `f` of it.
data::Trial with_each_value(const data::Trial& trial,
                            const std::function<exact::Dyadic(const exact::Dyadic&)>& f);

/// Half of an integer, towards zero; of any other number the half that keeps its binary places.
exact::Dyadic half_of(const exact::Dyadic& value);

/// Simpler values to try in place of `value`, boldest first: 0, its sign, whole numbers, ever smaller steps towards 0
/// down to one unit of its last binary place, and its negative.
std::vector<exact::Dyadic> smaller_values(const exact::Dyadic& value);

/// Offers every trial that is one small edit away, simpler or not: an observation dropped, added to, changed by one,
/// set to a small value, moved to another part; a part dropped or swapped. True from `visit` ends it.
bool for_each_edit(const data::Trial& trial, const std::function<bool(const data::Trial&)>& visit);

}  // namespace shardproof::search
