#include "shardproof/diagnosis/closeness.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "shardproof/search/small_scope.hpp"
#include "trials.hpp"

namespace shardproof::diagnosis {
namespace {

using subject::Answer;
using subject::Failed;
using subject::Kind;
using subject::NoVariance;
using subject::Read;
using subject::Reads;

TEST(Closeness, OfNumbersIsToTwelveDecimals) {
  EXPECT_EQ(closeness(Answer(0.25), Answer(0.2500000000001), 0), Closeness::same);
  EXPECT_EQ(closeness(Answer(0.25), Answer(0.250000000001), 0), Closeness::unit);
  EXPECT_EQ(closeness(Answer(0.25), Answer(0.250000000002), 0), Closeness::apart);
  EXPECT_EQ(closeness(Answer(0.25), Answer(0.250000000001), 1e-11), Closeness::doubles);
}

TEST(Closeness, OfStatesIsToTwelveSignificantDigits) {
  const auto of = [](double left, double right) {
    return closeness(Answer(left), Answer(right), 1e-16, Digits::significant);
  };
  EXPECT_EQ(of(1e-30, 1.0000000000001e-30), Closeness::same);
  EXPECT_EQ(of(0.0, 1e-17), Closeness::doubles);
  EXPECT_EQ(of(1e6, 1.000001e6), Closeness::apart);
  EXPECT_EQ(of(1e12, 1e12 + 0.5), Closeness::same);
}

TEST(Closeness, OfWhatIsNoNumberIsAllOrNothing) {
  EXPECT_EQ(closeness(Answer(NAN), Answer(NAN), 0), Closeness::same);
  EXPECT_EQ(closeness(Answer(NAN), Answer(1.0), 1e300), Closeness::apart);
  EXPECT_EQ(closeness(Answer(HUGE_VAL), Answer(HUGE_VAL), 0), Closeness::same);
  EXPECT_EQ(closeness(Answer(HUGE_VAL), Answer(1.0), HUGE_VAL), Closeness::apart);
  for (const auto digits : {Digits::decimals, Digits::significant}) {
    EXPECT_EQ(closeness(Answer(HUGE_VAL), Answer(-HUGE_VAL), HUGE_VAL, digits), Closeness::apart);
  }
  EXPECT_EQ(closeness(Answer(NoVariance{}), Answer(NoVariance{}), 0), Closeness::same);
  EXPECT_EQ(closeness(Answer(NoVariance{}), Answer(0.0), 1e300), Closeness::apart);
}

TEST(Closeness, DoesNotMindHowAFailureIsWorded) {
  EXPECT_EQ(closeness(Answer(Failed{"x"}), Answer(Failed{"y"}), 0), Closeness::same);
}

TEST(Closeness, LooksAtCountAndMeanWhereBothSayThem) {
  const Reads silent = {Read{.variance = 1.0}};
  const Reads two = {Read{.variance = 1.0, .count = Answer(2.0), .mean = Answer(0.5)}};
  const Reads three = {Read{.variance = 1.0, .count = Answer(3.0), .mean = Answer(0.5)}};
  const Noise noise{.variance = 1, .mean = 1};
  EXPECT_EQ(closeness(silent, two, noise), Closeness::same);
  EXPECT_EQ(closeness(two, three, noise), Closeness::apart);
}

TEST(Closeness, OfUnequallyManyReadsIsNone) {
  const Reads one = {Read{.variance = 1.0}};
  const Reads two = {Read{.variance = 1.0}, Read{.variance = 1.0}};
  EXPECT_EQ(closeness(one, two, {}), Closeness::apart);
}

TEST(Agreement, AllowsAUnitOfTheTwelfthDecimalNowAndThen) {
  const auto of = [](int units, int same) {
    Agreement agreement;
    for (int i = 0; i < units; ++i) agreement.add(Closeness::unit);
    for (int i = 0; i < same; ++i) agreement.add(Closeness::same);
    return agreement.overall();
  };
  EXPECT_EQ(of(0, 100), Closeness::same);
  EXPECT_EQ(of(2, 98), Closeness::doubles);
  EXPECT_EQ(of(10, 90), Closeness::apart);
}

TEST(Agreement, AllowsNothingElse) {
  Agreement agreement;
  for (int i = 0; i < 1000; ++i) agreement.add(Closeness::same);
  agreement.add(Closeness::apart);
  EXPECT_EQ(agreement.overall(), Closeness::apart);
}

TEST(Noise, IsBelowHalfAUnitOfTheTwelfthDecimalOnTheSmallScope) {
  for (const auto kind : {Kind::merge, Kind::aggregate}) {
    for (std::size_t i = 0; i < search::small_scope_size(kind); i += 97) {
      const auto trial = search::small_trial(i, kind);
      ASSERT_LT(noise_of(kind, trial).variance, 5e-13) << to_text(trial);
    }
  }
}

}  // namespace
}  // namespace shardproof::diagnosis
