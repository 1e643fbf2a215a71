/// Shapes: how random values are dealt to workers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/search/draw.hpp"

namespace shardproof::search {

/// How large a random trial may be.
struct Extent {
  std::uint64_t entries = 60;  ///< at most, most often far fewer
  std::uint64_t workers = 16;  ///< at most, before empty ones are added
};

/// Draws one observation's value.
using DrawValue = std::function<exact::Dyadic(Draw&)>;

/// A random trial in one of the shapes that hide or show a mistake: plain, skewed, equal sizes, zero-sum workers,
/// equal means, identical workers, constant, one worker, few observations, nothing at all. Empty workers, some
/// of them reporting stray sums, are added first, last and between.
data::Trial shaped_trial(Draw& draw, const Extent& extent, const DrawValue& value);

/// Adds empty workers to `parts`, each place with a chance of one in `n`; half of them report stray sums.
void add_empty_parts(Draw& draw, std::vector<data::PartValues>& parts, std::uint64_t n);

}  // namespace shardproof::search
