/// One subject of a test suite: whether it is lawful, and what to tell whoever wrote it.
///
/// The test frameworks' doors, such as `shardproof/gtest.hpp`, are thin layers over this.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::report {

/// How a subject of a test suite is hunted. The defaults take a fraction of a second for a merge that is as fast as ours;
/// nothing depends on how fast it is, so that the same test asks the same trials everywhere.
struct LawfulOptions {
  law::Expect expect = law::Expect::float64;  ///< the precision that is asked of it
  std::uint64_t seed = 1;
  std::uint64_t trials = 1'000;       ///< on each random rung; too few for a proof is a failure
  std::uint64_t small_first = 4'000;  ///< the simplest so many of the small scope …
  std::uint64_t small_step = 16;      ///< … and one in so many of the rest; 1: all of it
  std::vector<data::RungId> rungs = {data::kRungs.begin(), data::kRungs.end()};
  unsigned jobs = 1;  ///< threads, which all call the subject at once
};

/// How the subject is spelt in C++, for the test to paste.
struct Spelling {
  std::string name;  ///< "my_merge", "MyState"
  std::string worker =
      "std::array<double, 3>";  ///< what the vector holds that a merge takes; unused for a state
};

struct Lawfulness {
  bool holds = false;
  /// The hunt's report, `hunt_text`: the verdict, the counterexample, the mistake's name, what was tried, and a test to
  /// paste.
  std::string report;
};

/// Hunts `subject`, diagnoses what is broken, and reports. Vacuous is not lawful: see `search::conclusion`.
Lawfulness lawfulness(const subject::Subject& subject,
                      const LawfulOptions& options = {},
                      const Spelling& spelling = {});

/// Whether the hunt asks subjects of that domain anything on the rung.
bool is_asked(subject::Domain domain, data::RungId rung);

}  // namespace shardproof::report
