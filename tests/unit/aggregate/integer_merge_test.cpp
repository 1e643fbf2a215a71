/// Integer triples at every boundary where a narrower number would overflow.
#include <limits>

#include <gtest/gtest.h>

#include "unit/aggregate/by_definition.hpp"

namespace shardproof::aggregate {
namespace {

constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kRoot = 3037000499;  // ⌊√(2^63 − 1)⌋, the largest whose square fits

void expect_by_definition(const std::vector<IntegerTriple>& workers) {
  EXPECT_EQ(merged(workers), by_definition::variance(workers));
  std::vector<Summary> summaries;
  for (const auto& worker : workers) summaries.push_back({worker.count, worker.sum, worker.sumsq});
  EXPECT_EQ(merged(summaries), by_definition::variance(workers));
  const auto exactly = exact_variance(std::span<const IntegerTriple>(workers)).value();
  EXPECT_EQ(exactly ? std::optional(to_rational(*exactly)) : std::nullopt,
            by_definition::exact_variance(workers));
}

TEST(IntegerMerge, HoldsTheLargestObservations) {
  expect_by_definition({{1, kRoot, kRoot * kRoot}, {1, -kRoot, kRoot * kRoot}});
  expect_by_definition({{1, kRoot, kRoot * kRoot}, {1, kRoot - 1, (kRoot - 1) * (kRoot - 1)}});
}

TEST(IntegerMerge, HoldsCountsUpTo2To63) {
  expect_by_definition({{kLargest, 0, 0}});
  expect_by_definition({{kLargest, kLargest, kLargest}});  // all ones
  expect_by_definition({{kLargest, 0, kLargest}, {1, 1, 1}});
}

TEST(IntegerMerge, HoldsCountsThatSumPast2To63And2To64) {
  expect_by_definition({{kLargest, 0, 0}, {kLargest, kLargest, kLargest}});
  expect_by_definition(
      {{kLargest, 0, 0}, {kLargest, 0, 7}, {kLargest, kLargest, kLargest}, {3, 6, 20}});
}

TEST(IntegerMerge, HoldsSumsThatSumPast2To63) {
  expect_by_definition(std::vector<IntegerTriple>(5, {kLargest, kLargest, kLargest}));
  expect_by_definition(std::vector<IntegerTriple>(5, {kLargest, -kLargest, kLargest}));
  expect_by_definition({{kLargest, kLargest, kLargest}, {kLargest, -kLargest, kLargest}});
}

TEST(IntegerMerge, HoldsSumsOfSquaresThatSumPast2To63And2To64) {
  const IntegerTriple widest = {1, kRoot, kRoot * kRoot};
  const IntegerTriple opposite = {1, -kRoot, kRoot * kRoot};
  expect_by_definition({widest, opposite, widest, widest, opposite, {1, 0, 0}});
  // 2^14 of them: n·Q is near 2^91, S² near 2^91 as well.
  std::vector<IntegerTriple> many(1 << 14, widest);
  many.push_back({1, 0, 0});
  expect_by_definition(many);
}

TEST(IntegerMerge, PassesThe126BitsOfTheNativeStepWithoutASeam) {
  // n·Q walks across 2^126 and 2^127, and S² with it: around the seam the native step and the
  // integers meet.
  for (int count_bits = 55; count_bits <= 63; ++count_bits) {
    for (int sumsq_bits = 60; sumsq_bits <= 63; ++sumsq_bits) {
      for (const std::int64_t below : {1, 2, 12345}) {
        const auto count = static_cast<std::int64_t>((std::uint64_t{1} << count_bits) -
                                                     static_cast<std::uint64_t>(below));
        const auto sumsq = static_cast<std::int64_t>((std::uint64_t{1} << sumsq_bits) -
                                                     static_cast<std::uint64_t>(below));
        expect_by_definition({{count, below, sumsq}});
        expect_by_definition(
            {{count, -below, sumsq}, {count, 3, sumsq}, {1, kRoot, kRoot * kRoot}});
      }
    }
  }
}

TEST(IntegerMerge, PassesThe64BitsOfTheCountWithoutASeam) {
  for (const std::int64_t extra : {0, 1, 2, 3}) {
    expect_by_definition({{kLargest, 0, 3}, {kLargest, 0, 4}, {1, 0, 9}, {1 + extra, 0, 5}});
  }
}

TEST(IntegerMerge, TakesTheLowestSumInAnEmptyWorkerForNothing) {
  EXPECT_EQ(merged({{0, kLowest, kLowest}, {1, 1, 1}}), 0);
}

TEST(IntegerMerge, CancelsNothingOnLargeOffsets) {
  // {k, k + 1, k + 2} has variance 2/3 at every k that a triple can hold; textbook in double fails
  // from 1e8 on.
  for (const std::int64_t k : {0LL, 1000LL, 100'000'000LL, 1'750'000'000LL}) {
    const std::vector<IntegerTriple> workers = {{2, 2 * k + 1, k * k + (k + 1) * (k + 1)},
                                                {1, k + 2, (k + 2) * (k + 2)}};
    EXPECT_EQ(merged(workers), 0.666666666667) << k;
  }
}

TEST(SummaryMerge, HoldsIntegersOfAnySize) {
  // {10^30, 10^30 + 3}: deviations 3/2.
  const exact::Integer x("1000000000000000000000000000000");
  const std::vector<Summary> workers = {
      {1, x, exact::Integer(x * x)}, {1, exact::Integer(x + 3), exact::Integer((x + 3) * (x + 3))}};
  EXPECT_EQ(merged(workers), 2.25);
}

TEST(SummaryMerge, HoldsCountsBeyond2To64) {
  // Half zeros, half ones: a quarter.
  const exact::Integer half = exact::Integer(1) << 200;
  EXPECT_EQ(merged<Summary>({{half, 0, 0}, {half, half, half}}), 0.25);
}

TEST(SummaryMerge, MixesSmallAndLarge) {
  const exact::Integer half = exact::Integer(1) << 70;
  const std::vector<Summary> workers = {
      {half, half, half}, {3, 6, 20}, {1, exact::Dyadic(1, -3), exact::Dyadic(1, -6)}};
  EXPECT_EQ(merged(workers), by_definition::variance(workers));
}

}  // namespace
}  // namespace shardproof::aggregate
