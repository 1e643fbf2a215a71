/// Counterexamples as they are recorded: one trial, who failed it, and how.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/search/run_record.hpp"
#include "shardproof/subject/subject.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::search {

/// All that a replay needs, and what a reader wants to see.
struct Counterexample {
  std::string subject;
  data::Trial trial;  ///< shrunk
  data::RungId rung = data::RungId::small;
  data::LawId law = data::LawId::oracle_agreement;
  std::string verdict;      ///< "broken", "imprecise" or "failed"
  std::string oracle_says;  ///< the exact variance as a fraction, or "none"
  subject::Answer subject_says;

  friend bool operator==(const Counterexample&, const Counterexample&) = default;
};

/// What a finding is recorded as.
Counterexample counterexample_of(const std::string& subject, const Finding& finding);

/// As JSON for people, a line a member:
///
///     {
///       "shardproof": 1,
///       "subject": "average-of-variances",
///       "trial": {"parts": [[0], [1]]},
///       "rung": "small",
///       "law": "oracle-agreement",
///       "verdict": "broken",
///       "oracle says": "1/4",
///       "subject says": 0.0
///     }
std::string to_json_text(const Counterexample& counterexample);

/// The same on one line, for a shell.
std::string to_json_line(const Counterexample& counterexample);

/// The counterexample that such a text holds. Only "subject" and "trial" must be there: one written by hand needs no
/// more. Unknown members are refused.
exact::Result<Counterexample> counterexample_from(std::string_view text);

}  // namespace shardproof::search
