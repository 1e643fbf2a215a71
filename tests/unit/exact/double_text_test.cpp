#include "shardproof/exact/double_text.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace shardproof::exact {
namespace {

// Expected texts are what Python's repr prints.

TEST(DoubleText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(to_text(2.0 / 3), "0.6666666666666666");
  EXPECT_EQ(to_text(4.222222222222), "4.222222222222");
}

TEST(DoubleText, KeepsAPointInWholeNumbers) {
  EXPECT_EQ(to_text(1), "1.0");
  EXPECT_EQ(to_text(-100), "-100.0");
}

TEST(DoubleText, UsesAnExponentFrom1e16On) {
  EXPECT_EQ(to_text(9999999999999998), "9999999999999998.0");
  EXPECT_EQ(to_text(1e16), "1e+16");
  EXPECT_EQ(to_text(1.5e300), "1.5e+300");
}

TEST(DoubleText, UsesAnExponentBelow1eMinus4) {
  EXPECT_EQ(to_text(0.0001), "0.0001");
  EXPECT_EQ(to_text(0.00001), "1e-05");
  EXPECT_EQ(to_text(1.80464e-07), "1.80464e-07");
  EXPECT_EQ(to_text(1e-12), "1e-12");
}

TEST(DoubleText, HoldsTheEndsOfTheRange) {
  EXPECT_EQ(to_text(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_EQ(to_text(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(to_text(std::numeric_limits<double>::lowest()), "-1.7976931348623157e+308");
}

TEST(DoubleText, GivesZeroNoSign) {
  EXPECT_EQ(to_text(0.0), "0.0");
  EXPECT_EQ(to_text(-0.0), "0.0");
}

TEST(DoubleText, SpellsTheOthersAsTheProtocolDoes) {
  EXPECT_EQ(to_text(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(to_text(std::numeric_limits<double>::infinity()), "Infinity");
  EXPECT_EQ(to_text(-std::numeric_limits<double>::infinity()), "-Infinity");
}

}  // namespace
}  // namespace shardproof::exact
