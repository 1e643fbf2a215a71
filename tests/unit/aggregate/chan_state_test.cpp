/// What Chan's state has of its own; `state_policy_test.cpp` has what all states share.
#include "shardproof/aggregate/chan_state.hpp"

#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace shardproof::aggregate {
namespace {

using Limits = std::numeric_limits<double>;

ChanState of(const std::vector<double>& observations) {
  ChanState state;
  for (const double x : observations) state.accumulate(x);
  return state;
}

ChanState merged(ChanState left, const ChanState& right) {
  left.merge(right);
  return left;
}

TEST(ChanState, KeepsCountMeanAndM2) {
  // By hand: mean 5, deviations 3 1 1 1 0 0 2 4, squares sum to 32, 32 / 8 = 4.
  const ChanState state = of({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(state.observations(), 8);
  EXPECT_EQ(state.average(), 5);
  EXPECT_EQ(state.finalise(), 4);
}

TEST(ChanState, MergesWithTheBetweenTerm) {
  // {0, 0, 0, 0} and {10}: w = 4·1/5, M2 = 0 + 0 + 100 · 4/5 = 80, mean 2, variance 16.
  const ChanState zeros = of({0, 0, 0, 0});
  EXPECT_EQ(merged(zeros, of({10})).finalise(), 16);
  EXPECT_EQ(merged(of({10}), zeros).finalise(), 16);
  EXPECT_EQ(merged(of({10}), zeros).average(), 2);
}

TEST(ChanState, MergedWithAnEmptyOneComesThroughBitForBit) {
  const ChanState huge = of({1e155, 1e155});
  EXPECT_EQ(merged({}, huge), huge);
  EXPECT_EQ(merged(huge, {}), huge);
  EXPECT_EQ(merged({}, huge).finalise(), 0);
  EXPECT_EQ(merged({}, of({Limits::max()})).finalise(), 0);
  EXPECT_EQ(merged({}, {}), ChanState());
}

TEST(ChanState, OfEqualObservationsHasExactlyTheirMeanAndNoVariance) {
  for (const double x : {6523763181031201.0, 0.1, 1e308, -Limits::max(), Limits::denorm_min()}) {
    ChanState state = of({x, x});
    state.merge(of({x, x, x}));
    state.merge(of({x}));
    EXPECT_EQ(state.average(), x);
    EXPECT_EQ(state.finalise(), 0);
  }
}

TEST(ChanState, DoesNotOverflowWhereTheAnswerDoesNot) {
  EXPECT_EQ(merged(of({1e308, 1e308}), of({1e308})).average(), 1e308);
  // M2 = δ²·w = 2^1024 · 1/2 is below the largest double, δ² is not.
  EXPECT_EQ(merged(of({0x1p511}), of({-0x1p511})).finalise(), 0x1p1022);
}

TEST(ChanState, KeepsTheMeanWhereTheVarianceOverflows) {
  EXPECT_EQ(of({1e308, -1e308}).average(), 0);
  EXPECT_EQ(of({1e308, -1e308}).finalise(), Limits::infinity());
  EXPECT_EQ(merged(of({1e308}), of({-1e308})).average(), 0);
  EXPECT_EQ(merged(of({1e308}), of({-1e308})).finalise(), Limits::infinity());
}

TEST(ChanState, RecoversTheSpreadOfPartsWhoseMeansAreFarFromZero) {
  // Within each part nothing varies, so all of the variance, 1/4, is Chan's between term. Welford's
  // accumulate alone would lose it: δ/n is less than half a unit in the last place of the mean.
  const std::vector<double> low(8, 4e15);
  const std::vector<double> high(8, 4e15 + 1);
  EXPECT_EQ(merged(of(low), of(high)).finalise(), 0.25);
}

TEST(ChanState, DoublesToCountsBeyond32And53Bits) {
  ChanState state = of({0, 2});
  for (int i = 0; i < 60; ++i) state.merge(state);
  EXPECT_EQ(state.observations(), std::uint64_t{1} << 61);
  EXPECT_EQ(state.average(), 1);
  EXPECT_EQ(state.finalise(), 1);
}

TEST(ChanState, WeighsByCountsWhoseProductHasMoreThan64Bits) {
  // 2^40 zeros and 2^40 twos: mean 1, variance 1.
  ChanState zeros = of({0});
  ChanState twos = of({2});
  for (int i = 0; i < 40; ++i) {
    zeros.merge(zeros);
    twos.merge(twos);
  }
  EXPECT_EQ(merged(zeros, twos).average(), 1);
  EXPECT_EQ(merged(zeros, twos).finalise(), 1);
}

TEST(ChanState, TakesTheMeanFromTheSideThatWeighsMore) {
  // The mean is 1e15/(2^40 + 1) = 909.49…; from the lighter side it would be off by some 1e15 · u.
  ChanState zeros = of({0});
  for (int i = 0; i < 40; ++i) zeros.merge(zeros);
  const double mean = 1e15 / (0x1p40 + 1);
  EXPECT_EQ(merged(zeros, of({1e15})).average(), mean);
  EXPECT_EQ(merged(of({1e15}), zeros).average(), mean);
}

TEST(ChanState, RetractedToOneObservationHasVarianceZero) {
  ChanState state = of({5, 100000.123, -99999.456});
  state.retract(100000.123);
  state.retract(-99999.456);
  EXPECT_EQ(state.finalise(), 0);
}

TEST(ChanState, RetractNeverLeavesANegativeVariance) {
  ChanState state = of({5, 100000.123, 5, -99999.456});
  state.retract(100000.123);
  state.retract(-99999.456);
  EXPECT_GE(state.finalise().value(), 0);
}

/// What a variant looks like: one step overridden.
struct ForgetsTheOther : ChanState {
  void merge(const ForgetsTheOther& /*other*/) {}
};

TEST(ChanState, InheritedCallsUseTheOverriddenMerge) {
  ForgetsTheOther left;
  left.accumulate(1);
  ForgetsTheOther right;
  right.accumulate(5);
  ForgetsTheOther out;
  ForgetsTheOther::merge_into(left, right, out);
  EXPECT_EQ(out.observations(), 1);
  const std::vector<ForgetsTheOther> states = {left, right};
  EXPECT_EQ(ForgetsTheOther::merge_all(std::span<const ForgetsTheOther>(states)).observations(), 0);
  EXPECT_EQ(ForgetsTheOther{ForgetsTheOther::decode(left.encode())}, left);
}

TEST(ChanState, ReadsBackFromTextBitForBit) {
  EXPECT_EQ(of({2, 3}).encode(), "chan 2 2.5 0.5 0");
  for (const ChanState& state : {ChanState(),
                                 of({0.1, 1.0 / 3, Limits::infinity()}),
                                 of({1e308, -1e308}),
                                 of({Limits::denorm_min(), 5}),
                                 ChanState{.count = ~std::uint64_t{0}}})
    EXPECT_EQ(ChanState::decode(state.encode()), state);
}

TEST(ChanState, RefusesTextThatItDidNotWrite) {
  for (const char* text : {"",
                           "chan",
                           "chan 1 2 3",
                           "chan 1 2 3 4 5",
                           "chan -1 2 3 0",
                           "chan 1.5 2 3 0",
                           "chan 1 2 3 0 ",
                           "chan 1 two 3 0",
                           "chan 18446744073709551616 0 0 0",
                           "textbook 1 2 3 0"})
    EXPECT_THROW(ChanState::decode(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace shardproof::aggregate
