#include "shardproof/aggregate/exact_state.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "unit/aggregate/by_definition.hpp"

namespace shardproof::aggregate {
namespace {

using exact::Dyadic;
using exact::Integer;
using Limits = std::numeric_limits<double>;

constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();

TEST(ExactState, OfNothingHasNeitherMeanNorVariance) {
  const ExactState state;
  EXPECT_EQ(state.count(), 0);
  EXPECT_EQ(state.mean().value(), std::nullopt);
  EXPECT_EQ(state.variance().value(), std::nullopt);
  EXPECT_FALSE(state.exact_variance().has_value());
  EXPECT_EQ(state.summary(), Summary{});
}

TEST(ExactState, IsReadAtAnyTime) {
  ExactState state;
  state.add(1);
  EXPECT_EQ(state.variance().value(), 0);
  state.add(3);
  EXPECT_EQ(state.mean().value(), 2);
  EXPECT_EQ(state.variance().value(), 1);
  EXPECT_EQ(state.variance().value(), 1);
  state.add(5);
  EXPECT_EQ(state.variance().value(), 2.666666666667);  // 8/3
  EXPECT_EQ(state.summary(), (Summary{3, 9, 35}));
}

TEST(ExactState, TakesWholeWorkersAndObservationsAlike) {
  ExactState by_worker;
  ASSERT_TRUE(by_worker.add(IntegerTriple{2, 7, 29}));     // {2, 5}
  ASSERT_TRUE(by_worker.add(DoubleTriple{2, 1.5, 1.25}));  // {0.5, 1}
  ASSERT_TRUE(by_worker.add(Summary{1, 9, 81}));
  ExactState one_by_one;
  one_by_one.add(2);
  one_by_one.add(5);
  ASSERT_TRUE(one_by_one.add(0.5));
  ASSERT_TRUE(one_by_one.add(1.0));
  one_by_one.add(std::int64_t{9});
  EXPECT_EQ(by_worker, one_by_one);
  EXPECT_EQ(by_worker.variance().value(), one_by_one.variance().value());
}

TEST(ExactState, IgnoresEmptyWorkers) {
  ExactState state;
  ASSERT_TRUE(state.add(IntegerTriple{0, 99, 999}));
  ASSERT_TRUE(state.add(DoubleTriple{0, Limits::quiet_NaN(), 999}));
  ASSERT_TRUE(state.add(Summary{0, 99, 999}));
  EXPECT_EQ(state, ExactState());
}

TEST(ExactState, MergesBothWaysToTheSame) {
  ExactState left;
  ASSERT_TRUE(left.add(0.1));
  left.add(7);
  ExactState right;
  ASSERT_TRUE(right.add(1e300));
  ASSERT_TRUE(right.add(-1e-300));
  ExactState left_first = left;
  left_first.merge(right);
  ExactState right_first = right;
  right_first.merge(left);
  EXPECT_EQ(left_first, right_first);
  EXPECT_EQ(left_first.count(), 4);
}

TEST(ExactState, MergedWithAnEmptyOneStaysAsItWas) {
  ExactState state;
  ASSERT_TRUE(state.add(0.1));
  const ExactState before = state;
  state.merge(ExactState());
  EXPECT_EQ(state, before);
  ExactState empty;
  empty.merge(before);
  EXPECT_EQ(empty, before);
}

TEST(ExactState, MergedWithItselfIsMergedWithACopy) {
  ExactState state;
  ASSERT_TRUE(state.add(0.1));
  state.add(kLowest);
  state.add(kLowest);
  ASSERT_TRUE(state.add(Summary{Integer(1) << 200, 0, Dyadic(1, 3000)}));
  ExactState with_copy = state;
  with_copy.merge(ExactState(state));
  state.merge(state);
  EXPECT_EQ(state, with_copy);
}

TEST(ExactState, KeepsItsVarianceUnderDoublingPastEveryMachineNumber) {
  ExactState state;
  for (const int value : {2, 4, 4, 4, 5, 5, 7, 9}) state.add(value);  // variance 4, mean 5
  ASSERT_TRUE(state.add(5.0));                                        // and now 32/9
  for (int doublings = 0; doublings < 300; ++doublings) state.merge(state);
  EXPECT_EQ(state.count(), Integer(9) << 300);
  EXPECT_EQ(state.mean().value(), 5);
  EXPECT_EQ(state.variance().value(), 3.555555555556);
}

TEST(ExactState, OutgrowsItsAccumulatorsWithoutLoss) {
  ExactState state;
  ASSERT_TRUE(state.add(Limits::max()));
  ASSERT_TRUE(state.add(Limits::denorm_min()));
  const Summary once = state.summary();
  for (int doublings = 0; doublings < 250; ++doublings) state.merge(state);
  EXPECT_EQ(state.summary(),
            (Summary{once.count << 250, once.sum * Dyadic(1, 250), once.sumsq * Dyadic(1, 250)}));
}

TEST(ExactState, HoldsManyOfTheLowestInt64) {
  ExactState state;
  for (int i = 0; i < 1000; ++i) state.add(kLowest);
  EXPECT_EQ(state.summary(), (Summary{1000, Integer(-1000) << 63, Integer(Integer(1000) << 126)}));
  EXPECT_EQ(state.variance().value(), 0);
}

TEST(ExactState, HoldsSummariesBeyondTheDoublesRange) {
  const Dyadic huge(1, 5000);
  ExactState state;
  ASSERT_TRUE(state.add(Summary{1, huge, huge * huge}));
  ASSERT_TRUE(state.add(Summary{1, -huge, huge * huge}));
  EXPECT_EQ(state.mean().value(), 0);
  EXPECT_EQ(state.variance().error().kind, exact::Problem::Kind::overflow);
  ASSERT_TRUE(state.add(Summary{2, huge, huge * huge}));
  EXPECT_EQ(state.mean().error().kind, exact::Problem::Kind::overflow);
  EXPECT_EQ(state.count(), 4);
}

TEST(ExactState, MeanIsTheNearestDouble) {
  ExactState state;
  for (const int value : {1, 0, 0}) state.add(value);
  EXPECT_EQ(state.mean().value(), 1.0 / 3);
  ExactState exact_tie;
  exact_tie.add((std::int64_t{1} << 53) + 1);
  EXPECT_EQ(exact_tie.mean().value(), 0x1p53);  // ties to even
}

TEST(ExactState, IsUnchangedByWhatItRefuses) {
  ExactState state;
  state.add(3);
  ASSERT_TRUE(state.add(0.25));
  const ExactState before = state;
  EXPECT_FALSE(state.add(Limits::quiet_NaN()));
  EXPECT_FALSE(state.add(-Limits::infinity()));
  EXPECT_FALSE(state.add(IntegerTriple{-1, 0, 0}));
  EXPECT_FALSE(state.add(IntegerTriple{2, 4, 1}));
  EXPECT_FALSE(state.add(DoubleTriple{1, Limits::quiet_NaN(), 1}));
  EXPECT_FALSE(state.add(DoubleTriple{1, 1, Limits::infinity()}));
  EXPECT_FALSE(state.add(DoubleTriple{2, 4, 1}));
  EXPECT_FALSE(state.add(Summary{-1, 0, 0}));
  EXPECT_FALSE(state.add(Summary{2, 4, 1}));
  EXPECT_EQ(state, before);
  EXPECT_EQ(state.variance().value(), before.variance().value());
}

TEST(ExactState, RefusesWithTheMergesWords) {
  ExactState state;
  EXPECT_EQ(state.add(IntegerTriple{2, 4, 1}).error().what,
            "[2, 4, 1] has variance -3.5, below zero: no data have such sums");
  EXPECT_EQ(state.add(IntegerTriple{2, 4, 1}).error().where, "");
}

TEST(ExactState, ComparesWhatItHoldsAndNotHowItCame) {
  ExactState cancelled;
  ASSERT_TRUE(cancelled.add(DoubleTriple{1, 0.1, 1}));
  ASSERT_TRUE(cancelled.add(DoubleTriple{1, -0.1, 1}));
  ExactState plain;
  plain.add(1);
  plain.add(-1);
  EXPECT_EQ(cancelled, plain);
  plain.add(0);
  EXPECT_FALSE(cancelled == plain);
}

}  // namespace
}  // namespace shardproof::aggregate
