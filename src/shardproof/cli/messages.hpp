/// What is said on standard error.
#pragma once

#include <string_view>

#include "shardproof/cli/exit_code.hpp"
#include "shardproof/exact/result.hpp"

namespace shardproof::cli {

/// Says "shardproof: message" on a line of standard error; nothing can be done if that fails.
void complain(std::string_view message);

/// Complains of a problem that the user can mend. Returns `ExitCode::usage`, or `ExitCode::subject_failed` where it is a subject's
/// program that failed.
ExitCode complain(const exact::Problem& problem);

}  // namespace shardproof::cli
