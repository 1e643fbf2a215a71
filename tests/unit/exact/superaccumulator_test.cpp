#include "shardproof/exact/superaccumulator.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace shardproof::exact {
namespace {

using Limits = std::numeric_limits<double>;

Dyadic exactly(double value) {
  return *Dyadic::from_double(value);
}

/// The extremes, both signs, and what cancels.
const std::vector<double> kHard = {Limits::max(),
                                   Limits::denorm_min(),
                                   -1.0,
                                   0.1,
                                   1e300,
                                   -1e-300,
                                   Limits::max(),
                                   -0.0,
                                   Limits::lowest(),
                                   0x1.fffffffffffffp-1023,
                                   -Limits::min(),
                                   3e-170,
                                   0x1p-32,
                                   -0x1.fffffffffffffp31};

TEST(SumAccumulator, AgreesWithDyadicsAfterEveryStep) {
  SumAccumulator sum;
  Dyadic slow;
  for (const double value : kHard) {
    sum.add(value);
    slow += exactly(value);
    EXPECT_EQ(sum.value(), slow) << value;
  }
}

TEST(SquareAccumulator, AgreesWithDyadicsAfterEveryStep) {
  SquareAccumulator sumsq;
  Dyadic slow;
  for (const double value : kHard) {
    sumsq.add_square(value);
    sumsq.add(value);
    slow += exactly(value) * exactly(value) + exactly(value);
    EXPECT_EQ(sumsq.value(), slow) << value;
  }
}

TEST(SumAccumulator, CancelsToZero) {
  SumAccumulator sum;
  for (const double value : kHard) sum.add(value);
  for (const double value : kHard) sum.add(-value);
  EXPECT_EQ(sum.value(), Dyadic(0));
  EXPECT_TRUE(sum.narrow_value()->mantissa == 0);
  EXPECT_FALSE(sum.is_untouched());
}

TEST(SumAccumulator, AddsMachineIntegersAndDyadics) {
  const auto lowest = static_cast<Int128>(UInt128{1} << 127);
  const Dyadic wide((Integer(1) << 900) - 1, -700);
  SumAccumulator sum;
  sum.add(lowest);
  EXPECT_EQ(sum.value(), Dyadic(-(Integer(1) << 127)));
  EXPECT_TRUE(sum.add(wide));
  EXPECT_TRUE(sum.add(-(wide + wide)));
  EXPECT_EQ(sum.value(), Dyadic(-(Integer(1) << 127)) - wide);
}

TEST(SumAccumulator, RefusesADyadicThatIsOutOfRange) {
  SumAccumulator sum;
  EXPECT_TRUE(sum.add(Dyadic((Integer(1) << 1024) - 1)));
  const Dyadic before = sum.value();
  EXPECT_FALSE(sum.add(Dyadic(Integer(1) << 1024)));
  EXPECT_FALSE(sum.add(Dyadic(1, -1075)));
  EXPECT_EQ(sum.value(), before);
}

TEST(SumAccumulator, NarrowValueIsTheValueOrNone) {
  SumAccumulator sum;
  sum.add(-0.75);
  ASSERT_TRUE(sum.narrow_value().has_value());
  EXPECT_TRUE(sum.narrow_value()->mantissa == -3);
  EXPECT_EQ(sum.narrow_value()->exponent, -2);
  sum.add(0x1p123);  // bits from −2 to 122: 125 of them
  EXPECT_TRUE(sum.narrow_value().has_value());
  sum.add(0x1p125);  // and to 125: 128 of them
  EXPECT_FALSE(sum.narrow_value().has_value());
  sum.add(-0x1p125);
  sum.add(-0x1p123);
  EXPECT_TRUE(sum.narrow_value()->mantissa == -3);
}

TEST(SumAccumulator, DoublesWhenAddedToItselfUntilItIsCrowded) {
  SumAccumulator sum;
  sum.add(Limits::max());
  sum.add(Limits::denorm_min());
  const Dyadic start = sum.value();
  int doublings = 0;
  for (; !sum.is_crowded(); ++doublings) {
    ASSERT_EQ(sum.value(), start * Dyadic(1, doublings));
    sum.add(sum);
  }
  EXPECT_EQ(sum.value(), start * Dyadic(1, doublings));
  EXPECT_GT(doublings, 64);
}

TEST(SumAccumulator, DoublesNegativeTotalsAsWell) {
  SumAccumulator sum;
  sum.add(Limits::lowest());
  sum.add(-0.1);
  const Dyadic start = sum.value();
  for (int doublings = 0; doublings < 64; ++doublings) sum.add(sum);
  EXPECT_EQ(sum.value(), start * Dyadic(1, 64));
}

}  // namespace
}  // namespace shardproof::exact
