/// The rungs of the ladder: what each contains and must cover.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/search/coverage.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// What it means to fail here first: "the formula is wrong in a corner".
std::string_view meaning(data::RungId rung);

/// What its trials are: "up to 1,000 observations, up to 64 workers, |x| <= 2^20".
std::string_view contents(data::RungId rung);

/// Whether a subject of that domain can be asked anything there.
bool applies(data::RungId rung, subject::Domain domain);

/// Whether the canonical `trial` belongs to the rung as a subject of that domain is asked it: shrinking never
/// leaves it. What a float64 subject is asked below the offset rung is well conditioned, `is_well_conditioned`,
/// because cancellation is the offset rung's business.
bool contains(data::RungId rung, subject::Domain domain, const data::Trial& trial);

/// Whether Q/n − (S/n)² in double keeps within the float64 bound on this dataset, given exact sums.
///
/// Its four roundings make an error of at most u·(4·mean square). That is below half a unit of the 12th decimal
/// while |x| ≤ 32 (4 · 2^−53 · 2^10 < 5e−13), and below 4(n+1)·κ·u·variance while κ ≤ n + 1, because the mean
/// square is κ²·variance. Constant data come out as 0 while the squares
/// add up within 53 bits: then every sum and quotient is exact.
bool is_well_conditioned(const data::Trial& trial);

/// Whether float64 subjects are asked nothing there that is not well conditioned.
bool is_conditioned(data::RungId rung);

/// What a run of the rung must have contained for subjects of that kind.
std::span<const Minimum> minimums(data::RungId rung, subject::Kind kind = subject::Kind::merge);

/// The same for one subject: without the features of plans that it cannot follow and so is not asked.
std::vector<Minimum> minimums_of(data::RungId rung, const subject::Description& description);

}  // namespace shardproof::search
