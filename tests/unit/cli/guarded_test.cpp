#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

#include "shardproof/cli/run.hpp"

namespace shardproof::cli {
namespace {

struct Outcome {
  ExitCode code;
  std::string said;
};

Outcome outcome_of(const std::function<ExitCode()>& action) {
  testing::internal::CaptureStderr();
  const auto code = guarded(action);
  return {.code = code, .said = testing::internal::GetCapturedStderr()};
}

TEST(Guarded, ReturnsWhatTheActionReturns) {
  EXPECT_EQ(outcome_of([] { return ExitCode::vacuous; }).code, ExitCode::vacuous);
}

TEST(Guarded, AnExceptionIsADefectToReport) {
  const auto outcome = outcome_of([]() -> ExitCode { throw std::logic_error("left is right"); });
  EXPECT_EQ(outcome.code, ExitCode::defect);
  EXPECT_EQ(outcome.said, "shardproof: a defect in shardproof, please report it: left is right\n");
}

TEST(Guarded, SoIsWhatIsNoException) {
  EXPECT_EQ(outcome_of([]() -> ExitCode { throw 7; }).code, ExitCode::defect);
}

TEST(Guarded, SaysThatMemoryRanOut) {
  const auto outcome = outcome_of([]() -> ExitCode { throw std::bad_alloc(); });
  EXPECT_EQ(outcome.code, ExitCode::defect);
  EXPECT_EQ(outcome.said, "shardproof: out of memory\n");
}

TEST(ExitCodes, AreTheContract) {
  EXPECT_EQ(static_cast<int>(ExitCode::holds), 0);
  EXPECT_EQ(static_cast<int>(ExitCode::broken), 1);
  EXPECT_EQ(static_cast<int>(ExitCode::usage), 2);
  EXPECT_EQ(static_cast<int>(ExitCode::subject_failed), 3);
  EXPECT_EQ(static_cast<int>(ExitCode::vacuous), 4);
  EXPECT_EQ(static_cast<int>(ExitCode::reference_failed), 5);
  EXPECT_EQ(static_cast<int>(ExitCode::defect), 70);
}

}  // namespace
}  // namespace shardproof::cli
