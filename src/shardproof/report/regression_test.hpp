/// A regression test to paste, in the language of the subject.
#pragma once

#include <string>

#include "shardproof/law/verdict.hpp"
#include "shardproof/search/run_record.hpp"
#include "shardproof/subject/process/launch.hpp"

namespace shardproof::report {

/// What the test is about.
struct Tested {
  subject::Language language = subject::Language::other;
  std::string file = {};    ///< "merge.py"
  std::string source = {};  ///< its text, in which the names are looked for
  law::Expect expect = law::Expect::float64;
  std::string name = {};  ///< of the merge or state; empty: looked for in `source`
  std::string worker = "std::array<double, 3>";  ///< in C++, what the vector holds that it takes
};

/// A test that fails with the finding and passes with a right merge: pytest, node:test or GoogleTest. Under contract and exact the answer
/// must be the oracle's, to the bit; otherwise it may be off by the float64 bound of this trial, which is written out.
/// Empty for languages and trials (NaN, infinities, steps besides merges, numbers that are no literals) that it cannot be written for.
std::string regression_test(const search::Finding& finding,
                            subject::Kind kind,
                            const Tested& tested);

}  // namespace shardproof::report
