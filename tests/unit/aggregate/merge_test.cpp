/// The contract, case by case.
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "unit/aggregate/by_definition.hpp"

namespace shardproof::aggregate {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Variance, OfWorkersIsThatOfAllTheirObservations) {
  // {1, 3} and {5}: mean 3, deviations 2 0 2, 8 / 3.
  EXPECT_EQ(merged({{2, 4, 10}, {1, 5, 25}}), 2.666666666667);
}

TEST(Variance, CountsTheSpreadBetweenWorkers) {
  // {0} and {2}: neither varies, together they do.
  EXPECT_EQ(merged({{1, 0, 0}, {1, 2, 4}}), 1);
}

TEST(Variance, OfNoWorkersIsNone) {
  EXPECT_EQ(merged({}), std::nullopt);
}

TEST(Variance, OfEmptyWorkersIsNone) {
  EXPECT_EQ(merged({{0, 0, 0}, {0, 99, 999}}), std::nullopt);
}

TEST(Variance, OfOneObservationIsZero) {
  EXPECT_EQ(merged({{1, 7, 49}}), 0);
}

TEST(Variance, OfEqualObservationsIsZero) {
  EXPECT_EQ(merged({{2, 14, 98}, {3, 21, 147}}), 0);
}

TEST(Variance, IgnoresTheSumsOfAnEmptyWorkerWhereverItStands) {
  EXPECT_EQ(merged({{0, 99, 999}, {1, 0, 0}, {1, 2, 4}}), 1);
  EXPECT_EQ(merged({{1, 0, 0}, {0, 99, -999}, {1, 2, 4}}), 1);
  EXPECT_EQ(merged({{1, 0, 0}, {1, 2, 4}, {0, 99, 999}}), 1);
}

TEST(Variance, IgnoresEvenNanInAnEmptyWorker) {
  EXPECT_EQ(merged<DoubleTriple>({{0, kNan, kNan}, {1, 0, 0}, {1, 2, 4}}), 1);
  EXPECT_EQ(merged<DoubleTriple>({{0, kNan, std::numeric_limits<double>::infinity()}}),
            std::nullopt);
}

TEST(Variance, HasThreeFormsThatAgree) {
  EXPECT_EQ(merged<IntegerTriple>({{2, 4, 10}, {1, 5, 25}}), 2.666666666667);
  EXPECT_EQ(merged<DoubleTriple>({{2, 4, 10}, {1, 5, 25}}), 2.666666666667);
  EXPECT_EQ(merged<Summary>({{2, 4, 10}, {1, 5, 25}}), 2.666666666667);
  EXPECT_EQ(variance(Summary{3, 9, 35}).value(), 2.666666666667);
}

TEST(Variance, RoundsTiesToEven) {
  EXPECT_EQ(merged({{16384, 0, 2}}), 0.000122070312);  // 2/16384 = 2^−13
  EXPECT_EQ(merged({{16384, 0, 6}}), 0.000366210938);  // 3·2^−13
  EXPECT_EQ(merged<DoubleTriple>({{4, 0.0625, 0.00146484375}}), 0.000122070312);  // 2^−13
}

TEST(Variance, OfTheSeedsSecondFixtureRoundsTheDoubleAtEveryScale) {
  // 38N²/9 at N = 35 is 5172.2222…: the nearest double lies above the half. Python:
  // round(38*35*35/9, 12)
  EXPECT_EQ(merged({{9, 0, 38 * 35 * 35}}), 5172.222222222223);
}

TEST(Variance, OfCertifiedDataIsTheCertifiedOne) {
  // NIST StRD; the certified s squared times (n − 1)/n, in the units of the integers.
  EXPECT_EQ(merged({{200, -35487, 21602349}}), 76528.565775);       // Lew
  EXPECT_EQ(merged({{218, 113133, 77175611}}), 84698.41572679067);  // Lottery
  EXPECT_EQ(merged({{50, 10009280, 2003713812600}}), 1804.64);      // Mavro, in 1e−5
  EXPECT_EQ(merged({{100, 2998524, 89911467966}}), 61.8024);        // Michelso, in 0.01
  EXPECT_EQ(merged({{5000, 22674, 143922}}), 8.21998896);           // PiDigits
}

TEST(ExactVariance, IsNotRounded) {
  const std::vector<IntegerTriple> workers = {{2, 4, 10}, {1, 5, 25}};
  const auto exactly = exact_variance(std::span<const IntegerTriple>(workers)).value();
  EXPECT_EQ(exact::to_text(to_rational(*exactly)), "8/3");
}

TEST(ExactVariance, OfNoObservationIsNone) {
  const std::vector<DoubleTriple> workers = {{0, kNan, 1}};
  EXPECT_FALSE(exact_variance(std::span<const DoubleTriple>(workers)).value().has_value());
  EXPECT_FALSE(exact_variance(Summary{0, 99, 999}).value().has_value());
}

TEST(ExactVariance, MayLieBelowZeroByLessThanRoundingShows) {
  const std::vector<DoubleTriple> workers = {{3, 0.30000000000000004, 0.030000000000000006}};
  const auto exactly = exact_variance(std::span<const DoubleTriple>(workers)).value();
  EXPECT_EQ(sign(*exactly), -1);
  EXPECT_EQ(to_rational(*exactly), by_definition::exact_variance(workers));
}

TEST(Merge, AddsCountsAndSumsOfWorkersThatAreNotEmpty) {
  const std::vector<IntegerTriple> workers = {{2, 4, 10}, {0, 99, 999}, {1, 5, 25}};
  EXPECT_EQ(merge(std::span<const IntegerTriple>(workers)).value(), (Summary{3, 9, 35}));
}

TEST(Merge, OfEmptyWorkersIsAllZeros) {
  const std::vector<Summary> workers = {{0, 99, 999}, {}};
  EXPECT_EQ(merge(std::span<const Summary>(workers)).value(), Summary{});
}

TEST(Merge, OfSomeFirstGivesTheSame) {
  const std::vector<DoubleTriple> left = {{2, 0.30000000000000004, 0.05}, {1, 1e10, 1e20}};
  const std::vector<DoubleTriple> right = {{5, 1.5, 1.25}, {0, kNan, 0}};
  std::vector<DoubleTriple> all = left;
  all.insert(all.end(), right.begin(), right.end());
  const std::vector<Summary> two = {merge(std::span<const DoubleTriple>(left)).value(),
                                    merge(std::span<const DoubleTriple>(right)).value()};
  EXPECT_EQ(merge(std::span<const Summary>(two)).value(),
            merge(std::span<const DoubleTriple>(all)).value());
  EXPECT_EQ(merged(two), merged(all));
}

TEST(Merge, AcceptsWhatItReturnedEvenWithAVarianceBelowZero) {
  const std::vector<DoubleTriple> workers(4, {3, 0.30000000000000004, 0.030000000000000006});
  const Summary whole = merge(std::span<const DoubleTriple>(workers)).value();
  EXPECT_EQ(variance(whole).value(), 0);
}

TEST(Variance, IsTheSameInEveryOrder) {
  std::vector<DoubleTriple> workers = {
      {2, 0.30000000000000004, 0.05}, {1, 1e10, 1e20}, {7, -3, 1e5}, {4, 1e-9, 2}};
  const auto answer = merged(workers);
  const auto by_sum = [](const DoubleTriple& left, const DoubleTriple& right) {
    return left.sum < right.sum;
  };
  std::sort(workers.begin(), workers.end(), by_sum);
  int orders = 0;
  do {
    EXPECT_EQ(merged(workers), answer);
    ++orders;
  } while (std::next_permutation(workers.begin(), workers.end(), by_sum));
  EXPECT_EQ(orders, 24);
}

}  // namespace
}  // namespace shardproof::aggregate
