#include "shardproof/cli/outcome.hpp"

#include <algorithm>

#include "shardproof/subject/reference.hpp"

namespace shardproof::cli {

using search::Replayed;

ExitCode exit_code_of(search::Conclusion conclusion) {
  switch (conclusion) {
    case search::Conclusion::reference_failed:
      return ExitCode::reference_failed;
    case search::Conclusion::broken:
      return ExitCode::broken;
    case search::Conclusion::vacuous:
      return ExitCode::vacuous;
    case search::Conclusion::holds:
      return ExitCode::holds;
  }
  return ExitCode::defect;
}

ExitCode exit_code_of(std::span<const Replayed> replayed) {
  const auto is_wrong = [](const Replayed& one) {
    return std::holds_alternative<law::Broken>(one.verdict) ||
           std::holds_alternative<law::Imprecise>(one.verdict);
  };
  const auto is_silent = [](const Replayed& one) {
    return std::holds_alternative<law::SubjectFailed>(one.verdict);
  };
  const auto is_undefined = [](const Replayed& one) {
    return std::holds_alternative<law::Undefined>(one.verdict);
  };
  const auto our_own = subject::reference()->description().name;
  if (std::ranges::any_of(replayed, [&](const Replayed& one) {
        return one.recorded.subject == our_own && (is_wrong(one) || is_silent(one));
      })) {
    return ExitCode::reference_failed;
  }
  if (std::ranges::any_of(replayed, is_wrong)) return ExitCode::broken;
  if (std::ranges::any_of(replayed, is_silent)) return ExitCode::subject_failed;
  if (std::ranges::any_of(replayed, is_undefined)) return ExitCode::vacuous;
  return ExitCode::holds;
}

}  // namespace shardproof::cli
