/// The diagnosis: which known mistake gives exactly these wrong answers, and if none does, which term is missing.
///
/// A wrong mechanism is never named. A row of the catalogue is named only if it gives the subject's answer on every failing
/// trial, on the probes that tell the catalogue's rows apart, and on everything else in the pool that both can be
/// asked; where several rows do, all of them are named.
#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/diagnosis/closeness.hpp"
#include "shardproof/diagnosis/explanation.hpp"
#include "shardproof/exact/rational.hpp"
#include "shardproof/subject/subject.hpp"
#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::diagnosis {

/// Rows of the catalogue that give all of the subject's answers.
struct Named {
  std::vector<const subject::Variant*> rows;  ///< in reading order
  bool one_function =
      false;  ///< nothing tells the rows apart; otherwise nothing that the subject can be asked does
};

/// Not reproduced: the subject answers like the reference, or like another merge that is known to be right, on everything
/// that was asked.
struct LikeReference {
  bool cancellation =
      false;  ///< it fails, but only by the digits that Q/n − (S/n)² loses in doubles
};

/// No row gives all of the answers, but wherever the subject is wrong it computes one of these expressions.
struct Decomposed {
  Explanation explanation;
};

/// No known mechanism explains the answers.
struct Unknown {};

using Cause = std::variant<Named, LikeReference, Decomposed, Unknown>;

/// One failing trial in numbers.
struct Specimen {
  data::Trial trial;
  std::optional<exact::Rational>
      variance;  ///< what the oracle says, exactly; none for no observations
  subject::Answer says;
};

struct Diagnosis {
  Cause cause;
  Closeness closeness = Closeness::same;  ///< of the answers to those of the cause
  std::size_t failing = 0;                ///< trials that were given and that the subject accepts
  std::size_t compared = 0;               ///< trials of the pool that it was asked besides
  std::vector<Specimen> specimens;        ///< the first few of the failing trials
};

/// Names the mistake of `subject`, given trials that it fails. It is asked those and, a few thousand trials, the pool.
/// What it does not accept it is not asked.
Diagnosis diagnose(const subject::Subject& subject, std::span<const data::Trial> failing);

}  // namespace shardproof::diagnosis
