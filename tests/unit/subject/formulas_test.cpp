/// One formula, several number types: what the algebra gives, and what Python's arithmetic made of it in the seed.
#include <gtest/gtest.h>

#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using exact::Integer;

/// The seed's six fixtures, in its order.
std::vector<std::vector<Summary>> seed_fixtures() {
  return {{{1, 0, 0}, {1, 2, 4}},
          {{2, 2, 4}, {1, 5, 25}},
          {{1, 3, 9}},
          {},
          {{0, 0, 0}},
          {{0, 99, 999}, {1, 1, 1}}};
}

std::vector<std::optional<double>> python_answers(std::string_view id) {
  std::vector<std::optional<double>> answers;
  for (const auto& fixture : seed_fixtures())
    answers.push_back(python_answer(*variant_named(id), fixture));
  return answers;
}

TEST(PythonAnswer, OfTheSeedsFailureIsWhatWasPublished) {
  EXPECT_EQ(python_answers("average-of-variances"),
            (std::vector<std::optional<double>>{0.0, 0.5, 0.0, {}, {}, 0.0}));
}

TEST(PythonAnswer, OfTheSeedsUnsuccessfulFixIsWhatWasPublished) {
  EXPECT_EQ(python_answers("count-weighted-average"),
            (std::vector<std::optional<double>>{0.0, 0.6666666666666666, 0.0, {}, {}, 0.0}));
}

TEST(PythonAnswer, IsNotRounded) {
  // 2/3 as it is, where the row's answer is the contract's 0.666666666667.
  const auto& row = *variant_named("count-weighted-average");
  EXPECT_EQ(python_answer(row, seed_fixtures()[1]), 2.0 / 3);
  EXPECT_EQ(answer(row.steps, seed_fixtures()[1]), Answer(0.666666666667));
}

TEST(Whole, DividesToTheNearestDouble) {
  // (2^53 + 1) / 3 = 3002399751580331 exactly; through doubles 2^53 / 3 is a third less.
  const Integer odd = (Integer(1) << 53) + 1;
  EXPECT_EQ(Whole{odd} / Whole{3}, 3002399751580331.0);
  EXPECT_NE(static_cast<double>(Whole{odd}) / 3, 3002399751580331.0);
}

TEST(Whole, AddsExactly) {
  const Integer wide = Integer(1) << 80;
  EXPECT_EQ((Whole{wide} + Whole{1}).value, wide + 1);
}

TEST(Whole, BecomesADoubleBesideADouble) {
  EXPECT_EQ(0.5 * Whole{3}, 1.5);
  EXPECT_EQ(3.0 / Whole{2}, 1.5);
}

TEST(TextbookFormula, IsTheSameInEveryTypeWhereNothingRounds) {
  // {0, 2} and {4, 2}: n = 4, Q = 24, S = 8: 6 − 4 = 2.
  const std::vector<Summary> summaries = {{2, 2, 4}, {2, 6, 20}};
  std::vector<Triple<exact::Rational>> rationals;
  std::vector<Triple<double>> doubles;
  std::vector<Triple<float>> floats;
  std::vector<Triple<Whole>> wholes;
  for (const auto& summary : summaries) {
    rationals.push_back(triple_of<exact::Rational>(summary));
    doubles.push_back(triple_of<double>(summary));
    floats.push_back(triple_of<float>(summary));
    wholes.push_back(triple_of<Whole>(summary));
  }
  const Formula formula = textbook_formula();
  EXPECT_EQ(formula.exact(rationals), 2);
  EXPECT_EQ(formula.float64(doubles), 2.0);
  EXPECT_EQ(formula.float32(floats), 2.0F);
  EXPECT_EQ(formula.python(wholes), 2.0);
}

TEST(Answers, FromMachineArithmeticAreRoundedLikeAnyOther) {
  // {0, 0, 1} in doubles: 0.2222222222222222 to 12 decimals.
  const auto asked = question_of(data::trial({{0, 0, 1}})).summaries;
  EXPECT_EQ(answer(variant_named("textbook-float64")->steps, asked), Answer(0.222222222222));
}

TEST(Answers, OfOtherRoundingsStillTieToEven) {
  // {0, 1/32}: 2^−12 = 0.000244140625, a tie of the 11th decimal. {0, 2} and {1, 1} in 64ths: 2^−13 = 0.0001220703125.
  const auto power_of_two = [](int exponent) { return exact::Dyadic(1, exponent); };
  const std::vector<Summary> eleventh = {{2, power_of_two(-5), power_of_two(-10)}};
  const std::vector<Summary> twelfth = {{4, power_of_two(-4), exact::Dyadic(6, -12)}};
  EXPECT_EQ(answer(variant_named("eleven-decimals")->steps, eleventh), Answer(0.00024414062));
  EXPECT_EQ(answer(variant_named("fraction-rounded-first")->steps, twelfth),
            Answer(0.000122070312));
}

TEST(Answers, AboveTheLargestDoubleAreInfinite) {
  // {0, 2^600} exactly: 2^1198.
  const Integer wide = Integer(1) << 600;
  const std::vector<Summary> summaries = {{1, 0, 0}, {1, wide, Integer(wide * wide)}};
  EXPECT_EQ(answer(variant_named("one-fraction")->steps, summaries), Answer(HUGE_VAL));
}

TEST(Unrounded, IsTheFormulasValueBeforeTheRounding) {
  // Variances 2/9 and 0, so 1/9: no double, let alone one of 12 decimals.
  const auto asked = question_of(data::trial({{0, 0, 1}, {4}})).summaries;
  const auto& steps = variant_named("average-of-variances")->steps;
  EXPECT_EQ(unrounded(steps, asked, Arithmetic::exact), exact::Rational(1, 9));
}

TEST(Unrounded, InDoubleShowsWhatTheMachineDoes) {
  const auto asked = question_of(data::trial({{1000000, 1000000, 1000001}})).summaries;
  const auto& steps = variant_named("textbook-float64")->steps;
  EXPECT_EQ(unrounded(steps, asked, Arithmetic::exact), exact::Rational(2, 9));
  EXPECT_NE(unrounded(steps, asked, Arithmetic::float64), exact::Rational(2, 9));
}

TEST(Unrounded, IsNoneWhereNoFormulaIsAsked) {
  const auto& steps = variant_named("average-of-variances")->steps;
  EXPECT_EQ(unrounded(steps, {}, Arithmetic::exact), std::nullopt);
  const auto asked = question_of(data::trial({{0, 1}})).summaries;
  EXPECT_EQ(unrounded(variant_named("sample-variance")->steps, asked, Arithmetic::float64),
            std::nullopt);
}

}  // namespace
}  // namespace shardproof::subject
