/// Trials as JSON that people read and edit: how counterexamples are recorded.
///
///     {"parts": [[0, {"value": 1, "times": 3}], [], {"stray": [99, 999]}]}
///
/// Each part is an array of its observations. An observation is a number, as `exact_json.hpp`
/// writes it, or the number with its multiplicity. An empty part that reports sums all the same is
/// an object with these. What is not a number is "NaN", "Infinity" or "-Infinity". A plan other than all
/// at once is a second member: `"plan": "left-fold"`, or `{"shape": "doubling", "word": 33}` for one that has a word.
#pragma once

#include "shardproof/data/trial.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::wire {

Value to_json(const data::Trial& trial);

/// The trial that `to_json` wrote: `trial_from(to_json(t)) == t`. Problems name the part and the
/// observation, counted from 0. Unknown members are refused.
exact::Result<data::Trial> trial_from(const Value& value);

}  // namespace shardproof::wire
