/// What *simpler* means: one written order, used by the small scope, by shrinking and by witnesses.
#pragma once

#include "shardproof/data/trial.hpp"

namespace shardproof::search {

/// The form that a trial is compared and recorded in: within each part the values ascend, equal values are one
/// entry with a multiplicity, and only empty parts report stray sums. A merge is asked the same question by it. A state
/// sees its observations in order: with a plan, the values stay where they are, equal neighbours are one entry, and no
/// part reports stray sums.
data::Trial canonical(const data::Trial& trial);

/// Whether `left` is simpler than `right`: a strict total order over canonical trials. The first difference decides:
///  1. the small scope before all else: only there a minimum can be certified, by exhaustion
///  2. fewer workers
///  3. fewer observations, multiplicities counted
///  4. fewer workers that report stray sums
///  5. fewer binary places behind the point
///  6. smaller magnitudes: Σ times·|mantissa|
///  7. smaller stray sums
///  8. fewer negative observations
///  9. fewer observations that are not numbers
/// 10. part by part: fewer observations, smaller values, smaller stray sums
/// 11. the plan, in the order of `PlanShape`; then the smaller word.
/// Every step down makes a counterexample easier to read, and there are finitely many below any trial.
bool is_simpler(const data::Trial& left, const data::Trial& right);

}  // namespace shardproof::search
