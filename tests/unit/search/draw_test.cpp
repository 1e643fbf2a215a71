#include "shardproof/search/draw.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace shardproof::search {
namespace {

TEST(Draw, IsThePublishedSplitmix64) {
  // The first outputs for seed 0 of Vigna's splitmix64.c, which adds its constant before it mixes.
  Draw draw(0);
  EXPECT_EQ(draw.bits(), 0xE220A8397B1DCDAF);
  EXPECT_EQ(draw.bits(), 0x6E789E6AA1B965F4);
  EXPECT_EQ(draw.bits(), 0x06C45D188009454F);
}

TEST(Draw, BelowReachesEachNumberBelowTheBoundAndNoOther) {
  Draw draw(1);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(draw.below(7));
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(Draw, BelowOneIsZero) {
  Draw draw(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(draw.below(1), 0U);
}

TEST(Draw, BetweenIncludesBothEnds) {
  Draw draw(1);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(draw.between(-2, 2));
  EXPECT_EQ(seen, (std::set<std::int64_t>{-2, -1, 0, 1, 2}));
  EXPECT_EQ(draw.between(5, 5), 5);
}

TEST(Draw, OneInNIsTrueOnceInN) {
  Draw draw(1);
  int often = 0;
  for (int i = 0; i < 16'000; ++i) often += draw.one_in(16) ? 1 : 0;
  // 1000 on average with a standard deviation of √(16000 · 1/16 · 15/16) ≈ 31: six of them.
  EXPECT_NEAR(often, 1000, 186);
  EXPECT_TRUE(draw.one_in(1));
}

TEST(Draw, SkewedStaysBetweenOneAndItsMost) {
  for (const std::uint64_t most : {1ULL, 2ULL, 3ULL, 60ULL, 1000ULL, 1ULL << 40}) {
    Draw draw(most);
    std::uint64_t largest = 0;
    for (int i = 0; i < 5000; ++i) {
      const auto drawn = draw.skewed(most);
      ASSERT_GE(drawn, 1U);
      ASSERT_LE(drawn, most);
      largest = std::max(largest, drawn);
    }
    EXPECT_GT(largest, most / 2) << most;
  }
}

TEST(Draw, SkewedReachesEveryNumberOfBits) {
  Draw draw(1);
  std::set<int> bits;
  for (int i = 0; i < 5000; ++i)
    bits.insert(exact::bit_length(exact::UInt128{draw.skewed(1U << 20)}));
  EXPECT_GE(bits.size(), 20U);
}

}  // namespace
}  // namespace shardproof::search
