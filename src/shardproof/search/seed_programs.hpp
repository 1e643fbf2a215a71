/// The seed's three programs, asked its six fixtures.
#pragma once

#include <string>
#include <vector>

#include "shardproof/exact/integer.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/search/seed_case.hpp"

namespace shardproof::search {

/// One row of a program's table: its answer to one fixture.
struct SeedCheck {
  std::string label;
  SeedValue actual;
  SeedValue expected;
  bool passed = false;  ///< `python_equal(actual, expected)`
};

/// One program's table.
struct SeedRun {
  std::string name;      ///< "the failure", "the unsuccessful fix", "the repair"
  std::string approach;  ///< what it computes
  std::string sha256;    ///< of the published text at N = 1; empty for the repair, which is ours
  std::vector<SeedCheck> checks;
  bool passed = false;  ///< all of them did
};

/// All of them at one scale.
struct SeedTables {
  exact::Integer scale = 1;
  std::vector<SeedRun> published;  ///< the failure and the unsuccessful fix
  SeedRun repair;                  ///< `aggregate::variance`
};

/// The tables at a scale from 1 to `largest_seed_scale()`; any other is a problem.
exact::Result<SeedTables> seed_tables(const exact::Integer& scale);

/// Whether the published programs fail as published: each as a whole at any scale, and at N = 1
/// with the figures and the outcomes that were recorded.
bool fails_as_published(const SeedTables& tables);

}  // namespace shardproof::search
