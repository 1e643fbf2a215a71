#include "shardproof/data/dataset.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace shardproof::data {
namespace {

exact::Integer count_of(const std::vector<Observation>& observations) {
  return count(observations);
}

TEST(Count, OfNothingIsZero) {
  EXPECT_EQ(count_of({}), 0);
}

TEST(Count, AddsMultiplicitiesNotEntries) {
  EXPECT_EQ(count_of({{.value = 7, .times = 3}, {.value = 7}, {.value = -1, .times = 2}}), 6);
}

TEST(Count, PassesTwoToThe64) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(count_of({{.value = 0, .times = kMost}, {.value = 1}}), exact::Integer(1) << 64);
}

TEST(Observation, CountsOnceUnlessItSaysOtherwise) {
  EXPECT_EQ(Observation{.value = 5}, (Observation{.value = 5, .times = 1}));
  EXPECT_NE(Observation{.value = 5}, (Observation{.value = 5, .times = 2}));
}

}  // namespace
}  // namespace shardproof::data
