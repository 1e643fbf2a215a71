/// The oracle: judges `aggregate/` and every other merge. Sees the raw observations only, never a summary.
///
/// It is the definition, written to be right: two passes, exact, slow on purpose; not for production.
#pragma once

#include <optional>
#include <span>

#include "shardproof/data/dataset.hpp"
#include "shardproof/exact/fraction.hpp"

namespace shardproof::oracle {

/// The population variance of `observations`, in the square of their unit, exactly.
///
/// The mean squared deviation from the mean, (1/n) Σ (xᵢ − x̄)², each value counted `times` times. To stay in
/// integers the deviations are taken n times too large: Σ (n·xᵢ − Σx)² / n³.
/// None for no observations; 0 for one. Never rounds, never overflows: in 128-bit integers where bounds on
/// count and magnitude show that they suffice, otherwise in integers of any size over a common power of two.
/// O(entries), multiplicities cost nothing.
/// Source: Chan, Golub & LeVeque, "Algorithms for Computing the Sample Variance: Analysis and Recommendations",
/// The American Statistician 37 (1983), equation (1.1), divided by n.
std::optional<exact::Fraction> population_variance(std::span<const data::Observation> observations);

/// Their mean, (1/n) Σ xᵢ, exactly; none for no observations.
std::optional<exact::Fraction> mean(std::span<const data::Observation> observations);

}  // namespace shardproof::oracle
