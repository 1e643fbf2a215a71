#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "shardproof/exact/dyadic.hpp"
#include "shardproof/exact/fraction.hpp"

namespace shardproof::exact {
namespace {

using Limits = std::numeric_limits<double>;

Integer power_of_two(int exponent) {
  return Integer(1) << exponent;
}

std::optional<double> nearest(Integer numerator, Integer denominator = 1, int exponent = 0) {
  return nearest_double(Fraction{std::move(numerator), std::move(denominator), exponent});
}

TEST(NearestDouble, OfADoubleIsThatDouble) {
  for (const double value :
       {0.1, -1.5, 1e300, 1e-310, Limits::denorm_min(), Limits::max(), Limits::lowest()}) {
    EXPECT_EQ(nearest_double(to_rational(*Dyadic::from_double(value))), value);
  }
}

TEST(NearestDouble, OfAThirdIsTheCompilersThird) {
  EXPECT_EQ(nearest(1, 3), 1.0 / 3);  // one IEEE division of two exact doubles is correctly rounded
  EXPECT_EQ(nearest(-1, 3), -1.0 / 3);
}

TEST(NearestDouble, TiesGoToTheEvenMantissa) {
  // Between 2^53 and 2^54 doubles are the even integers: an odd one is a tie.
  EXPECT_EQ(nearest(power_of_two(53) + 1), 0x1p53);
  EXPECT_EQ(nearest(power_of_two(53) + 3), 0x1p53 + 4);
  EXPECT_EQ(nearest(-(power_of_two(53) + 1)), -0x1p53);
}

TEST(NearestDouble, AHairBesideATieDecidesIt) {
  // 2^53 + 1 ± 2^−200
  EXPECT_EQ(nearest((power_of_two(53) + 1) * power_of_two(200) + 1, power_of_two(200)), 0x1p53 + 2);
  EXPECT_EQ(nearest((power_of_two(53) + 1) * power_of_two(200) - 1, power_of_two(200)), 0x1p53);
}

TEST(NearestDouble, IsNotTheQuotientOfTwoConvertedDoubles) {
  // Python: (2**53 + 1) / 3 == 3002399751580331.0, and float(2**53 + 1) / 3.0 == 3002399751580330.5
  EXPECT_EQ(nearest(power_of_two(53) + 1, 3), 3002399751580331.0);
  EXPECT_NE(nearest(power_of_two(53) + 1, 3), 0x1p53 / 3.0);
}

TEST(NearestDouble, CarriesIntoTheNextPowerOfTwo) {
  EXPECT_EQ(nearest(power_of_two(54) - 1), 0x1p54);
}

TEST(NearestDouble, OfTheLargestPlusLessThanHalfAStepIsTheLargest) {
  // The largest is 2^1024 − 2^971, its step 2^971.
  const Integer halfway = power_of_two(1024) - power_of_two(970);
  EXPECT_EQ(nearest(halfway - 1), Limits::max());
  EXPECT_EQ(nearest(1 - halfway), Limits::lowest());
}

TEST(NearestDouble, IsNoneFromHalfwayToInfinityOn) {
  const Integer halfway = power_of_two(1024) - power_of_two(970);
  EXPECT_EQ(nearest(halfway), std::nullopt);  // the tie would go to the even 2^1024
  EXPECT_EQ(nearest(-halfway), std::nullopt);
  EXPECT_EQ(nearest(power_of_two(1024) - 1),
            std::nullopt);  // what terminates cpp_int's own conversion
  EXPECT_EQ(nearest(power_of_two(1024)), std::nullopt);
  EXPECT_EQ(nearest(power_of_two(100'000)), std::nullopt);
  EXPECT_EQ(nearest(1, 1, 1'000'000), std::nullopt);
}

TEST(NearestDouble, RoundsSubnormalsAtTheirOwnStep) {
  EXPECT_EQ(nearest(3, 1, -1075), 0x1p-1073);             // 1.5 steps: a tie between 1 and 2
  EXPECT_EQ(nearest(5, 1, -1075), 0x1p-1073);             // 2.5 steps: a tie between 2 and 3
  EXPECT_EQ(nearest(1, 3, -1073), Limits::denorm_min());  // 2/3 of a step
  EXPECT_EQ(nearest(1, 1, -1022), Limits::min());
}

TEST(NearestDouble, RoundsUpIntoTheNormalRange) {
  // The smallest normal less a quarter of a step.
  EXPECT_EQ(nearest(power_of_two(54) - 1, 1, -1076), Limits::min());
}

TEST(NearestDouble, OfHalfTheSmallestIsZeroAndOfMoreTheSmallest) {
  EXPECT_EQ(nearest(1, 1, -1075), 0.0);
  EXPECT_EQ(nearest(power_of_two(100) + 1, 1, -1175), Limits::denorm_min());
  EXPECT_EQ(nearest(1, 1, -1076), 0.0);
  EXPECT_EQ(nearest(1, power_of_two(100'000)), 0.0);
}

TEST(NearestDouble, GivesZeroNoSign) {
  EXPECT_FALSE(std::signbit(*nearest(0)));
  EXPECT_FALSE(std::signbit(*nearest(-1, 1, -2000)));
  EXPECT_FALSE(std::signbit(
      *nearest_double(Fraction128{.numerator = -1, .denominator = 1, .exponent = -2000})));
}

TEST(NearestDouble, InMachineNumbersDividesByUpTo128Bits) {
  // Denominators from 74 bits on take the long division; the integers are the judge.
  const UInt128 all_ones = ~UInt128{0};
  for (int numerator_bits = 1; numerator_bits <= 127; ++numerator_bits) {
    for (int denominator_bits = 1; denominator_bits <= 128; ++denominator_bits) {
      const auto numerator =
          static_cast<Int128>((all_ones >> (128 - numerator_bits)) - (numerator_bits > 3 ? 5 : 0));
      const UInt128 denominator =
          (all_ones >> (128 - denominator_bits)) - (denominator_bits > 4 ? 6 : 0);
      // A common factor too large for 128 bits forces the other path.
      const Integer factor = power_of_two(200) + 1;
      EXPECT_EQ(nearest_double(Fraction128{numerator, denominator, -3}),
                nearest(Integer(numerator) * factor, Integer(denominator) * factor, -3));
    }
  }
}

TEST(FractionEquality, LooksThroughCommonFactors) {
  EXPECT_TRUE(equal(Fraction{2, 4, 0}, Fraction{1, 1, -1}));
  EXPECT_TRUE(equal(Fraction{0, 4, 7}, Fraction{0, 1, -9}));
  EXPECT_FALSE(equal(Fraction{1, 3, 0}, Fraction{-1, 3, 0}));
}

TEST(FractionAsRational, IsInLowestTerms) {
  EXPECT_EQ(to_rational(Fraction{6, 4, 3}), Rational(12));
  EXPECT_EQ(to_text(to_rational(Fraction{6, 4, -3})), "3/16");
  EXPECT_EQ(to_text(to_rational(to_fraction(Fraction128{-6, 4, -3}))), "-3/16");
}

}  // namespace
}  // namespace shardproof::exact
