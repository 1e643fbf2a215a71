/// The program as a function.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "shardproof/cli/exit_code.hpp"

namespace shardproof::cli {

/// Does what the words after the program's name ask for.
ExitCode run(const std::vector<std::string>& words);

/// What `action` returns. An exception that escapes from it is a defect of ours:
/// `ExitCode::defect`, and a message that asks to report it.
ExitCode guarded(const std::function<ExitCode()>& action);

}  // namespace shardproof::cli
