/// The seed: published case FA-99321, case 01. Its facts stand in fixtures/seed/case.json, which
/// travels inside the program; its fixtures are a family in a scale N, and the case is N = 1.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/exact/integer.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// A value in one of the case's tables, as its Python programs hold it: None, an integer, or a
/// finite float.
using SeedValue = std::variant<subject::NoVariance, exact::Integer, double>;

/// Python's `str`: "None", "1", "0.0", "0.6666666666666666".
std::string to_text(const SeedValue& value);

/// Python's `==`: None equals itself alone; an integer and a float are compared by exact value.
bool python_equal(const SeedValue& left, const SeedValue& right);

/// One boundary fixture of the case at some scale.
struct SeedFixture {
  std::string label;                          ///< the case's own
  std::vector<aggregate::Summary> summaries;  ///< what the programs are asked
  /// The same as raw observations: `subject::question_of(*trial).summaries == summaries`. None
  /// above `kLargestTrialScale`.
  std::optional<data::Trial> trial;
  /// What the case expects: an integer where it wrote one, else the contract's answer.
  SeedValue expected;
};

/// One fixture has N equal observations, and a multiplicity has 64 bits.
inline constexpr std::uint64_t kLargestTrialScale = std::numeric_limits<std::uint64_t>::max();

/// The largest scale at which all numbers of the case and its programs are finite: 511 bits, about
/// 2.68e153. The first to go is (5N)², squared as a float: the largest float whose square is
/// finite is 2^512 − 2^459, and from 2^512 − 2^458 on integers round to a larger one. Above it the
/// published programs end with Python's OverflowError.
const exact::Integer& largest_seed_scale();

/// The six fixtures, in the case's order, at a scale from 1 to `largest_seed_scale()`; any other is
/// a problem that names the range.
exact::Result<std::vector<SeedFixture>> seed_fixtures(const exact::Integer& scale);

/// One of the two programs that the case publishes, and what it was seen to do at N = 1.
struct PublishedProgram {
  std::string name;      ///< "the failure"
  std::string approach;  ///< what it computes
  std::string variant;   ///< the catalogue's row with its formula
  std::string mechanism;
  std::string sha256;  ///< of the program's text
  int exit_code = 0;
  std::vector<SeedValue> observed;  ///< one a fixture
  std::vector<bool> passed;         ///< one a fixture
};

/// The program that the case withholds.
struct WithheldRepair {
  std::string name;      ///< "the repair"
  std::string approach;  ///< what ours computes
  std::string withheld;  ///< what the page says of its own
  std::string ours;      ///< what stands in its place
};

/// Everything about the case but its fixtures.
struct SeedCase {
  std::string id;      ///< "FA-99321"
  std::string number;  ///< "01"
  std::string title;
  std::string domain;
  std::string contract;  ///< input, answer and none, as one paragraph
  std::string root_cause;
  std::string why_it_matters;
  std::string scope;
  std::string evaluation_group;  ///< trials and variants of one group stay together, see the rule
  std::string evaluation_rule;   ///< how to split an evaluation
  std::string evaluation_standing;  ///< what kind of evidence it is
  std::string python;               ///< the version that the figures were recorded with
  std::string recorded_at;          ///< ISO 8601
  std::string sha256;               ///< of the case
  std::vector<PublishedProgram> programs;
  WithheldRepair repair;
};

/// The case. Read once, on the first call; a file that does not read as one is a defect of ours and
/// throws.
const SeedCase& seed_case();

}  // namespace shardproof::search
