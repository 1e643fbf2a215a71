/// What oracle and subject say to a trial, and what makes exactly the difference.
#pragma once

#include <optional>
#include <string>

#include "shardproof/diagnosis/decomposition.hpp"
#include "shardproof/report/layout.hpp"
#include "shardproof/search/replay.hpp"

namespace shardproof::report {

/// The section of the answers. `row` is null for a subject that is not in the catalogue, `parts` is
/// none where there are no observations.
std::string answers_section(const search::Replayed& replayed,
                            const subject::Variant* row,
                            const std::optional<diagnosis::Decomposition>& parts,
                            Style style);

}  // namespace shardproof::report
