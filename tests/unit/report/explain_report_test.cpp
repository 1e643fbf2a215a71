#include "shardproof/report/explain_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "records.hpp"
#include "shardproof/diagnosis/decomposition.hpp"
#include "shardproof/search/replay.hpp"

namespace shardproof::report {
namespace {

using diagnosis::decompose;
using exact::Rational;
using testing::HasSubstr;
using testing::Not;

std::string explained(const std::string& variant, const data::Trial& trial) {
  const auto subject = search::subject_named(variant).value();
  return explain_text(
      {.subject = variant, .trial = trial, .verdict = "", .oracle_says = "", .subject_says = {}},
      *subject);
}

// By hand: [0, 2] has mean 1 and variance 1, [5] has 5 and 0; the mean is 7/3.
// within = 2/3 · 1; between = 2/3 · (4/3)² + 1/3 · (8/3)² = 32/27 + 64/27 = 32/9; total = 38/9.
TEST(Decomposition, IsTheLawOfTotalVariance) {
  const auto parts = decompose(records::trial_of_parts({{0, 2}, {5}, {}})).value();
  EXPECT_EQ(parts.mean, Rational(7, 3));
  EXPECT_EQ(parts.within, Rational(2, 3));
  EXPECT_EQ(parts.between, Rational(32, 9));
  EXPECT_EQ(parts.total, Rational(38, 9));
  EXPECT_FALSE(parts.workers[2].mean.has_value());
}

TEST(Decomposition, OfNoObservationsIsNone) {
  EXPECT_FALSE(decompose(records::trial_of_parts({{}, {}})).has_value());
}

TEST(Explain, NamesTheMissingTermOnlyWhereItIsExactlyThat) {
  // Counts 2 and 1: the weighted mean of the variances 1 and 0 is the within term, the plain mean is not.
  const auto trial = records::trial_of_parts({{0, 2}, {5}});
  EXPECT_THAT(
      explained("count-weighted-average", trial),
      HasSubstr(
          "missing        the between-worker term, 32/9: the subject says exactly the within"));
  const auto plain = explained("average-of-variances", trial);
  EXPECT_THAT(plain, Not(HasSubstr("between-worker term, 32/9")));
  EXPECT_THAT(plain, HasSubstr("that is        exactly the plain mean of the workers' variances"));
}

TEST(Explain, KnowsTheSampleVariance) {
  EXPECT_THAT(explained("sample-variance", records::trial_of_parts({{0, 2}, {5}})),
              HasSubstr("exactly the sample variance, n/(n − 1) times the right one"));
}

TEST(Explain, SaysThatAFormulaIsRightAndItsMachineIsNot) {
  const auto text =
      explained("textbook-float64", records::trial_of_parts({{1000000, 1000000, 1000001}}));
  EXPECT_THAT(text, HasSubstr("in exact       2/9: the formula is right"));
  EXPECT_THAT(text, HasSubstr("in doubles     455/2048"));
}

TEST(Explain, OfATrialThatHoldsSaysSo) {
  const auto text = explained("average-of-variances", records::trial_of_parts({{0, 2}}));
  EXPECT_THAT(text, HasSubstr("holds now: stale"));
  EXPECT_THAT(text, Not(HasSubstr("missing")));
}

TEST(RoundedTriples, AreRightByLuckWrongAndImpossible) {
  const auto text = rounded_triples_text();
  EXPECT_THAT(text, HasSubstr("merge says     0.0\n"));
  EXPECT_THAT(text, HasSubstr("merge says     0.000215322189\n"));
  EXPECT_THAT(text, HasSubstr("merge says     refused: "));
}

}  // namespace
}  // namespace shardproof::report
