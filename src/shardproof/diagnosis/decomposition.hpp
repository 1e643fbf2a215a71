/// The variance of a trial in terms that a merge may get wrong.
#pragma once

#include <optional>
#include <vector>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/exact/rational.hpp"
#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::diagnosis {

/// One worker's own numbers; mean and variance are those of its observations, none for none.
struct WorkerShare {
  aggregate::Summary summary;
  std::optional<exact::Rational> mean;
  std::optional<exact::Rational> variance;
};

/// The law of total variance on one trial, exactly: total = within + between.
struct Decomposition {
  std::vector<WorkerShare> workers;  ///< in worker order, empty ones too
  exact::Integer count;              ///< n > 0
  exact::Rational mean;
  exact::Rational within;   ///< Σ nᵢ·vᵢ / n
  exact::Rational between;  ///< Σ nᵢ·(meanᵢ − mean)² / n
  exact::Rational total;    ///< what the oracle says
};

/// From the raw observations; none where there are none. That the terms sum to what the oracle says
/// is checked: a difference is a defect of ours and throws.
std::optional<Decomposition> decompose(const data::Trial& trial);

/// The workers by themselves, where there may be no observation at all.
std::vector<WorkerShare> workers_of(const data::Trial& trial);

}  // namespace shardproof::diagnosis
