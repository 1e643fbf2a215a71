#include "shardproof/exact/dyadic.hpp"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace shardproof::exact {
namespace {

using Limits = std::numeric_limits<double>;

Dyadic exactly(double value) {
  return *Dyadic::from_double(value);
}

TEST(Dyadic, HoldsADoubleForExactlyWhatItIs) {
  // Python: Fraction(0.1)
  EXPECT_EQ(to_rational(exactly(0.1)), Rational("3602879701896397/36028797018963968"));
  EXPECT_EQ(to_rational(exactly(-0.375)), Rational("-3/8"));
}

TEST(Dyadic, HoldsTheSmallestAndTheLargestDouble) {
  EXPECT_EQ(exactly(Limits::denorm_min()), Dyadic(1, -1074));
  EXPECT_EQ(exactly(Limits::max()), Dyadic((Integer(1) << 53) - 1, 971));
}

TEST(Dyadic, IsNoneForNanAndTheInfinities) {
  EXPECT_FALSE(Dyadic::from_double(Limits::quiet_NaN()).has_value());
  EXPECT_FALSE(Dyadic::from_double(Limits::infinity()).has_value());
  EXPECT_FALSE(Dyadic::from_double(-Limits::infinity()).has_value());
}

TEST(Dyadic, HasOneFormForEachValue) {
  EXPECT_EQ(Dyadic(12, -2), Dyadic(3));
  EXPECT_EQ(Dyadic(12, -3), Dyadic(3, -1));
  EXPECT_EQ(Dyadic(-12, -3).mantissa(), -3);
  EXPECT_EQ(Dyadic(3, 2), Dyadic(12));
  EXPECT_EQ(Dyadic(0, -5).exponent(), 0);
  EXPECT_EQ(Dyadic(0, 5), Dyadic());
}

TEST(Dyadic, HasNoSignedZero) {
  EXPECT_EQ(exactly(-0.0), exactly(0.0));
}

TEST(Dyadic, KeepsATinyAddendBesideAHugeOne) {
  const Dyadic sum = exactly(1e300) + exactly(1e-300);
  EXPECT_NE(sum, exactly(1e300));
  EXPECT_EQ(sum - exactly(1e300), exactly(1e-300));
}

TEST(Dyadic, MultipliesSubnormalsExactly) {
  EXPECT_EQ(exactly(Limits::denorm_min()) * exactly(Limits::denorm_min()), Dyadic(1, -2148));
}

TEST(Dyadic, OrdersAsTheNumbersDo) {
  EXPECT_TRUE(Dyadic(-1) < exactly(-0.5));
  EXPECT_TRUE(exactly(0.25) < exactly(0.5));
  EXPECT_FALSE(exactly(0.5) < exactly(0.5));
}

TEST(Dyadic, AbsoluteValueDropsTheSign) {
  EXPECT_EQ(abs(exactly(-0.5)), exactly(0.5));
  EXPECT_EQ(abs(Dyadic(3)), Dyadic(3));
}

TEST(DyadicAsInt64, IsNoneForFractionsAndForLargeIntegers) {
  EXPECT_EQ(Dyadic(-7).as_int64(), -7);
  EXPECT_EQ(exactly(0.5).as_int64(), std::nullopt);
  EXPECT_EQ(Dyadic(Integer(1) << 63).as_int64(), std::nullopt);
}

TEST(DyadicAsDouble, NeverRounds) {
  EXPECT_EQ(exactly(0.1).as_double(), 0.1);
  EXPECT_EQ(exactly(Limits::denorm_min()).as_double(), Limits::denorm_min());
  EXPECT_EQ(exactly(Limits::lowest()).as_double(), Limits::lowest());
  EXPECT_EQ(Dyadic((Integer(1) << 53) + 1).as_double(), std::nullopt);
  EXPECT_EQ(Dyadic(1, -1075).as_double(), std::nullopt);
  EXPECT_EQ(Dyadic(1, 1024).as_double(), std::nullopt);
}

TEST(DyadicAsDouble, HoldsTheLargestInt64OnlyIfADoubleDoes) {
  EXPECT_EQ(Dyadic(std::numeric_limits<std::int64_t>::max()).as_double(), std::nullopt);
  EXPECT_EQ(Dyadic(std::numeric_limits<std::int64_t>::min()).as_double(), -0x1p63);
}

TEST(DyadicText, IsAnIntegerADecimalOrAFraction) {
  EXPECT_EQ(to_text(Dyadic(Integer(1) << 100)), "1267650600228229401496703205376");
  EXPECT_EQ(to_text(exactly(0.1)), "0.1");
  EXPECT_EQ(to_text(exactly(0.1) + exactly(1e-300)).find('/') != std::string::npos, true);
}

}  // namespace
}  // namespace shardproof::exact
