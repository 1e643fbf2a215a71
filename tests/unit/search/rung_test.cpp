#include "shardproof/search/rung.hpp"

#include <array>
#include <set>
#include <string_view>

#include <gtest/gtest.h>

#include "shardproof/search/simplicity.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using subject::Numbers;

bool has(RungId rung, std::string_view parts, Numbers numbers = Numbers::any) {
  return contains(rung, numbers, canonical(trial(parts)));
}

bool well_conditioned(std::string_view parts) {
  return is_well_conditioned(trial(parts));
}

TEST(Rung, AppliesWhereTheNumberTypeHoldsItsTrials) {
  using enum Numbers;

  struct Row {
    RungId rung;
    std::set<Numbers> numbers;
  };

  const std::set<Numbers> all = {int53, int64, bigint, float64, any};
  const auto rows = std::to_array<Row>({
      {RungId::fixtures, all},
      {RungId::small, all},
      {RungId::integers, all},
      {RungId::counts, all},
      {RungId::decimals, {float64, any}},
      {RungId::offset, all},
      {RungId::scale, {float64, any}},
      {RungId::wide, {bigint, any}},
      {RungId::nonfinite, {}},
  });
  EXPECT_EQ(rows.size(), data::kRungs.size());
  for (const auto& [rung, numbers] : rows) {
    for (const auto type : all) {
      EXPECT_EQ(applies(rung, type), numbers.contains(type)) << to_text(rung) << to_text(type);
    }
  }
}

TEST(Rung, HasAMeaningAndContentsOfItsOwn) {
  std::set<std::string_view> texts;
  for (const auto rung : data::kRungs) texts.insert({meaning(rung), contents(rung)});
  EXPECT_EQ(texts.size(), 2 * data::kRungs.size());
  EXPECT_FALSE(texts.contains("?"));
}

TEST(Rung, FixturesContainsEverything) {
  EXPECT_TRUE(has(RungId::fixtures, "[[1e300, 0.1]]"));
}

TEST(Rung, SmallContainsTheSmallScope) {
  EXPECT_TRUE(has(RungId::small, R"([[2, -2, 0], {"stray": [0, 1]}])"));
  EXPECT_FALSE(has(RungId::small, "[[3]]"));
}

TEST(Rung, IntegersContainsUpToAThousandOfUpToTwentyBits) {
  EXPECT_TRUE(has(RungId::integers, "[[1048576, -1048576]]"));
  EXPECT_FALSE(has(RungId::integers, "[[1048577]]"));
  EXPECT_FALSE(has(RungId::integers, "[[-1048577]]"));
  EXPECT_FALSE(has(RungId::integers, "[[0.5]]"));
  EXPECT_TRUE(has(RungId::integers, R"([[{"value": 1, "times": 1000}]])"));
  EXPECT_FALSE(has(RungId::integers, R"([[{"value": 1, "times": 1001}]])"));
}

TEST(Rung, CountsContainsAnyMultiplicityOfUpToTwelveBits) {
  EXPECT_TRUE(has(RungId::counts, R"([[{"value": 4096, "times": 1099511627776}]])"));
  EXPECT_FALSE(has(RungId::counts, "[[4097]]"));
  EXPECT_FALSE(has(RungId::counts, "[[-4097]]"));
}

TEST(Rung, DecimalsContainsEveryNumber) {
  EXPECT_TRUE(has(RungId::decimals, "[[0.1, 1e9]]"));
}

TEST(Rung, OffsetContainsValuesFromAMillionTo2e15) {
  EXPECT_TRUE(has(RungId::offset, "[[1000000, 2000000000000000], [-1000000]]"));
  EXPECT_FALSE(has(RungId::offset, "[[1000000, 999999]]"));
  EXPECT_FALSE(has(RungId::offset, "[[2000000000000001]]"));
  EXPECT_FALSE(has(RungId::offset, "[[0]]"));
}

TEST(Rung, ScaleContainsWhatIsFarFromOne) {
  // 2^64 and 2^−64.
  EXPECT_TRUE(has(RungId::scale, "[[18446744073709551616, 1]]"));
  EXPECT_FALSE(has(RungId::scale, "[[18446744073709551615, 1]]"));
  EXPECT_TRUE(has(RungId::scale, "[[5.421010862427522e-20, 0]]"));
  EXPECT_FALSE(has(RungId::scale, "[[5.421010862427522e-20, 1]]"));
}

TEST(Rung, WideContainsAnIntegerThatNoDoubleHolds) {
  EXPECT_TRUE(has(RungId::wide, "[[0], [9007199254740993]]"));
  EXPECT_FALSE(has(RungId::wide, "[[9007199254740992]]"));
  EXPECT_FALSE(has(RungId::wide, "[[18446744073709551616]]"));
  EXPECT_FALSE(has(RungId::wide, "[[0.1]]"));
}

TEST(Rung, OfWhateverScaleOrWidthContainsZerosAndNothingAtAll) {
  for (const auto rung : {RungId::scale, RungId::wide}) {
    for (const auto* parts : {"[]", "[[], []]", "[[0], [0, 0]]"}) EXPECT_TRUE(has(rung, parts));
  }
}

TEST(WellConditioned, IsWhateverStaysWithin32) {
  EXPECT_TRUE(well_conditioned("[[31, 32, 32]]"));
  EXPECT_TRUE(well_conditioned("[]"));
  EXPECT_FALSE(well_conditioned("[[32, 33, 33]]"));  // mean² ≈ 1067 > (4² − 1)·(2/9)
}

TEST(WellConditioned, IsAMeanOfAtMostRootEightDeviationsForTwo) {
  // n = 2: mean² ≤ (3² − 1)·variance. 282² = 79,524 and 283² = 80,089 against 8·100² = 80,000.
  EXPECT_TRUE(well_conditioned("[[182, 382]]"));
  EXPECT_FALSE(well_conditioned("[[183, 383]]"));
  EXPECT_FALSE(well_conditioned("[[-183, -383]]"));
}

TEST(WellConditioned, CountsMultiplicities) {
  // 97 and 103 as often each: mean² = 10,000, variance 9, so (n + 1)² ≥ 1 + 10,000/9, n ≥ 32.4.
  EXPECT_FALSE(well_conditioned(R"([[{"value": 97, "times": 16}, {"value": 103, "times": 16}]])"));
  EXPECT_TRUE(well_conditioned(R"([[{"value": 97, "times": 17}, {"value": 103, "times": 17}]])"));
}

TEST(WellConditioned, IsConstantDataWhoseSquaresAddUpWithin53Bits) {
  // 2^26 squared is 2^52, which has 53 bits; twice that has 54. In 64ths the point does not matter.
  EXPECT_TRUE(well_conditioned("[[67108864]]"));
  EXPECT_FALSE(well_conditioned("[[67108864, 67108864]]"));
  EXPECT_FALSE(well_conditioned(R"([[{"value": 67108864, "times": 2}]])"));
  EXPECT_TRUE(well_conditioned("[[100.015625, 100.015625]]"));
}

TEST(Rung, AsksFloat64OnlyWhatIsWellConditionedBelowTheOffsetRung) {
  for (const auto rung : {RungId::integers, RungId::counts, RungId::decimals}) {
    EXPECT_TRUE(is_conditioned(rung));
    EXPECT_FALSE(has(rung, "[[183, 383]]", Numbers::float64));
    EXPECT_TRUE(has(rung, "[[182, 382]]", Numbers::float64));
    EXPECT_TRUE(has(rung, "[[183, 383]]", Numbers::int53));
  }
  EXPECT_FALSE(is_conditioned(RungId::offset));
  EXPECT_TRUE(has(RungId::offset, "[[1000183, 1000383]]", Numbers::float64));
}

TEST(Rung, NonfiniteIsForStatesThatAccumulateDoubles) {
  EXPECT_TRUE(applies(RungId::nonfinite, {subject::Kind::aggregate, Numbers::float64}));
  EXPECT_FALSE(applies(RungId::nonfinite, {subject::Kind::aggregate, Numbers::int64}));
  const subject::Domain doubles{subject::Kind::aggregate, Numbers::float64};
  EXPECT_TRUE(contains(RungId::nonfinite, doubles, trial(R"([["NaN"], [1]])")));
  EXPECT_FALSE(contains(RungId::nonfinite, doubles, trial("[[1]]")));
  EXPECT_FALSE(contains(RungId::integers, doubles, trial(R"([["-Infinity"]])")));
}

TEST(Rung, MinimumsAreStatedForEveryRandomRung) {
  for (const auto rung : data::kRungs) {
    const bool random = rung != RungId::fixtures && rung != RungId::small;
    EXPECT_EQ(!minimums(rung).empty(), random && rung != RungId::nonfinite) << to_text(rung);
    EXPECT_EQ(!minimums(rung, subject::Kind::aggregate).empty(), random) << to_text(rung);
  }
}

}  // namespace
}  // namespace shardproof::search
