/// What recorded counterexamples come to today.
#pragma once

#include <span>
#include <string>

#include "shardproof/law/verdict.hpp"
#include "shardproof/report/layout.hpp"
#include "shardproof/search/replay.hpp"

namespace shardproof::report {

/// A block each, as failures look everywhere; one that fails no more says that it is stale. Then a
/// line of totals. Ends with a newline.
std::string replay_text(std::span<const search::Replayed> replayed, Style style = {});

/// One object. Ends with a newline. `schema` is raised as the gate's is.
///
///     {"schema": 1, "report": "replay", "version": "0.1.0", "expect": "contract",
///      "replayed": [{"subject", "rung", "trial", "verdict": {"kind", …}, "stale": false,
///                    "laws": [broken now, the narrowest first],
///                    "oracle_exactly": "1/4", "oracle_says": 0.25, "subject_says": 0.0,
///                    "recorded": {"verdict", "law", "oracle_says", "subject_says"}}]}
std::string replay_json(std::span<const search::Replayed> replayed, law::Expect expect);

}  // namespace shardproof::report
