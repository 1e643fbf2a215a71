#include "shardproof/oracle/population_variance.hpp"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "unit/oracle/observations.hpp"

namespace shardproof::oracle {
namespace {

using exact::Dyadic;
using exact::Integer;
using exact::Rational;

constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();

TEST(PopulationVariance, OfNothingIsNone) {
  EXPECT_FALSE(population_variance({}));
}

TEST(PopulationVariance, OfOneObservationIsZero) {
  EXPECT_EQ(variance(of({7})), 0);
  EXPECT_EQ(variance(of({kLowest})), 0);
  EXPECT_EQ(variance(of_doubles({0.1})), 0);
}

TEST(PopulationVariance, IsTheMeanSquaredDeviation) {
  // By hand: mean 5, deviations 3 1 1 1 0 0 2 4, squares sum to 32, 32 / 8 = 4.
  EXPECT_EQ(variance(of({2, 4, 4, 4, 5, 5, 7, 9})), 4);
  // Mean 4/3, deviations −4/3 and 2/3 and 2/3: (16 + 4 + 4) / 9 / 3.
  EXPECT_EQ(variance(of({0, 2, 2})), Rational(8, 9));
  // The seed's second fixture: {0, 2, 5}, mean 7/3, (49 + 1 + 64) / 9 / 3 = 38/9.
  EXPECT_EQ(variance(of({0, 2, 5})), Rational(38, 9));
}

TEST(PopulationVariance, DividesByNAndNotByOneLess) {
  EXPECT_EQ(variance(of({0, 1})), Rational(1, 4));
}

TEST(PopulationVariance, TakesNegativeValues) {
  EXPECT_EQ(variance(of({-3, -1})), 1);
  EXPECT_EQ(variance(of({-2, 2})), 4);
}

TEST(PopulationVariance, OfEqualObservationsIsZeroHoweverMany) {
  EXPECT_EQ(variance({{.value = kLargest, .times = kMost}, {.value = kLargest, .times = kMost}}),
            0);
  EXPECT_EQ(variance({{.value = *Dyadic::from_double(0.1), .times = kMost}}), 0);
}

TEST(PopulationVariance, CountsAMultiplicityAsRepetition) {
  const Observations counted = {{.value = 3, .times = 4}, {.value = -2, .times = 3}, {.value = 7}};
  EXPECT_EQ(variance(counted), variance(of({3, 3, 3, 3, -2, -2, -2, 7})));
  // Mean 13/8, Σx² = 36 + 12 + 49 = 97, 97/8 − 169/64 = 607/64.
  EXPECT_EQ(variance(counted), Rational(607, 64));
}

TEST(PopulationVariance, CountsAMultiplicityAsRepetitionOfFractionsToo) {
  const Dyadic half(1, -1);
  EXPECT_EQ(
      variance({{.value = half, .times = 3}, {.value = 2, .times = 2}}),
      variance({{.value = half}, {.value = 2}, {.value = half}, {.value = 2}, {.value = half}}));
}

TEST(PopulationVariance, DoesNotDependOnTheOrder) {
  const std::vector<std::int64_t> values = {5, -1, 3, 3, 40};
  std::vector<std::int64_t> sorted = values;
  std::ranges::sort(sorted);
  EXPECT_EQ(variance(of(values)), variance(of(sorted)));
}

TEST(PopulationVariance, TakesDyadicsExactly) {
  // {0, 1/64, 1/64, 1/32}: in 64ths 0 1 1 2, variance 1/2, over 64².
  EXPECT_EQ(variance(of_doubles({0, 0x1p-6, 0x1p-6, 0x1p-5})), Rational(1, 8192));
}

TEST(PopulationVariance, TakesADoubleForExactlyTheNumberThatItIs) {
  // 0.1 and 0.2 as doubles are m·2^−55 and m·2^−54: half their distance, squared.
  const Integer m("3602879701896397");
  EXPECT_EQ(variance(of_doubles({0.1, 0.2})), Rational(m * m, Integer(1) << 112));
  EXPECT_NE(variance(of_doubles({0.1, 0.2})), Rational(1, 400));
}

TEST(PopulationVariance, MixesExponentsFromTheSmallestToTheLargestDouble) {
  // Half the distance, squared.
  const double tiny = std::numeric_limits<double>::denorm_min();
  const Integer distance = (Integer(1) << 2097) + 1;  // 2^1023 + 2^−1074 in units of 2^−1074
  EXPECT_EQ(variance(of_doubles({0x1p1023, -tiny})),
            Rational(distance * distance, Integer(1) << 2150));
}

TEST(PopulationVariance, HoldsIntegersOfAnySize) {
  const Integer x("1000000000000000000000000000000");
  EXPECT_EQ(variance({{.value = x}, {.value = Integer(x + 3)}}), Rational(9, 4));
}

TEST(PopulationVariance, HoldsTheWidestInt64s) {
  // Half the distance 2^64 − 1, squared.
  const Integer distance = (Integer(1) << 64) - 1;
  EXPECT_EQ(variance(of({kLowest, kLargest})), Rational(distance * distance, 4));
}

TEST(PopulationVariance, HoldsCountsPastTwoToThe64) {
  // Equally many of 0 and 2.
  EXPECT_EQ(variance({{.value = 0, .times = kMost}, {.value = 2, .times = kMost}}), 1);
}

}  // namespace
}  // namespace shardproof::oracle
