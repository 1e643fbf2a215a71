/// Replaying: recorded counterexamples judged again.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "shardproof/law/verdict.hpp"
#include "shardproof/search/counterexample.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// What a recorded counterexample comes to today.
struct Replayed {
  Counterexample recorded;
  law::Verdict verdict;
  std::vector<data::LawId> laws;  ///< broken now, the narrowest first
  std::string oracle_exactly;     ///< "none" for no observations
  subject::Answer oracle_says;
  subject::Answer subject_says;
  subject::Reads reads;  ///< everything it says; the last one's variance is `subject_says`

  /// Whether it fails no more: fixed, or recorded for another merge than the one of that name.
  bool is_stale() const { return std::holds_alternative<law::Holds>(verdict); }
};

/// Asks `subject` the recorded trial and judges the answer; a law that compares answers and was recorded is checked as
/// well.
Replayed replay(const Counterexample& counterexample,
                const subject::Subject& subject,
                law::Expect expect);

/// Whether the counterexample's trial can be asked of `subject` at all: a merge has no plan and no NaN, a state has
/// one, and can do its steps.
exact::Result<void> check_asked(const Counterexample& counterexample,
                                const subject::Subject& subject);

/// Our own subject of that name: "reference", a reference state or a row of the catalogue.
exact::Result<std::unique_ptr<subject::Subject>> subject_named(const std::string& name);

/// The committed witness of a row: the smallest counterexample known. Equivalent rows have none.
exact::Result<Counterexample> witness_of(std::string_view variant);

}  // namespace shardproof::search
