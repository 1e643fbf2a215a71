/// The macros and the typed suite of shardproof/gtest.hpp, used as their users do.
#include "shardproof/gtest.hpp"

#include <gtest/gtest-spi.h>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/aggregate/textbook_state.hpp"
#include "shardproof/merge.hpp"

namespace {

using shardproof::aggregate::DoubleTriple;
using shardproof::aggregate::IntegerTriple;

std::optional<double> right(std::span<const DoubleTriple> workers) {
  return shardproof::aggregate::variance(workers).value();
}

std::optional<double> average(std::span<const IntegerTriple> workers) {
  double sum = 0;
  int seen = 0;
  for (const auto& [count, total, squares] : workers) {
    if (count == 0) continue;
    const double n = static_cast<double>(count);
    const double mean = static_cast<double>(total) / n;
    sum += static_cast<double>(squares) / n - mean * mean;
    ++seen;
  }
  return seen == 0 ? std::nullopt : std::optional(sum / seen);
}

/// Takes everything from whom it merges.
struct Hoarder : shardproof::aggregate::ChanState {
  void merge(const Hoarder& other) {
    ChanState::merge(other);
    const_cast<Hoarder&>(other) = {};
  }
};

TEST(ExpectLawful, PassesARightMerge) {
  SHARDPROOF_EXPECT_LAWFUL(right);
  SHARDPROOF_ASSERT_LAWFUL(right, {.expect = shardproof::Expect::contract, .seed = 2});
}

TEST(ExpectLawful, FailsAWrongMergeWithItsReport) {
  EXPECT_NONFATAL_FAILURE(SHARDPROOF_EXPECT_LAWFUL(average), "BROKEN  average: ");
  EXPECT_NONFATAL_FAILURE(SHARDPROOF_EXPECT_LAWFUL(average), "average-of-variances");
  EXPECT_NONFATAL_FAILURE(SHARDPROOF_EXPECT_LAWFUL(average), " = average(workers);");
}

TEST(AssertLawful, EndsTheTest) {
  EXPECT_FATAL_FAILURE(SHARDPROOF_ASSERT_LAWFUL(average), "average-of-variances");
  EXPECT_FATAL_FAILURE(SHARDPROOF_ASSERT_LAWFUL_STATE(Hoarder), "Hoarder");
}

TEST(ExpectLawful, TakesWhatIsSaidBesides) {
  EXPECT_NONFATAL_FAILURE(SHARDPROOF_EXPECT_LAWFUL(average) << "in the nightly job",
                          "in the nightly job");
}

TEST(ExpectLawful, TakesALambdaWithCommas) {
  SHARDPROOF_EXPECT_LAWFUL([](std::span<const DoubleTriple> workers) {
    const std::pair<int, int> unused{0, 0};
    return unused.first == 0 ? right(workers) : std::nullopt;
  });
}

TEST(ExpectLawful, CallsALambdaMerge) {
  EXPECT_NONFATAL_FAILURE(
      SHARDPROOF_EXPECT_LAWFUL([](std::span<const IntegerTriple> w) { return average(w); }),
      "BROKEN  merge: ");
}

TEST(ExpectLawfulState, PassesARightState) {
  SHARDPROOF_EXPECT_LAWFUL_STATE(shardproof::aggregate::ChanState);
  SHARDPROOF_ASSERT_LAWFUL_STATE(shardproof::aggregate::ChanState, {.seed = 2});
}

TEST(ExpectLawfulState, FailsAStateThatEmptiesTheOther) {
  EXPECT_NONFATAL_FAILURE(SHARDPROOF_EXPECT_LAWFUL_STATE(Hoarder), "BROKEN  Hoarder: ");
}

TEST(NameIn, IsWhatStandsBeforeTheOptions) {
  using shardproof::gtest::name_in;
  EXPECT_EQ(name_in("my_merge"), "my_merge");
  EXPECT_EQ(name_in("mine::merge<int>, {.seed = 2}"), "mine::merge<int>");
  EXPECT_EQ(name_in("[](auto) { return 0; }"), "merge");
  EXPECT_EQ(name_in("make(1)"), "merge");
}

using shardproof::aggregate::ChanState;
INSTANTIATE_TYPED_TEST_SUITE_P(Ours, ShardproofState, ChanState);

}  // namespace

/// Loses digits without bound, and is not expected not to. At extreme scales, where the squares overflow, it is another state.
struct KnownTextbook {
  shardproof::aggregate::ChanState chan;
  shardproof::aggregate::TextbookState<double> textbook;

  void accumulate(double x) {
    chan.accumulate(x);
    textbook.accumulate(x);
  }

  void merge(const KnownTextbook& other) {
    chan.merge(other.chan);
    textbook.merge(other.textbook);
  }

  std::optional<double> finalise() const {
    const bool is_extreme = !(textbook.sumsq > 1e-40 && textbook.sumsq < 1e60);
    return is_extreme ? chan.finalise() : textbook.finalise();
  }
};

template <>
inline const shardproof::LawfulOptions kShardproofOptions<KnownTextbook> = {
    .expect = shardproof::Expect::textbook};

namespace {

TEST(ShardproofOptions, AreWhatTheSuiteOfThisStateNeeds) {
  EXPECT_NONFATAL_FAILURE(SHARDPROOF_EXPECT_LAWFUL_STATE(KnownTextbook), "cancellation");
}

INSTANTIATE_TYPED_TEST_SUITE_P(Known, ShardproofState, KnownTextbook);

}  // namespace
