/// Double triples against the formula in rationals: cancelling, 600 decades apart, subnormal,
/// largest.
#include <limits>

#include <gtest/gtest.h>

#include "unit/aggregate/by_definition.hpp"

namespace shardproof::aggregate {
namespace {

using Limits = std::numeric_limits<double>;

void expect_by_definition(const std::vector<DoubleTriple>& workers) {
  EXPECT_EQ(merged(workers), by_definition::variance(workers));
  const auto exactly = exact_variance(std::span<const DoubleTriple>(workers)).value();
  EXPECT_EQ(to_rational(*exactly), by_definition::exact_variance(workers));
  ExactState state;
  for (const auto& worker : workers) ASSERT_TRUE(state.add(worker));
  EXPECT_EQ(state.variance().value(), by_definition::variance(workers));
}

TEST(DoubleMerge, IsExactOnDecimals) {
  expect_by_definition({{3, 0.6, 0.14}, {2, 0.9, 0.41}, {1, 0.1, 0.010000000000000002}});
}

TEST(DoubleMerge, IsExactWhereSumsCancel) {
  expect_by_definition({{1, 1e100, 1e201}, {1, -1e100, 1e201}, {1, 1, 1}});
  expect_by_definition({{4, 1e16, 1e40}, {4, 1, 1}, {4, -1e16, 1e40}});
}

TEST(DoubleMerge, IsExactAcross600Decades) {
  expect_by_definition(
      {{1, 1e-300, 1e300}, {5, 1e150, 1e300}, {1, -1e-300, 1e-300}, {7, 0, 1e-300}});
}

TEST(DoubleMerge, IsExactOnSubnormals) {
  const double tiny = Limits::denorm_min();
  expect_by_definition({{2, tiny, tiny}, {1, -tiny, Limits::min()}, {3, 0, 3 * tiny}});
}

TEST(DoubleMerge, IsExactOnTheLargest) {
  expect_by_definition(
      {{1, 0, Limits::max()}, {1, 1e100, Limits::max()}, {2, -1e150, Limits::max()}});
  expect_by_definition({{1, 1e154, Limits::max()}, {1, -1e154, Limits::max()}});
}

TEST(DoubleMerge, IsExactOnLargeOffsets) {
  // {k, k + 1, k + 2}, k = 2^26 − 2: squares have 52 bits, so each sum is a double.
  const double k = 0x1p26 - 2;
  const std::vector<DoubleTriple> workers = {
      {1, k, k * k}, {1, k + 1, (k + 1) * (k + 1)}, {1, k + 2, (k + 2) * (k + 2)}};
  EXPECT_EQ(merged(workers), 0.666666666667);
  expect_by_definition(workers);
}

TEST(DoubleMerge, IsExactOnCountsBeyondWhatADoubleHolds) {
  constexpr std::int64_t kCount = (std::int64_t{1} << 53) + 1;
  expect_by_definition({{kCount, 3, 10}, {kCount, -1e10, 1e20}, {1, 1, 1}});
  expect_by_definition({{std::numeric_limits<std::int64_t>::max(), 0x1p63, 0x1p63}, {2, 1, 1}});
}

TEST(DoubleMerge, KeepsATinyWorkerBesideAHugeOne) {
  const std::vector<DoubleTriple> without = {{1, 0, 1e200}};
  const std::vector<DoubleTriple> with = {{1, 0, 1e200}, {1, 0, 1e-200}};
  const auto exactly = [](const std::vector<DoubleTriple>& workers) {
    return merge(std::span<const DoubleTriple>(workers)).value().sumsq;
  };
  EXPECT_EQ(exactly(with) - exactly(without), *exact::Dyadic::from_double(1e-200));
}

}  // namespace
}  // namespace shardproof::aggregate
