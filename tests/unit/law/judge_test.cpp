/// Which verdict an answer gets. How far a number may be off is in precision_test.cpp.
#include "shardproof/law/judge.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "unit/data/trials.hpp"

namespace shardproof::law {
namespace {

using data::LawId;
using data::Trial;
using data::trial;
using exact::Integer;
using subject::Answer;
using subject::Failed;
using subject::NoVariance;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr auto kExpects = {Expect::contract, Expect::exact, Expect::float64, Expect::textbook};

Verdict judged(const Trial& asked, const Answer& answer, Expect expect) {
  return judge(asked, oracle_says(asked), answer, expect);
}

bool holds(const Trial& asked, const Answer& answer, Expect expect) {
  return std::holds_alternative<Holds>(judged(asked, answer, expect));
}

/// The law that the answer breaks; none if the verdict is another.
std::optional<LawId> broken_law(const Trial& asked, const Answer& answer, Expect expect) {
  const auto verdict = judged(asked, answer, expect);
  const auto* broken = std::get_if<Broken>(&verdict);
  return broken == nullptr ? std::nullopt : std::optional(broken->law);
}

/// {0, 1, 2}: 2/3.
Trial thirds() {
  return trial({{0, 1}, {2}});
}

/// {0, 2^600}: 2^1198.
Trial beyond_the_largest_double() {
  return data::trial_of(
      {data::part({0}), data::PartValues{.observations = {{.value = Integer(Integer(1) << 600)}}}});
}

TEST(OracleSays, TheExactVarianceAndTheContractsAnswer) {
  const auto says = oracle_says(thirds());
  EXPECT_EQ(to_rational(*says.variance), exact::Rational(2, 3));
  EXPECT_EQ(says.answer, Answer(0.666666666667));
}

TEST(OracleSays, NoneToATrialWithoutObservations) {
  for (const auto& asked : {trial({}), trial({{}}), data::trial_of({data::stray_part(99, 999)})}) {
    EXPECT_FALSE(oracle_says(asked).variance);
    EXPECT_EQ(oracle_says(asked).answer, Answer(NoVariance{}));
  }
}

TEST(OracleSays, NothingAboveTheLargestDouble) {
  EXPECT_TRUE(oracle_says(beyond_the_largest_double()).variance);
  EXPECT_TRUE(std::holds_alternative<Failed>(oracle_says(beyond_the_largest_double()).answer));
}

TEST(Judge, HoldsTheContractsAnswerUnderEveryPrecisionButExact) {
  for (const auto expect : kExpects) {
    EXPECT_EQ(holds(thirds(), 0.666666666667, expect), expect != Expect::exact) << to_text(expect);
  }
}

TEST(Judge, HoldsTheNearestDoubleUnderEveryPrecisionButTheContract) {
  for (const auto expect : kExpects) {
    EXPECT_EQ(holds(thirds(), 2.0 / 3, expect), expect != Expect::contract) << to_text(expect);
  }
}

TEST(Judge, CallsTheMissedLastDigitImpreciseAndSaysByHowMuch) {
  // 2/3 less its nearest double: 6004799503160661·3 is 2^54 − 1, so the rest is 1 / (3·2^53).
  const auto verdict = judged(thirds(), 2.0 / 3, Expect::contract);
  const auto* imprecise = std::get_if<Imprecise>(&verdict);
  ASSERT_NE(imprecise, nullptr);
  EXPECT_EQ(imprecise->error, 1.0 / 3 * 0x1p-53);
  EXPECT_GT(imprecise->bound, imprecise->error);
}

TEST(Judge, HoldsNoneForNoObservationsHoweverManyWorkers) {
  for (const auto expect : kExpects) {
    EXPECT_TRUE(holds(trial({}), NoVariance{}, expect));
    EXPECT_TRUE(holds(trial({{}, {}}), NoVariance{}, expect));
  }
}

TEST(Judge, BreaksNoneIffEmptyByANumberForNoObservations) {
  for (const auto expect : kExpects) {
    EXPECT_EQ(broken_law(trial({}), 0.0, expect), LawId::none_iff_empty);
    EXPECT_EQ(broken_law(trial({{}}), kNan, expect), LawId::none_iff_empty);
  }
}

TEST(Judge, BreaksNoneIffEmptyByNoneForAnObservation) {
  for (const auto expect : kExpects) {
    EXPECT_EQ(broken_law(trial({{7}}), NoVariance{}, expect), LawId::none_iff_empty);
    EXPECT_EQ(broken_law(thirds(), NoVariance{}, expect), LawId::none_iff_empty);
  }
}

TEST(Judge, BreaksConstantIsZeroByAnythingElseForEqualObservations) {
  for (const double answer : {1.0, -1.0, kNan, HUGE_VAL}) {
    EXPECT_EQ(broken_law(trial({{4}, {4, 4}}), answer, Expect::contract), LawId::constant_is_zero);
  }
  EXPECT_TRUE(holds(trial({{4}, {4, 4}}), 0.0, Expect::contract));
  EXPECT_TRUE(holds(trial({{4}, {4, 4}}), -0.0, Expect::contract));
}

TEST(Judge, BreaksNonNegativeByANumberBelowZero) {
  for (const auto expect : kExpects) {
    EXPECT_EQ(broken_law(thirds(), -1.0, expect), LawId::non_negative);
    EXPECT_EQ(broken_law(thirds(), -HUGE_VAL, expect), LawId::non_negative);
  }
}

TEST(Judge, BreaksOracleAgreementByAnyOtherWrongNumber) {
  for (const auto expect : kExpects) {
    EXPECT_EQ(broken_law(thirds(), 0.5, expect), LawId::oracle_agreement);
    EXPECT_EQ(broken_law(thirds(), kNan, expect), LawId::oracle_agreement);
    EXPECT_EQ(broken_law(thirds(), HUGE_VAL, expect), LawId::oracle_agreement);
  }
}

TEST(Judge, SaysWhichWrongNumbersCancellationExplains) {
  // {10^6, 10^6, 10^6 + 1}: 2/9. In doubles Q/3 and (S/3)² are near 10^12, where doubles are 2^−13 apart.
  const auto asked = trial({{1'000'000, 1'000'000, 1'000'001}});
  const auto cancelled = judged(asked, 0.22216796875, Expect::contract);
  const auto wrong = judged(asked, 0.5, Expect::contract);
  EXPECT_TRUE(std::get<Broken>(cancelled).cancellation);
  EXPECT_FALSE(std::get<Broken>(wrong).cancellation);
  EXPECT_TRUE(holds(asked, 0.22216796875, Expect::textbook));
  EXPECT_FALSE(holds(asked, 0.22216796875, Expect::float64));
}

TEST(Judge, PassesOnASubjectsFailure) {
  const auto verdict = judged(thirds(), Failed{"crash"}, Expect::contract);
  ASSERT_TRUE(std::holds_alternative<SubjectFailed>(verdict));
  EXPECT_EQ(std::get<SubjectFailed>(verdict).detail, "crash");
  EXPECT_TRUE(
      std::holds_alternative<SubjectFailed>(judged(trial({}), Failed{"crash"}, Expect::float64)));
}

TEST(Judge, HasNothingToSayAboveTheLargestDouble) {
  for (const auto& answer :
       {Answer(HUGE_VAL), Answer(1.0), Answer(NoVariance{}), Answer(Failed{"overflow"})}) {
    for (const auto expect : kExpects) {
      EXPECT_TRUE(
          std::holds_alternative<Undefined>(judged(beyond_the_largest_double(), answer, expect)));
    }
  }
}

TEST(ErrorOf, IsTheDistanceFromTheExactVarianceToTheNearestDouble) {
  const exact::Fraction third{.numerator = 1, .denominator = 3};
  EXPECT_EQ(error_of(third, 1.0), 2.0 / 3);
  EXPECT_EQ(error_of(third, 0.0), 1.0 / 3);
  EXPECT_EQ(error_of(third, -1.0), 4.0 / 3);
  EXPECT_EQ(error_of({.numerator = 1, .denominator = 4}, 0.25), 0.0);
}

TEST(ErrorOf, IsInfiniteForWhatIsNotFinite) {
  const exact::Fraction zero;
  for (const double answer : {kNan, HUGE_VAL, -HUGE_VAL})
    EXPECT_EQ(error_of(zero, answer), HUGE_VAL);
}

}  // namespace
}  // namespace shardproof::law
