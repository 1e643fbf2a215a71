#include "shardproof/cli/messages.hpp"

#include <cstdio>
#include <string>

namespace shardproof::cli {

void complain(std::string_view message) {
  const std::string line = "shardproof: " + std::string(message) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

ExitCode complain(const exact::Problem& problem) {
  complain(to_text(problem));
  return problem.kind == exact::Problem::Kind::subject_failed ? ExitCode::subject_failed
                                                              : ExitCode::usage;
}

}  // namespace shardproof::cli
