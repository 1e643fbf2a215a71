/// From what a run found to the program's exit status: the one place where that is decided.
#pragma once

#include <span>

#include "shardproof/cli/exit_code.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/search/run_record.hpp"

namespace shardproof::cli {

/// Of a gate.
ExitCode exit_code_of(search::Conclusion conclusion);

/// Of a replay, the gravest first: the reference fails (5), another subject fails (1), one gave no
/// answer (3), there was nothing to judge (4), all of it holds now (0).
ExitCode exit_code_of(std::span<const search::Replayed> replayed);

}  // namespace shardproof::cli
