/// `ExactState` taken apart again: retracted, and as text.
#include <limits>

#include <gtest/gtest.h>

#include "shardproof/aggregate/exact_aggregate.hpp"
#include "shardproof/aggregate/exact_state.hpp"

namespace shardproof::aggregate {
namespace {

using exact::Dyadic;
using exact::Integer;
using exact::Problem;
using Limits = std::numeric_limits<double>;

constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();

TEST(ExactStateRetract, LeavesNoTrace) {
  ExactState state;
  state.add(2);
  ASSERT_TRUE(state.add(0.1));
  const ExactState before = state;
  ASSERT_TRUE(state.add(1e300));
  ASSERT_TRUE(state.add(Limits::denorm_min()));
  state.add(kLowest);
  ASSERT_TRUE(state.retract(1e300));
  ASSERT_TRUE(state.retract(kLowest));
  ASSERT_TRUE(state.retract(Limits::denorm_min()));
  EXPECT_EQ(state, before);
  EXPECT_EQ(state.variance().value(), before.variance().value());
}

TEST(ExactStateRetract, DoesNotAskHowAnObservationCameIn) {
  ExactState state;
  state.add(3);
  ASSERT_TRUE(state.add(IntegerTriple{2, 7, 29}));  // {2, 5}
  ASSERT_TRUE(state.retract(3.0));
  ASSERT_TRUE(state.retract(5));
  ASSERT_TRUE(state.retract(2.0));
  EXPECT_EQ(state, ExactState());
  EXPECT_EQ(state.variance().value(), std::nullopt);
  EXPECT_EQ(state.mean().value(), std::nullopt);
}

TEST(ExactStateRetract, RefusesWhatCannotBeHeld) {
  ExactState state;
  EXPECT_EQ(state.retract(1).error().kind, Problem::Kind::impossible);
  EXPECT_EQ(state.retract(1.0).error().what, "1 cannot be retracted: there is no observation left");
  state.add(2);
  EXPECT_EQ(state.retract(1).error().what,
            "1 cannot be retracted: the one that is left is another");
  EXPECT_EQ(state.retract(Limits::quiet_NaN()).error().kind, Problem::Kind::out_of_domain);
  EXPECT_EQ(state.summary(), (Summary{1, 2, 4}));
}

TEST(ExactStateRetract, GoesBelowCountsThatOutgrewTheMachine) {
  ExactState state;
  ASSERT_TRUE(state.add(Summary{exact::power(2, 130), 0, 0}));
  ASSERT_TRUE(state.retract(0));
  EXPECT_EQ(state.count(), exact::power(2, 130) - 1);
}

TEST(ExactStateText, ShowsTheTriple) {
  ExactState state;
  state.add(2);
  ASSERT_TRUE(state.add(-0.25));
  EXPECT_EQ(ExactState().encode(), "exact 0 0 0");
  EXPECT_EQ(state.encode(), "exact 2 7*2^-2 65*2^-4");
}

TEST(ExactStateText, ReadsBackExactly) {
  ExactState state;
  for (const double x : {0.1, 1e308, -Limits::denorm_min(), 1.0 / 3}) ASSERT_TRUE(state.add(x));
  ASSERT_TRUE(state.add(Summary{exact::power(3, 200), 0, exact::power(7, 2000)}));
  EXPECT_EQ(ExactState::decode(state.encode()).value(), state);
  EXPECT_EQ(ExactState::decode("exact 0 0 0").value(), ExactState());
}

TEST(ExactStateText, IsReadNoOtherWay) {
  for (const char* text : {"",
                           "exact",
                           "exact 1 2",
                           "exact 1 2 4 5",
                           "exact 1 2 4 ",
                           " exact 1 2 4",
                           "exact  1 2 4",
                           "chan 1 2 4",
                           "exact +1 2 4",
                           "exact 01 2 4",
                           "exact 1 -0 0",
                           "exact 1.0 2 4",
                           "exact 1 2*2^1 16",
                           "exact 1 2*2^ 4",
                           "exact 1 1*2^-40000 1",
                           "exact 1 1*2^-99999999999 1",
                           "exact 1 0x2 4",
                           "exact 0 99 999"})
    EXPECT_EQ(ExactState::decode(text).error().kind, Problem::Kind::malformed) << text;
  const std::string digits(ExactState::kMostEncodedDigits + 1, '9');
  EXPECT_FALSE(ExactState::decode("exact " + digits + " 0 0"));
}

TEST(ExactStateText, SaysWhichWordIsAtFault) {
  EXPECT_EQ(
      to_text(ExactState::decode("exact 3 x 29").error()),
      "encoded state: the sum is no number (ExactState::encode writes: exact COUNT SUM SUMSQ)");
}

TEST(ExactStateText, OfSumsThatNoDataHaveIsRefused) {
  EXPECT_EQ(ExactState::decode("exact 2 4 1").error().kind, Problem::Kind::impossible);
  EXPECT_EQ(ExactState::decode("exact -1 0 0").error().kind, Problem::Kind::out_of_domain);
}

TEST(ExactAggregate, RoundsTheExactVarianceToTheContract) {
  ExactAggregate state;
  for (const double x : {1.0, 3.0, 5.0}) state.accumulate(x);
  EXPECT_EQ(state.finalise(), 2.666666666667);  // 8/3
  EXPECT_EQ(state.average(), 3);
}

TEST(ExactAggregate, ReadsInfinityWhereTheVarianceIsAboveTheLargestDouble) {
  ExactAggregate state;
  state.accumulate(1e308);
  state.accumulate(-1e308);
  EXPECT_EQ(state.finalise(), Limits::infinity());
  EXPECT_EQ(state.average(), 0);
  state.retract(1e308);
  EXPECT_EQ(state.finalise(), 0);
}

TEST(ExactAggregate, IgnoresTheRetractionOfWhatItCannotHold) {
  ExactAggregate state;
  state.accumulate(2);
  state.retract(3);
  EXPECT_EQ(state.observations(), 1);
  EXPECT_EQ(state.average(), 2);
}

}  // namespace
}  // namespace shardproof::aggregate
