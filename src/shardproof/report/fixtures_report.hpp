/// The tables of the seed's three programs: the failure, the unsuccessful fix, the repair.
#pragma once

#include <string>

#include "shardproof/search/seed_programs.hpp"

namespace shardproof::report {

/// For a terminal: under a title for each program the table Actual | Expected | Outcome, its values
/// as Python prints them ("None", "1", "0.0"). Ends with a newline. O(what it prints).
std::string fixtures_text(const search::SeedTables& tables);

/// One line for each program, in that order: byte for byte what Python prints for a program of the
/// case's shape, `json.dumps({"observations": [{"check": …, "actual": …, "expected": …, "passed":
/// …}, …], "passed": …}, ensure_ascii=False)`. Integers and floats stay what they are.
std::string fixtures_json(const search::SeedTables& tables);

}  // namespace shardproof::report
