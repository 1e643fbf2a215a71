/// The laws of states: which two ways of merging the same observations must read the same.
#pragma once

#include <optional>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::law {

/// The plan by which a law is checked, for laws that are about one step of a plan: round_trip for `round_trip`, …
/// None for the laws that hold for every plan.
std::optional<data::PlanShape> plan_of(data::LawId law);

/// Two or more ways to the same reads.
struct Comparison {
  data::Trial base;
  std::vector<Related> others;  ///< each must read last what `base` reads last
  bool bitwise =
      false;  ///< to the bit, whatever precision is expected: nothing is computed differently
};

/// What `law` compares about `trial`; none where it does not apply (associativity needs three parts) or compares
/// nothing. A law that is about a step asks with its own plan, whatever the trial's is.
std::optional<Comparison> comparison_of(data::LawId law, const data::Trial& trial);

/// Whether `subject`, an aggregate, breaks `law` on `trial`. Reads are compared as `judge` would compare each with what
/// is due: to the bit under contract and exact, else within both trials' float64 bounds; counts exactly. Questions
/// that the subject does not accept are not asked.
bool state_breaks(data::LawId law,
                  const subject::Subject& subject,
                  const data::Trial& trial,
                  Expect expect);

}  // namespace shardproof::law
