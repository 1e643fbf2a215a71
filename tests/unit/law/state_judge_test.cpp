#include "shardproof/law/state_judge.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "shardproof/law/plan_bounds.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::law {
namespace {

using data::PlanShape;
using data::Trial;
using data::trial;
using subject::Answer;
using subject::NoVariance;
using subject::Read;
using subject::Reads;

Trial planned(Trial trial, PlanShape shape, std::uint64_t word = 0) {
  trial.plan = {.shape = shape, .word = word};
  return trial;
}

Verdict judged(const Trial& trial, const Reads& reads, Expect expect = Expect::float64) {
  return judge(trial, reads_due(trial), reads, expect);
}

const Broken& broken(const Verdict& verdict) {
  return std::get<Broken>(verdict);
}

/// {0, 2}: count 2, mean 1, variance 1.
const Trial& pair() {
  static const Trial kPair = planned(trial({{0}, {2}}), PlanShape::left_fold);
  return kPair;
}

TEST(ReadsDue, AreWhatEachReadHasSeen) {
  const auto due = reads_due(planned(trial({{0}, {2}}), PlanShape::repeated_reads));
  ASSERT_EQ(due.size(), 4U);
  EXPECT_EQ(due[0].count, 1);
  EXPECT_TRUE(due[0].constant);
  EXPECT_EQ(due[3].count, 2);
  EXPECT_EQ(exact::nearest_double(*due[3].mean), 1.0);
  EXPECT_EQ(due[3].variance.answer, Answer(1.0));
}

TEST(StateJudge, HoldsWhereVarianceCountAndMeanAreRight) {
  const Reads right = {{.variance = 1.0, .count = Answer(2.0), .mean = Answer(1.0)}};
  for (const auto expect : {Expect::contract, Expect::exact, Expect::float64, Expect::textbook})
    EXPECT_TRUE(std::holds_alternative<Holds>(judged(pair(), right, expect)));
}

TEST(StateJudge, JudgesTheCountWhereTheVarianceIsRight) {
  const Verdict verdict = judged(pair(), {{.variance = 1.0, .count = Answer(4.0)}});
  EXPECT_EQ(broken(verdict).law, data::LawId::whole_state);
  EXPECT_EQ(broken(verdict).quantity, Quantity::count);
}

TEST(StateJudge, JudgesTheMeanWhereTheVarianceIsRight) {
  const Verdict verdict = judged(pair(), {{.variance = 1.0, .mean = Answer(0.0)}});
  EXPECT_EQ(broken(verdict).law, data::LawId::whole_state);
  EXPECT_EQ(broken(verdict).quantity, Quantity::mean);
}

TEST(StateJudge, NamesTheReadThatIsBroken) {
  const Trial asked = planned(trial({{0}, {2}}), PlanShape::operands);
  const Verdict verdict = judged(asked, {{.variance = 0.0}, {.variance = 3.0}, {.variance = 1.0}});
  EXPECT_EQ(broken(verdict).read, 1U);
  EXPECT_EQ(broken(verdict).law, data::LawId::constant_is_zero);
}

TEST(StateJudge, AsksForNoneWhereNothingWasSeen) {
  const Trial nothing = planned(trial({{}}), PlanShape::left_fold);
  EXPECT_TRUE(std::holds_alternative<Holds>(
      judged(nothing, {{.variance = NoVariance{}, .count = Answer(0.0), .mean = NoVariance{}}})));
  EXPECT_EQ(broken(judged(nothing, {{.variance = 0.0}})).law, data::LawId::none_iff_empty);
  EXPECT_EQ(broken(judged(pair(), {{.variance = NoVariance{}}})).law, data::LawId::none_iff_empty);
}

TEST(StateJudge, AllowsAStateTheBoundAndNoHalfUnitBeyondIt) {
  const double bound = float64_bounds(pair()).back().variance;
  EXPECT_TRUE(std::holds_alternative<Holds>(judged(pair(), {{.variance = 1 + bound / 2}})));
  EXPECT_EQ(broken(judged(pair(), {{.variance = 1 + 1e-12}})).law, data::LawId::oracle_agreement);
}

TEST(StateJudge, CallsWhatIsWithinTheBoundImpreciseUnderTheContract) {
  const double above = 1 + std::numeric_limits<double>::epsilon();
  EXPECT_TRUE(
      std::holds_alternative<Imprecise>(judged(pair(), {{.variance = above}}, Expect::contract)));
}

TEST(StateJudge, CallsAResidueOnEqualObservationsImprecise) {
  Trial constant = planned(trial({{3}, {3, 3}}), PlanShape::left_fold);
  EXPECT_TRUE(std::holds_alternative<Imprecise>(judged(constant, {{.variance = 1e-33}})));
  EXPECT_EQ(broken(judged(constant, {{.variance = 1.0}})).law, data::LawId::constant_is_zero);
}

TEST(StateJudge, TakesACountAbove53BitsAsTheNearestDouble) {
  const Trial asked = planned(trial({{0, 1, 2}}), PlanShape::doubling, 60);
  const double count = 3 * 0x1p60;
  EXPECT_TRUE(std::holds_alternative<Holds>(
      judged(asked, {{.variance = 2.0 / 3, .count = Answer(count)}})));
  EXPECT_EQ(broken(judged(asked, {{.variance = 2.0 / 3, .count = Answer(count * 2)}})).quantity,
            Quantity::count);
}

TEST(StateJudge, SaysThatAFailedReadFailed) {
  const Verdict verdict = judged(pair(), {{.variance = subject::Failed{"overflow"}}});
  EXPECT_EQ(std::get<SubjectFailed>(verdict).detail, "overflow");
}

}  // namespace
}  // namespace shardproof::law
