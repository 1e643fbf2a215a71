/// Expressions: the closed forms that a wrong merge may compute in place of the variance.
///
/// An expression is one formula over some of the workers: "the plain mean of the workers' variances, the last worker left
/// out". Formulas are written in the terms of the law of total variance, variance = within + between.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shardproof/diagnosis/decomposition.hpp"
#include "shardproof/exact/rational.hpp"

namespace shardproof::diagnosis {

/// The workers' numbers that formulas are made of, over those that have observations.
struct WorkerMoments {
  std::vector<WorkerShare> workers;  ///< none of them empty
  exact::Rational count = {};        ///< n > 0
  exact::Rational number = {};       ///< W, how many workers
  exact::Rational mean = {};
  exact::Rational within = {};             ///< Σ nᵢ·vᵢ / n
  exact::Rational between = {};            ///< Σ nᵢ·(meanᵢ − mean)² / n
  exact::Rational mean_of_means = {};      ///< Σ meanᵢ / W
  exact::Rational mean_of_variances = {};  ///< Σ vᵢ / W
  exact::Rational spread_of_means = {};    ///< Σ meanᵢ² / W − mean_of_means²

  exact::Rational variance() const { return within + between; }
};

/// A formula over workers.
struct Form {
  std::string_view name;  ///< "the plain mean of the workers' variances"
  std::string_view
      flaw;  ///< what that makes of the variance: "short by exactly the between-worker term"; may be empty
  exact::Rational (*value)(const WorkerMoments& moments) = nullptr;
};

/// Who takes part.
struct Selection {
  std::string_view name;  ///< "the last worker left out"; empty for everyone
  std::vector<WorkerShare> (*of)(std::span<const WorkerShare> all) = nullptr;
};

struct Expression {
  const Form* form = nullptr;
  const Selection* selection = nullptr;

  friend bool operator==(const Expression&, const Expression&) = default;
};

/// "the plain mean of the workers' variances, the last worker left out"
std::string to_text(const Expression& expression);

/// Every expression but the variance of everyone, which is right; the plainest first.
const std::vector<Expression>& expressions();

/// Those in which all workers with observations take part.
std::span<const Expression> expressions_of_everyone();

/// The values of expressions on one trial; none where no worker that takes part has observations.
class ExpressionValues {
 public:
  /// From `workers_of(trial)`; all observations are numbers.
  explicit ExpressionValues(std::span<const WorkerShare> all);

  std::optional<exact::Rational> of(const Expression& expression) const;

 private:
  std::vector<std::optional<WorkerMoments>> moments_;  ///< by selection
};

}  // namespace shardproof::diagnosis
