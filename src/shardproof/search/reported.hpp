/// Reported cases: failures that people reported in public, as trials that still show them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// One file of fixtures/reported/, whose README says what each member means.
struct Reported {
  std::string id;   ///< group and number, "A02"
  std::string url;  ///< where it was reported
  subject::Kind interface = subject::Kind::merge;
  data::Trial trial;
  std::optional<std::string> right;  ///< the exact variance as a fraction; none for no observations
  std::string reported_target;       ///< what the report asked for, where that is not `right`
  std::optional<subject::Answer> wrong;  ///< the variance that the fault gives, where it is known
  std::vector<std::string> rows;  ///< rows of the catalogue that fail on the trial; at least one
};

/// The case that such a text holds. Unknown members are refused, and so is a case that no row stands for.
exact::Result<Reported> reported_from(std::string_view text);

/// All cases that travel inside the program, by id. One that does not read, or whose file is not named after its id,
/// is a problem that names the file.
exact::Result<std::vector<Reported>> reported_cases();

/// What is not as the case says, a sentence each; empty is as it should be. Checked: the oracle finds `right` (NaN where
/// not all observations are numbers); the reference merge, or the exact state, answers it as the contract rounds it;
/// every row is asked, and fails; if `wrong` is stated, one of the rows says it at one of the plan's reads.
std::vector<std::string> contradictions(const Reported& reported);

}  // namespace shardproof::search
