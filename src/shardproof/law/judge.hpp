/// The judge: one answer against what the oracle says.
#pragma once

#include <optional>
#include <span>

#include "shardproof/data/trial.hpp"
#include "shardproof/exact/fraction.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::law {

/// What the oracle says to a trial: the exact variance and, as the contract rounds it, the answer.
struct OracleSays {
  std::optional<exact::Fraction> variance;  ///< none for no observations
  subject::Answer answer;  ///< none, a double, or Failed where the contract refuses (overflow)
};

/// From the observations that the trial's plan reads last, however they are split: the whole dataset, save where the
/// plan doubles or retracts.
OracleSays oracle_says(const data::Trial& trial);

/// From these observations, which are all numbers.
OracleSays oracle_says(std::span<const data::Observation> observations);

/// The verdict on `answer`. Broken{none-iff-empty, constant-is-zero, non-negative or oracle-agreement}, the narrowest
/// of the laws that one answer can break; none is Broken wherever a number is due and the other way round.
///
/// O(1) where the answer is the one asked for; otherwise the error is taken in exact rationals.
Verdict judge(const data::Trial& trial,
              const OracleSays& oracle,
              const subject::Answer& answer,
              Expect expect);

/// |answer − exact variance| in exact arithmetic, to the nearest double; infinite where the answer is not finite.
double error_of(const exact::Fraction& exact, double answer);

}  // namespace shardproof::law
