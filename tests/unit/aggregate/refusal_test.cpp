/// What the merge refuses, and what it must not refuse.
#include <limits>

#include <gtest/gtest.h>

#include "unit/aggregate/by_definition.hpp"

namespace shardproof::aggregate {
namespace {

using exact::Problem;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();

TEST(Refusal, NamesTheFirstWorkerAtFaultCountedFromZero) {
  EXPECT_EQ(refusal<IntegerTriple>({{1, 0, 0}, {0, 9, 9}, {-3, 0, 0}, {-4, 0, 0}}).where,
            "worker 2");
  EXPECT_EQ(refusal<DoubleTriple>({{-1, 0, 0}}).where, "worker 0");
  EXPECT_EQ(refusal<Summary>({{1, 0, 0}, {2, 4, 1}}).where, "worker 1");
}

TEST(Refusal, OfASingleSummaryNamesNoWorker) {
  EXPECT_EQ(variance(Summary{-1, 0, 0}).error().where, "");
}

TEST(Refusal, OfANegativeCountSaysTheCount) {
  for (const auto& problem : {refusal<IntegerTriple>({{-3, 1, 1}}),
                              refusal<DoubleTriple>({{-3, kNan, 1}}),
                              refusal<Summary>({{-3, 1, 1}})}) {
    EXPECT_EQ(problem.kind, Problem::Kind::out_of_domain);
    EXPECT_EQ(problem.what, "count is -3, below zero");
  }
}

TEST(Refusal, OfNanAndInfinitiesSaysTheFieldAndTheValue) {
  EXPECT_EQ(refusal<DoubleTriple>({{1, kNan, 1}}).what, "sum is NaN, which is no number to add up");
  EXPECT_EQ(refusal<DoubleTriple>({{1, kInfinity, kInfinity}}).what,
            "sum is Infinity, which is no number to add up");
  EXPECT_EQ(refusal<DoubleTriple>({{1, 1, kNan}}).what,
            "sumsq is NaN, which is no number to add up");
  EXPECT_EQ(refusal<DoubleTriple>({{1, 1, kInfinity}}).what,
            "sumsq is Infinity, which is no number to add up");
  EXPECT_EQ(refusal<DoubleTriple>({{1, -kInfinity, 1}}).kind, Problem::Kind::out_of_domain);
}

TEST(Refusal, OfAnImpossibleTripleSaysItsVariance) {
  // 1/2 − (4/2)² = −3.5
  for (const auto& problem : {refusal<IntegerTriple>({{2, 4, 1}}), refusal<Summary>({{2, 4, 1}})}) {
    EXPECT_EQ(problem.kind, Problem::Kind::impossible);
    EXPECT_EQ(problem.what, "[2, 4, 1] has variance -3.5, below zero: no data have such sums");
    EXPECT_EQ(problem.hint, "they were rounded or mixed up; send exact sums");
  }
  EXPECT_EQ(refusal<DoubleTriple>({{2, 4, 1}}).what,
            "[2, 4.0, 1.0] has variance -3.5, below zero: no data have such sums");
}

TEST(Refusal, IsNotAvoidedByOtherWorkersSpread) {
  EXPECT_EQ(refusal<IntegerTriple>({{100, 0, 1000000}, {2, 4, 1}}).where, "worker 1");
}

TEST(Refusal, OfAnImpossibleTripleHoldsAtAnySize) {
  EXPECT_EQ(refusal<DoubleTriple>({{1, kLargest, kLargest}}).kind, Problem::Kind::impossible);
  EXPECT_EQ(refusal<DoubleTriple>({{1, 0, -kLargest}}).kind, Problem::Kind::impossible);
  EXPECT_EQ(
      refusal<DoubleTriple>({{1, 1e300, 1e308}}).what,
      "[1, 1e+300, 1e+308] has variance lower than any double, below zero: no data have such sums");
  EXPECT_EQ(refusal<IntegerTriple>({{1, std::numeric_limits<std::int64_t>::min(), 0}}).kind,
            Problem::Kind::impossible);
}

TEST(Refusal, SparesADoubleTripleWhoseVarianceRoundsToZero) {
  EXPECT_EQ(merged<DoubleTriple>({{3, 0.30000000000000004, 0.030000000000000006}}), 0);
  EXPECT_FALSE(
      std::signbit(*merged<DoubleTriple>({{3, 0.30000000000000004, 0.030000000000000006}})));
}

TEST(Refusal, SparesAnIntegerTripleWhoseVarianceRoundsToZero) {
  // n·q − s² = −1: −1/n² with n = 2^21 is −2.3e−13, and with n = 2^20 −9.1e−13.
  constexpr std::int64_t kSpared = std::int64_t{1} << 21;
  constexpr std::int64_t kRefused = std::int64_t{1} << 20;
  const auto short_by_one = [](std::int64_t n) { return IntegerTriple{n, 1, 0}; };
  EXPECT_EQ(merged({short_by_one(kSpared)}), 0);
  EXPECT_EQ(merged<Summary>({{kSpared, 1, 0}}), 0);
  EXPECT_EQ(refusal<IntegerTriple>({short_by_one(kRefused)}).kind, Problem::Kind::impossible);
  EXPECT_EQ(refusal<Summary>({{kRefused, 1, 0}}).kind, Problem::Kind::impossible);
}

TEST(Refusal, BeginsWhereTheVarianceRoundsToMinusOneUnit) {
  // With one observation of 0 the variance is sumsq. The double −5e−13 rounds to 0, the next one
  // down does not.
  EXPECT_EQ(merged<DoubleTriple>({{1, 0, -5e-13}}), 0);
  EXPECT_EQ(
      refusal<DoubleTriple>({{1, 0, std::nextafter(-5e-13, -1)}}).what.find("variance -1e-12") !=
          std::string::npos,
      true);
}

TEST(Refusal, BeginsThereAlsoWhereTheQuickTestInDoublesIsAsked) {
  EXPECT_EQ(merged<DoubleTriple>({{1, 1, 1 - 4.5e-13}}), 0);
  EXPECT_EQ(refusal<DoubleTriple>({{1, 1, 1 - 5.5e-13}}).kind, Problem::Kind::impossible);
  EXPECT_EQ(merged<DoubleTriple>({{1000, 1000, 1000 - 4.5e-10}}), 0);
  EXPECT_EQ(refusal<DoubleTriple>({{1000, 1000, 1000 - 5.5e-10}}).kind, Problem::Kind::impossible);
}

TEST(Refusal, IsDecidedExactlyWhereDoublesCannot) {
  // 1e8 + ulp, squared, is not a double: the largest sumsq below it is short by about 1e-1, the
  // next is enough.
  const double x = std::nextafter(1e8, 2e8);
  const double rounded = x * x;
  const double up = std::fma(x, x, -rounded) > 0 ? std::nextafter(rounded, kInfinity) : rounded;
  EXPECT_GE(*merged<DoubleTriple>({{1, x, up}}), 0);
  EXPECT_EQ(refusal<DoubleTriple>({{1, x, std::nextafter(up, 0)}}).kind, Problem::Kind::impossible);
}

TEST(Refusal, SparesConstantDataOfAnySize) {
  for (const double x : {0x1p-500, 0x1p-30, 15.0, 1e3, 0x1.8p300, 0x1p510}) {
    // x a short number: 4x and 4x² are exact.
    EXPECT_EQ(merged<DoubleTriple>({{4, 4 * x, 4 * x * x}}), 0) << x;
  }
}

TEST(Refusal, OfAnAnswerAboveTheLargestDoubleNamesNoWorker) {
  const std::vector<DoubleTriple> workers = {{1, kLargest, 0}, {1, 0, 0}};
  EXPECT_EQ(refusal(workers).kind, Problem::Kind::impossible);

  // {x, −x} with x² = 2^1100: every sum is fine, the variance is x².
  const std::vector<Summary> wide = {{1, exact::Dyadic(1, 550), exact::Dyadic(1, 1100)},
                                     {1, exact::Dyadic(-1, 550), exact::Dyadic(1, 1100)}};
  EXPECT_EQ(refusal(wide).kind, Problem::Kind::overflow);
  EXPECT_EQ(refusal(wide).where, "");
  const auto exactly = exact_variance(std::span<const Summary>(wide)).value();
  EXPECT_EQ(to_rational(*exactly), exact::to_rational(exact::Dyadic(1, 1100)));
}

TEST(Refusal, SparesSumsThatOnlyOverflowTogether) {
  // Two sums of squares of the largest double: their sum is no double, their mean is.
  EXPECT_EQ(merged<DoubleTriple>({{1, 0, kLargest}, {1, 0, kLargest}}), kLargest);
}

}  // namespace
}  // namespace shardproof::aggregate
