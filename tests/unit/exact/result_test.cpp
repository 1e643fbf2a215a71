#include "shardproof/exact/result.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace shardproof::exact {
namespace {

Problem problem() {
  return {
      .kind = Problem::Kind::impossible, .what = "broken", .where = "worker 2", .hint = "mend it"};
}

TEST(ProblemText, IsWhereWhatAndHintOnOneLine) {
  EXPECT_EQ(to_text(problem()), "worker 2: broken (mend it)");
}

TEST(ProblemText, LeavesOutWhatIsEmpty) {
  EXPECT_EQ(to_text(Problem{.kind = {}, .what = "broken", .where = "", .hint = ""}), "broken");
}

TEST(Within, PutsTheOuterPlaceInFront) {
  EXPECT_EQ(within("line 7", problem()).where, "line 7: worker 2");
  EXPECT_EQ(within("line 7", Problem{}).where, "line 7");
}

TEST(Result, HoldsAValueOrAProblem) {
  const Result<int> value = 7;
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, 7);
  const Result<int> failure = problem();
  ASSERT_FALSE(failure);
  EXPECT_EQ(failure.error(), problem());
}

TEST(Result, ThrowsIfItsValueIsTakenUnchecked) {
  const Result<int> failure = problem();
  EXPECT_THROW(failure.value(), std::logic_error);
}

}  // namespace
}  // namespace shardproof::exact
