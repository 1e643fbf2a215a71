#include "shardproof/cli/outcome.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace shardproof::cli {
namespace {

search::Replayed of(const std::string& subject, law::Verdict verdict) {
  return {.recorded = {.subject = subject,
                       .trial = {},
                       .verdict = "broken",
                       .oracle_says = "1/4",
                       .subject_says = 0.0},
          .verdict = std::move(verdict),
          .laws = {},
          .oracle_exactly = "1/4",
          .oracle_says = 0.25,
          .subject_says = 0.0};
}

ExitCode code_of(const std::vector<search::Replayed>& replayed) {
  return exit_code_of(replayed);
}

TEST(ExitCodeOfAGate, IsItsConclusions) {
  EXPECT_EQ(exit_code_of(search::Conclusion::holds), ExitCode::holds);
  EXPECT_EQ(exit_code_of(search::Conclusion::broken), ExitCode::broken);
  EXPECT_EQ(exit_code_of(search::Conclusion::vacuous), ExitCode::vacuous);
  EXPECT_EQ(exit_code_of(search::Conclusion::reference_failed), ExitCode::reference_failed);
}

TEST(ExitCodeOfAReplay, IsThatOfTheGravest) {
  const auto holds = of("x", law::Holds{});
  const auto undefined = of("x", law::Undefined{.why = "too large"});
  const auto silent = of("x", law::SubjectFailed{.detail = "threw"});
  const auto imprecise = of("x", law::Imprecise{});
  const auto ours = of("reference", law::Broken{});
  EXPECT_EQ(code_of({holds}), ExitCode::holds);
  EXPECT_EQ(code_of({holds, undefined}), ExitCode::vacuous);
  EXPECT_EQ(code_of({silent, undefined}), ExitCode::subject_failed);
  EXPECT_EQ(code_of({silent, imprecise}), ExitCode::broken);
  EXPECT_EQ(code_of({ours, imprecise}), ExitCode::reference_failed);
  EXPECT_EQ(code_of({of("reference", law::Holds{}), holds}), ExitCode::holds);
}

}  // namespace
}  // namespace shardproof::cli
