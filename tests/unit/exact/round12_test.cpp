#include "shardproof/exact/round12.hpp"

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

namespace shardproof::exact {
namespace {

using Limits = std::numeric_limits<double>;

Integer power_of_two(int exponent) {
  return Integer(1) << exponent;
}

std::optional<double> contract(Integer numerator, Integer denominator) {
  return round12(Fraction{std::move(numerator), std::move(denominator), 0});
}

TEST(Round12, KeepsWhatHasTwelveDecimals) {
  for (const double value : {0.0, 1.0, -2.5, 0.1, 4.222222222222, 1e-12, 0.000000000003}) {
    EXPECT_EQ(round12(value), value);
  }
}

TEST(Round12, GivesTheDoubleNearestToTheDecimal) {
  EXPECT_EQ(round12(38.0 / 9), 4.222222222222);
  EXPECT_EQ(round12(2.0 / 3), 0.666666666667);
  EXPECT_EQ(round12(-2.0 / 3), -0.666666666667);
}

TEST(Round12, TiesGoToEvenOnTheDoublesExactValue) {
  EXPECT_EQ(round12(0x1p-13), 0.000122070312);    // 1/8192 = 0.0001220703125
  EXPECT_EQ(round12(0x1.8p-12), 0.000366210938);  // 3/8192 = 0.0003662109375
  EXPECT_EQ(round12(-0x1p-13), -0.000122070312);
}

TEST(Round12, DecidesWhatOnlyLooksLikeATieByTheDoublesExactValue) {
  // Python: Decimal(1.5e-12) > 1.5e-12, Decimal(2.5e-12) < 2.5e-12, and Decimal(0.1234567890125) <
  // 0.1234567890125
  EXPECT_EQ(round12(1.5e-12), 2e-12);
  EXPECT_EQ(round12(2.5e-12), 2e-12);
  EXPECT_EQ(round12(0.1234567890125), 0.123456789012);
}

TEST(Round12, TiesOfTheContractComeFromTriples) {
  EXPECT_EQ(contract(16384 * 2, Integer(16384) * 16384), 0.000122070312);  // [[16384, 0, 2]]
  EXPECT_EQ(contract(16384 * 6, Integer(16384) * 16384), 0.000366210938);  // [[16384, 0, 6]]
}

TEST(Round12, BelowHalfAUnitIsZero) {
  // The double 5e-13 lies 1.0e−29 below 5 × 10^−13.
  EXPECT_EQ(round12(5e-13), 0.0);
  EXPECT_EQ(round12(4.9e-13), 0.0);
  EXPECT_EQ(round12(Limits::denorm_min()), 0.0);
  EXPECT_EQ(round12(Limits::min()), 0.0);
}

TEST(Round12, SmallestAnswerThatIsNotZeroIsOneUnit) {
  EXPECT_EQ(round12(std::nextafter(5e-13, 1)), 1e-12);
  EXPECT_EQ(round12(std::nextafter(-5e-13, -1)), -1e-12);
}

TEST(Round12, GivesZeroNoSign) {
  EXPECT_FALSE(std::signbit(round12(-0.0)));
  EXPECT_FALSE(std::signbit(round12(-1e-17)));  // Python gives −0.0
  EXPECT_FALSE(std::signbit(round12(-5e-13)));
}

TEST(Round12, MovesDoublesFinerThanAUnitUpTo8192) {
  // Below 8192 the step is 2^−40 = 0.91e−12. Python: round(float.fromhex(…), 12).hex()
  EXPECT_EQ(round12(0x1.fffffffffffffp+12), 0x1.fffffffffffffp+12);
  EXPECT_EQ(round12(0x1.ffffffffffffap+12), 0x1.ffffffffffffbp+12);
  EXPECT_EQ(round12(0x1.fffffffffffefp+12), 0x1.ffffffffffff0p+12);
  EXPECT_EQ(round12(0x1.fffffffffffffp+11), 0x1p+12);
}

TEST(Round12, KeepsEveryDoubleFrom8192On) {
  for (const double value :
       {8192.0, std::nextafter(8192.0, 9000), 12345.678, 0x1p53 + 2, 1e300, Limits::max()}) {
    EXPECT_EQ(round12(value), value);
    EXPECT_EQ(round12(-value), -value);
  }
}

TEST(Round12, OfAFractionRoundsTheNearestDouble) {
  EXPECT_EQ(contract(38, 9), 4.222222222222);
  EXPECT_EQ(contract(0, 9), 0.0);
  EXPECT_EQ(round12(Rational(-2) / 3), -0.666666666667);
  EXPECT_EQ(round12(Fraction128{.numerator = 38, .denominator = 9, .exponent = 0}), 4.222222222222);
}

TEST(Round12, IsNoneWhereTheNearestDoubleWouldBeInfinite) {
  EXPECT_EQ(contract(power_of_two(1024) - 1, 1), std::nullopt);
  EXPECT_EQ(contract(-power_of_two(1024), 1), std::nullopt);
  EXPECT_EQ(contract(power_of_two(1024) - power_of_two(970), 1), std::nullopt);
  EXPECT_EQ(contract(power_of_two(1024) - power_of_two(970) - 1, 1), Limits::max());
}

/// The near miss: the exact fraction to 12 decimals, half to even, then to the nearest double.
double rounded_before_it_was_a_double(const Integer& numerator, const Integer& denominator) {
  const Integer scaled = numerator * 1'000'000'000'000;
  Integer quotient = scaled / denominator;
  const Integer twice_rest = 2 * (scaled - quotient * denominator);
  if (twice_rest > denominator || (twice_rest == denominator && quotient % 2 != 0)) ++quotient;
  return *nearest_double(Fraction{quotient, 1'000'000'000'000, 0});
}

TEST(Round12, IsNotTheExactFractionRoundedFirst) {
  // The seed's second fixture at scale N. Python: round(38*N*N/9, 12) !=
  // float(round(Fraction(38*N*N, 9), 12))
  const std::set<int> different = {35, 37, 44, 49, 50, 58, 59};
  for (int n = 1; n <= 60; ++n) {
    const Integer numerator = 38 * n * n;
    EXPECT_EQ(contract(numerator, 9) != rounded_before_it_was_a_double(numerator, 9),
              different.contains(n))
        << n;
  }
  EXPECT_EQ(contract(38 * 35 * 35, 9), 5172.222222222223);   // rounded first: …222
  EXPECT_EQ(contract(38 * 49 * 49, 9), 10137.555555555555);  // rounded first: …557
}

}  // namespace
}  // namespace shardproof::exact
