#include "shardproof/law/verdict.hpp"

#include <set>

#include <gtest/gtest.h>

#include "shardproof/law/laws.hpp"

namespace shardproof::law {
namespace {

constexpr auto kExpects = {Expect::contract, Expect::exact, Expect::float64, Expect::textbook};

TEST(ExpectNames, ReadBack) {
  for (const auto expect : kExpects) EXPECT_EQ(expect_named(to_text(expect)), expect);
}

TEST(ExpectNames, OfNoPrecisionAreNone) {
  EXPECT_EQ(expect_named("float32"), std::nullopt);
  EXPECT_EQ(expect_named(""), std::nullopt);
}

TEST(VerdictText, IsOneWordAnAlternative) {
  EXPECT_EQ(to_text(Verdict(Holds{})), "holds");
  EXPECT_EQ(to_text(Verdict(Imprecise{})), "imprecise");
  EXPECT_EQ(to_text(Verdict(Broken{})), "broken");
  EXPECT_EQ(to_text(Verdict(Undefined{})), "undefined");
  EXPECT_EQ(to_text(Verdict(SubjectFailed{})), "failed");
}

TEST(Statements, AreThereForEveryLawAndAllDifferent) {
  std::set<std::string_view> statements;
  for (const auto law : data::kLaws) {
    EXPECT_NE(statement(law), "?") << to_text(law);
    EXPECT_TRUE(statements.insert(statement(law)).second) << to_text(law);
  }
}

}  // namespace
}  // namespace shardproof::law
