/// Summaries as JSON: a merge question is `[[count, sum, sumsq], …]`.
#pragma once

#include <vector>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::wire {

/// `[count, sum, sumsq]`.
Value to_json(const aggregate::Summary& summary);

/// The summary in `[count, sum, sumsq]`. The count must be a whole number, however it is written
/// (2.0 is 2), and not negative; the sums may be any number that `dyadic_from` reads.
exact::Result<aggregate::Summary> summary_from(const Value& triple);

/// The summaries of a question, in worker order. Problems name the worker, counted from 0.
exact::Result<std::vector<aggregate::Summary>> summaries_from(const Value& question);

}  // namespace shardproof::wire
