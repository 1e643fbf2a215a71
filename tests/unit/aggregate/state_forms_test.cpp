/// What Youngs and Cramer's, the textbook's and the synchronised state have of their own.
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/aggregate/synchronised.hpp"
#include "shardproof/aggregate/textbook_state.hpp"
#include "shardproof/aggregate/youngs_cramer_state.hpp"

namespace shardproof::aggregate {
namespace {

template <class S>
S of(const std::vector<double>& observations) {
  S state;
  for (const double x : observations) state.accumulate(static_cast<typename S::number>(x));
  return state;
}

TEST(YoungsCramerState, KeepsCountSumAndSxx) {
  // By hand, Sxx after each: 0; (2·4 − 6)²/2 = 2; (3·9 − 15)²/6 = 24, together 26.
  const auto state = of<YoungsCramerState>({2, 4, 9});
  EXPECT_EQ(state.sum, 15);
  EXPECT_EQ(state.sxx, 26);
  EXPECT_EQ(state.finalise(), 26.0 / 3);
}

TEST(YoungsCramerState, MayLeaveAResidueOnEqualObservations) {
  // n · 0.1 and the rounded sum of n times 0.1 differ in the last bit.
  const auto state = of<YoungsCramerState>(std::vector<double>(10, 0.1));
  EXPECT_GT(state.finalise().value(), 0);
  EXPECT_LT(state.finalise().value(), 1e-32);
}

TEST(YoungsCramerState, DoesNotOverflowBeforeSxx) {
  // (n·x − Σx)² = (3 · 2^511)² is above the largest double, Sxx = 2/3 · 2^1022 is not.
  EXPECT_DOUBLE_EQ(of<YoungsCramerState>({0, 0, 0x1p511}).sxx, 0x1p1022 / 3 * 2);
  auto merged = of<YoungsCramerState>({0x1p511});
  merged.merge(of<YoungsCramerState>({-0x1p511}));
  EXPECT_EQ(merged.finalise(), 0x1p1022);
}

TEST(TextbookState, KeepsCountSumAndSumOfSquares) {
  const auto state = of<TextbookState<double>>({2, 4, 9});
  EXPECT_EQ(state.sum, 15);
  EXPECT_EQ(state.sumsq, 101);
  EXPECT_DOUBLE_EQ(state.finalise().value(), 26.0 / 3);
}

TEST(TextbookState, ReportsANegativeVarianceAsItIs) {
  // Σx² of {1e9 + 3, 1e9 + 2, 1e9 + 2} needs 62 bits.
  EXPECT_EQ(of<TextbookState<double>>({1e9 + 3, 1e9 + 2, 1e9 + 2}).finalise(), -128);
}

TEST(TextbookState, InFloatLosesWhatDoubleKeeps) {
  // 4097² = 2^24 + 2^13 + 1 needs 25 bits.
  EXPECT_EQ(of<TextbookState<double>>({4096, 4097}).finalise(), 0.25);
  EXPECT_EQ(of<TextbookState<float>>({4096, 4097}).finalise(), 0);
}

using Worker = Synchronised<ChanState>;

TEST(Synchronised, ReadsItsOwnObservationsBeforeAndAllAfterwards) {
  std::vector<Worker> workers(3);
  workers[0].accumulate(0);
  workers[2].accumulate(4);
  EXPECT_EQ(workers[1].finalise(), std::nullopt);
  EXPECT_EQ(workers[2].average(), 4);
  Worker::synchronise(workers);
  for (const Worker& worker : workers) {
    EXPECT_EQ(worker.observations(), 2);
    EXPECT_EQ(worker.average(), 2);
    EXPECT_EQ(worker.finalise(), 4);
  }
}

TEST(Synchronised, CountsEachObservationOnceHoweverOftenItIsCalled) {
  std::vector<Worker> workers(2);
  workers[0].accumulate(0);
  Worker::synchronise(workers);
  workers[0].accumulate(4);
  for (int i = 0; i < 5; ++i) Worker::synchronise(workers);
  EXPECT_EQ(workers[1].observations(), 2);
  EXPECT_EQ(workers[1].finalise(), 4);
}

TEST(Synchronised, MergesWhatIsNewAndNotWhatBothHave) {
  std::vector<Worker> workers(2);
  workers[0].accumulate(0);
  Worker::synchronise(workers);
  workers[0].accumulate(2);
  workers[1].accumulate(7);
  workers[0].merge(workers[1]);
  EXPECT_EQ(workers[0].observations(), 3);
  EXPECT_EQ(workers[0].average(), 3);
}

TEST(Synchronised, RetractsWhatIsNew) {
  std::vector<Worker> workers(2);
  workers[0].accumulate(1);
  Worker::synchronise(workers);
  workers[1].accumulate(5);
  workers[1].retract(5);
  EXPECT_EQ(workers[1].average(), 1);
  Worker::synchronise({});
}

}  // namespace
}  // namespace shardproof::aggregate
