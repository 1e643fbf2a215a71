#include "shardproof/search/seed_case.hpp"

#include <string>

#include <gtest/gtest.h>

#include "shardproof/aggregate/summarise.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/oracle/population_variance.hpp"

namespace shardproof::search {
namespace {

using aggregate::Summary;
using exact::Integer;

const Integer kScales[] = {1, 2, 3, 7, 1000, 1'000'000, Integer(1) << 40, kLargestTrialScale};

std::vector<SeedFixture> fixtures_at(const Integer& scale) {
  return seed_fixtures(scale).value();
}

std::string problem_at(const Integer& scale) {
  const auto fixtures = seed_fixtures(scale);
  return fixtures ? "accepted" : to_text(fixtures.error());
}

Summary triple(int count, int sum, int sumsq) {
  return {.count = count, .sum = sum, .sumsq = sumsq};
}

SeedValue oracle_says(const data::Trial& trial) {
  const auto variance = oracle::population_variance(trial.dataset.observations);
  if (!variance) return subject::NoVariance{};
  return exact::round12(*variance).value();
}

TEST(SeedCase, IsThePublishedOne) {
  const auto& seed = seed_case();
  EXPECT_EQ(seed.id, "FA-99321");
  EXPECT_EQ(seed.number, "01");
  EXPECT_EQ(seed.title, "Worker variances omit between-worker spread");
  EXPECT_EQ(seed.domain, "Distributed training aggregation");
  EXPECT_EQ(seed.python, "3.12.14");
  EXPECT_EQ(seed.recorded_at, "2026-09-30T16:48:23.078722+00:00");
  EXPECT_EQ(seed.sha256, "898f1dd8f17ee02c57e6e7392a0c64fdd5a2be492a3cb4794076b88d0ca59fb9");
}

TEST(SeedCase, CarriesTheDigestsAndExitCodesOfBothPrograms) {
  const auto& programs = seed_case().programs;
  ASSERT_EQ(programs.size(), 2U);
  EXPECT_EQ(programs[0].sha256, "0624690b97f6c823a0f7ca71106e9651425762979aef416e3e29c937eb0d30bd");
  EXPECT_EQ(programs[1].sha256, "a0c3e7827307832b5e5638f3744ac0f1734f5483c73ce6b205e7bb4b50ca22ae");
  for (const auto& program : programs) EXPECT_EQ(program.exit_code, 1) << program.name;
}

TEST(SeedCase, CarriesItsMechanismAndTheRuleForEvaluations) {
  const auto& seed = seed_case();
  EXPECT_EQ(seed.evaluation_group, "FA-99321");
  for (const auto& prose : {seed.contract,
                            seed.root_cause,
                            seed.why_it_matters,
                            seed.scope,
                            seed.evaluation_rule,
                            seed.evaluation_standing,
                            seed.repair.withheld,
                            seed.repair.ours}) {
    EXPECT_FALSE(prose.empty());
  }
  for (const auto& program : seed.programs) EXPECT_FALSE(program.mechanism.empty());
}

TEST(SeedFixtures, AreThePublishedSixAtScaleOne) {
  const auto fixtures = fixtures_at(1);
  ASSERT_EQ(fixtures.size(), 6U);
  using Summaries = std::vector<Summary>;
  EXPECT_EQ(fixtures[0].label, "between-worker spread");
  EXPECT_EQ(fixtures[0].summaries, (Summaries{triple(1, 0, 0), triple(1, 2, 4)}));
  EXPECT_EQ(fixtures[1].label, "unequal workers with within variance");
  EXPECT_EQ(fixtures[1].summaries, (Summaries{triple(2, 2, 4), triple(1, 5, 25)}));
  EXPECT_EQ(fixtures[2].label, "one constant worker");
  EXPECT_EQ(fixtures[2].summaries, (Summaries{triple(1, 3, 9)}));
  EXPECT_EQ(fixtures[3].label, "empty");
  EXPECT_EQ(fixtures[3].summaries, Summaries{});
  EXPECT_EQ(fixtures[4].label, "zero observations");
  EXPECT_EQ(fixtures[4].summaries, (Summaries{triple(0, 0, 0)}));
  EXPECT_EQ(fixtures[5].label, "zero worker excluded");
  EXPECT_EQ(fixtures[5].summaries, (Summaries{triple(0, 99, 999), triple(1, 1, 1)}));
}

TEST(SeedFixtures, ExpectAnIntegerWhereTheCaseWroteOne) {
  const auto fixtures = fixtures_at(1);
  EXPECT_EQ(fixtures[0].expected, SeedValue(Integer(1)));
  EXPECT_EQ(fixtures[1].expected, SeedValue(4.222222222222));
  EXPECT_EQ(fixtures[2].expected, SeedValue(Integer(0)));
  EXPECT_EQ(fixtures[3].expected, SeedValue(subject::NoVariance{}));
  EXPECT_EQ(fixtures[4].expected, SeedValue(subject::NoVariance{}));
  EXPECT_EQ(fixtures[5].expected, SeedValue(Integer(0)));
  // 38 × 3² / 9 = 38, and the case rounds a quotient: a float.
  EXPECT_EQ(fixtures_at(3)[1].expected, SeedValue(38.0));
}

TEST(SeedFixtures, SummariesAreThoseOfTheRawObservations) {
  for (const auto& scale : kScales) {
    for (const auto& fixture : fixtures_at(scale)) {
      EXPECT_EQ(subject::question_of(fixture.trial.value()).summaries, fixture.summaries)
          << fixture.label << " at " << scale;
    }
  }
}

TEST(SeedFixtures, ExpectedIsWhatTheOracleSays) {
  for (const auto& scale : kScales) {
    for (const auto& fixture : fixtures_at(scale)) {
      EXPECT_TRUE(python_equal(fixture.expected, oracle_says(fixture.trial.value())))
          << fixture.label << " at " << scale;
    }
  }
}

TEST(SeedFixtures, HaveNoTrialsWhereAMultiplicityWouldPass64Bits) {
  const auto fixtures = fixtures_at(Integer(kLargestTrialScale) + 1);
  ASSERT_EQ(fixtures.size(), 6U);
  for (const auto& fixture : fixtures) EXPECT_FALSE(fixture.trial.has_value()) << fixture.label;
  EXPECT_EQ(fixtures[2].summaries[0].count, Integer(1) << 64);
}

TEST(SeedFixtures, EndWherePythonsFloatsDo) {
  // By Python 3.11, whose programs print at this scale and raise OverflowError at the next.
  EXPECT_EQ(
      exact::to_text(largest_seed_scale()),
      "268156158598851927105823426390087804099435730865515003991896161998161406036551660316544"
      "8654009485988334079185458518983326586351599076073201400316260935270");
  EXPECT_EQ(fixtures_at(largest_seed_scale())[1].expected, SeedValue(3.0361039611008e+307));
  const auto problem = problem_at(largest_seed_scale() + 1);
  EXPECT_NE(problem.find(exact::to_text(largest_seed_scale())), std::string::npos) << problem;
  EXPECT_EQ(problem_at(pow(Integer(10), 400)), problem);
}

TEST(SeedFixtures, StartAtScaleOne) {
  EXPECT_EQ(problem_at(0), "there is no fixture at N = 0 (the smallest scale is 1)");
  EXPECT_EQ(problem_at(-1), "there is no fixture at N = -1 (the smallest scale is 1)");
}

TEST(PythonEqual, ComparesIntegersAndFloatsByExactValue) {
  EXPECT_TRUE(python_equal(Integer(1), 1.0));
  EXPECT_TRUE(python_equal(0.0, Integer(0)));
  EXPECT_TRUE(python_equal(subject::NoVariance{}, subject::NoVariance{}));
  EXPECT_FALSE(python_equal(subject::NoVariance{}, Integer(0)));
  EXPECT_FALSE(python_equal(0.0, subject::NoVariance{}));
  EXPECT_FALSE(python_equal(0.5, Integer(1)));
  // 2^53 + 1 is no double: converting it first would make them equal.
  EXPECT_FALSE(python_equal(Integer(9007199254740993), 9007199254740992.0));
}

TEST(SeedValueText, IsPythons) {
  EXPECT_EQ(to_text(SeedValue(subject::NoVariance{})), "None");
  EXPECT_EQ(to_text(SeedValue(Integer(1))), "1");
  EXPECT_EQ(to_text(SeedValue(0.0)), "0.0");
  EXPECT_EQ(to_text(SeedValue(2.0 / 3)), "0.6666666666666666");
  EXPECT_EQ(to_text(SeedValue(1e22)), "1e+22");
}

}  // namespace
}  // namespace shardproof::search
