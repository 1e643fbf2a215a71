#include "shardproof/aggregate/summarise.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "unit/aggregate/by_definition.hpp"

namespace shardproof::aggregate {
namespace {

using exact::Dyadic;
using exact::Integer;
using Limits = std::numeric_limits<double>;

constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();

Summary of(const std::vector<std::int64_t>& values) {
  return summarise(std::span<const std::int64_t>(values));
}

Summary of(const std::vector<double>& values) {
  return summarise(std::span<const double>(values)).value();
}

Summary of(const std::vector<data::Observation>& values) {
  return summarise(std::span<const data::Observation>(values));
}

TEST(Summarise, CountsAndAddsUp) {
  EXPECT_EQ(of(std::vector<std::int64_t>{1, -2, 3}), (Summary{3, 2, 14}));
  EXPECT_EQ(of(std::vector<double>{1, -2, 3}), (Summary{3, 2, 14}));
}

TEST(Summarise, OfNothingIsAllZeros) {
  EXPECT_EQ(of(std::vector<std::int64_t>{}), Summary{});
  EXPECT_EQ(of(std::vector<double>{}), Summary{});
  EXPECT_EQ(of(std::vector<data::Observation>{}), Summary{});
}

TEST(Summarise, HoldsTheLowestInt64) {
  // (−2^63)² = 2^126; four of them pass 2^128.
  EXPECT_EQ(of(std::vector<std::int64_t>(4, kLowest)),
            (Summary{4, -(Integer(1) << 65), Integer(Integer(1) << 128)}));
}

TEST(Summarise, NeverRoundsADouble) {
  const std::vector<double> values = {
      0.1, Limits::max(), -Limits::max(), Limits::denorm_min(), 1e-200};
  Summary slow;
  for (const double value : values) {
    const Dyadic exactly = *Dyadic::from_double(value);
    slow.count += 1;
    slow.sum += exactly;
    slow.sumsq += exactly * exactly;
  }
  EXPECT_EQ(of(values), slow);
}

TEST(Summarise, RefusesNanAndInfinitiesByPlace) {
  const std::vector<double> values = {1, 2, -Limits::infinity(), Limits::quiet_NaN()};
  const auto refused = summarise(std::span<const double>(values));
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_text(refused.error()),
            "observation 2: -Infinity is no number to add up (leave such observations out before "
            "summing)");
}

TEST(Summarise, CountsMultiplicities) {
  EXPECT_EQ(of(std::vector<data::Observation>{{2, 3}, {-1, 1}}), (Summary{4, 5, 13}));
}

TEST(Summarise, HoldsMultiplicitiesAndValuesBeyondMachineNumbers) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::vector<data::Observation> values = {
      {(std::int64_t{1} << 31) - 1, most},  // the largest on the native path
      {(std::int64_t{1} << 31) - 1, most},
      {(std::int64_t{1} << 31) - 1, most},
      {-(std::int64_t{1} << 31), most},  // the first beyond it
      {Integer(Integer(1) << 200), 5},
      {Dyadic(3, -7), 2},
      {0, most},
  };
  Summary slow;
  for (const auto& [value, times, special] : values) {
    slow.count += times;
    slow.sum += value * Dyadic(Integer(times));
    slow.sumsq += value * value * Dyadic(Integer(times));
  }
  EXPECT_EQ(of(values), slow);
}

TEST(Summarise, GivesWhatTheMergeAccepts) {
  // NIST StRD NumAcc4: c, then 500 × (c − 0.1, c + 0.1), c = 10000000.2, decimal literals read as
  // doubles.
  std::vector<double> values = {10000000.2};
  for (int i = 0; i < 500; ++i) values.insert(values.end(), {10000000.1, 10000000.3});
  EXPECT_EQ(variance(of(values)).value(), 0.009990010102);
}

TEST(Summarise, OfConstantDoublesHasVarianceZero) {
  // The rounded triple of [0.1] × 3 has variance −1.0e−18; the exact one exactly 0.
  const auto exactly = exact_variance(of(std::vector<double>(3, 0.1))).value();
  EXPECT_EQ(sign(*exactly), 0);
}

}  // namespace
}  // namespace shardproof::aggregate
