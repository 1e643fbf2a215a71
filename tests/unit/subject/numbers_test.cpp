/// What each number type holds, on both sides of its boundaries.
#include <limits>

#include <gtest/gtest.h>

#include "shardproof/subject/subject.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using exact::Dyadic;
using exact::Integer;

Integer two_to(unsigned exponent) {
  return exact::power(2, exponent);
}

/// Whether `numbers` holds `value` in each of the three places of a summary alike.
bool holds_integer(Numbers numbers, const Integer& value) {
  const bool as_sum = holds(numbers, Summary{.count = 1, .sum = value, .sumsq = 0});
  EXPECT_EQ(holds(numbers, Summary{.count = 1, .sum = 0, .sumsq = value}), as_sum);
  if (value >= 0) {
    EXPECT_EQ(holds(numbers, Summary{.count = value, .sum = 0, .sumsq = 0}), as_sum);
  }
  return as_sum;
}

bool holds_sum(Numbers numbers, const Dyadic& sum) {
  return holds(numbers, Summary{.count = 1, .sum = sum, .sumsq = 0});
}

constexpr auto kAllNumbers = {
    Numbers::int53, Numbers::int64, Numbers::bigint, Numbers::float64, Numbers::any};

TEST(Numbers, AllHoldSmallIntegers) {
  for (const auto numbers : kAllNumbers) {
    for (const int value : {0, 1, -1, 1000})
      EXPECT_TRUE(holds_integer(numbers, value)) << to_text(numbers);
  }
}

TEST(Numbers, HaveDifferentNames) {
  EXPECT_EQ(to_text(Numbers::int53), "int53");
  EXPECT_EQ(to_text(Numbers::int64), "int64");
  EXPECT_EQ(to_text(Numbers::bigint), "bigint");
  EXPECT_EQ(to_text(Numbers::float64), "float64");
  EXPECT_EQ(to_text(Numbers::any), "any");
}

TEST(Int53, EndsBelowTwoToThe53) {
  EXPECT_TRUE(holds_integer(Numbers::int53, two_to(53) - 1));
  EXPECT_TRUE(holds_integer(Numbers::int53, 1 - two_to(53)));
  EXPECT_FALSE(holds_integer(Numbers::int53, two_to(53)));
  EXPECT_FALSE(holds_integer(Numbers::int53, -two_to(53)));
  EXPECT_FALSE(holds_integer(Numbers::int53, two_to(53) + 1));
}

TEST(Int64, EndsWhereTwosComplementDoes) {
  EXPECT_TRUE(holds_integer(Numbers::int64, two_to(63) - 1));
  EXPECT_FALSE(holds_integer(Numbers::int64, two_to(63)));
  EXPECT_TRUE(holds_integer(Numbers::int64, -two_to(63)));
  EXPECT_FALSE(holds_integer(Numbers::int64, -two_to(63) - 1));
}

TEST(Float64, HoldsIntegersOf53BitsWhateverTheirSize) {
  EXPECT_TRUE(holds_integer(Numbers::float64, two_to(53)));
  EXPECT_FALSE(holds_integer(Numbers::float64, two_to(53) + 1));
  EXPECT_TRUE(holds_integer(Numbers::float64, two_to(53) + 2));
  EXPECT_TRUE(holds_integer(Numbers::float64, two_to(1023)));
  EXPECT_FALSE(holds_integer(Numbers::float64, two_to(1024)));
}

TEST(Float64, HoldsDoublesFromTheSmallestToTheLargest) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  EXPECT_TRUE(holds_sum(Numbers::float64, Dyadic(1, -1074)));
  EXPECT_FALSE(holds_sum(Numbers::float64, Dyadic(1, -1075)));
  EXPECT_TRUE(holds_sum(Numbers::float64, *Dyadic::from_double(kLargest)));
  EXPECT_TRUE(holds_sum(Numbers::float64, *Dyadic::from_double(0.1)));
  EXPECT_FALSE(holds_sum(Numbers::float64, *Dyadic::from_double(0.1) + 1024));
}

TEST(TheIntegers, HoldNoFraction) {
  for (const auto numbers : {Numbers::int53, Numbers::int64, Numbers::bigint}) {
    EXPECT_FALSE(holds_sum(numbers, Dyadic(1, -1))) << to_text(numbers);
    EXPECT_FALSE(holds(numbers, Summary{.count = 1, .sum = 0, .sumsq = Dyadic(1, -1)}))
        << to_text(numbers);
  }
}

TEST(Bigint, HoldsIntegersOfAnySize) {
  EXPECT_TRUE(holds_integer(Numbers::bigint, two_to(5000) + 1));
}

TEST(AnyNumbers, HoldEveryDyadic) {
  EXPECT_TRUE(holds_integer(Numbers::any, two_to(5000) + 1));
  EXPECT_TRUE(holds_sum(Numbers::any, Dyadic(1, -5000)));
}

TEST(AQuestion, IsHeldIfAllOfItsSummariesAre) {
  const Question fits{.trial = nullptr, .summaries = {{1, 1, 1}, {1, 2, 4}}};
  const Question one_does_not{.trial = nullptr, .summaries = {{1, 1, 1}, {1, two_to(63), 1}}};
  EXPECT_TRUE(holds(Numbers::int64, fits));
  EXPECT_FALSE(holds(Numbers::int64, one_does_not));
  EXPECT_TRUE(holds(Numbers::int53, Question{}));
}

TEST(AQuestion, IsNotHeldIfStraySumsAreNot) {
  const auto asked = data::trial_of(
      {data::PartValues{.observations = {}, .stray = {.sum = two_to(53), .sumsq = 0}},
       data::part({1})});
  EXPECT_FALSE(holds(Numbers::int53, question_of(asked)));
  EXPECT_TRUE(holds(Numbers::int64, question_of(asked)));
}

}  // namespace
}  // namespace shardproof::subject
