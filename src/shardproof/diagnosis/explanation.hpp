/// Explanations: which expressions a subject computes wherever it is wrong.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/diagnosis/closeness.hpp"
#include "shardproof/diagnosis/expression.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::diagnosis {

/// A trial whose answer is not the variance, and that expressions can speak of: there is something to sum, all of it is
/// finite, and the plan reads each observation once.
struct Evidence {
  const data::Trial* trial = nullptr;
  subject::Answer says;
  Noise noise;
};

/// Whether the subject's answer to the trial is evidence: apart from the exact variance by more than doubles may be.
bool is_evidence(const data::Trial& trial, const subject::Answer& says, const Noise& noise);

/// Whether the expression's value on the trial is the answer: as the contract rounds it, to within `Noise`, or to a unit
/// of the 12th decimal.
bool explains(const Expression& expression, const Evidence& on);

/// An expression is said alone only if so many trials refute each other one that is not the same function.
inline constexpr std::size_t kTellingTrials = 3;

/// The expressions that explain every trial of the evidence, few of them only to a unit; of those that are one function (on everything that was
/// tried) only the plainest.
struct Explanation {
  std::vector<Expression> expressions;  ///< several: the evidence does not tell which
  std::size_t trials = 0;               ///< of the evidence
  bool is_certain = false;              ///< one, and `kTellingTrials` refute each other
};

Explanation explain(std::span<const Evidence> evidence);

}  // namespace shardproof::diagnosis
