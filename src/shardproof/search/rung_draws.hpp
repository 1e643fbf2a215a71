/// The numbers of each rung: datasets and partitions, before anything is made of them.
#pragma once

#include <cstdint>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/search/draw.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// An integer of up to `bits` bits and either sign, small ones more often.
std::int64_t draw_integer(Draw& draw, int bits);

/// The nearest double to a decimal with up to six places.
exact::Dyadic draw_decimal(Draw& draw);

/// A trial of the rung for merges of that number type, all at once. Each further attempt asks for less, so that narrow
/// number types are met soon.
data::Trial draw_numbers(data::RungId rung, subject::Numbers numbers, Draw& draw, int attempt);

}  // namespace shardproof::search
