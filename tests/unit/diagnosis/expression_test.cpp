#include "shardproof/diagnosis/expression.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "trials.hpp"

namespace shardproof::diagnosis {
namespace {

using exact::Rational;

Rational value_of(const std::string& name, const data::Trial& trial) {
  for (const auto& expression : expressions()) {
    if (to_text(expression) == name)
      return ExpressionValues(workers_of(trial)).of(expression).value();
  }
  ADD_FAILURE() << "there is no expression \"" << name << '"';
  return 0;
}

TEST(Expressions, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const auto& expression : expressions())
    EXPECT_TRUE(names.insert(to_text(expression)).second) << to_text(expression);
}

TEST(Expressions, DoNotHaveTheRightOneAmongThem) {
  for (const auto& expression : expressions()) EXPECT_NE(to_text(expression), "the variance");
}

// By hand: [0, 2] has n 2, mean 1, variance 1; [5] has 1, 5, 0; [] is empty. n = 3, W = 2, mean 7/3, E[x²] = 29/3.
// within 2/3, between 2/3 · (4/3)² + 1/3 · (8/3)² = 32/9, total 38/9.
TEST(Expressions, OfTwoWorkersAreWhatTheirNamesSay) {
  const auto trial = trial_of_parts({{0, 2}, {5}, {}});
  const std::map<std::string, Rational> by_hand = {
      {"the spread within the workers alone", {2, 3}},
      {"the spread between the workers alone", {32, 9}},
      {"the plain mean of the workers' variances", {1, 2}},
      {"the sum of the workers' variances", 1},
      {"the variance of the workers' means, each counting the same", 4},
      {"the sample variance of the workers' means", 8},
      {"the mean square", {29, 3}},
      {"the mean square less the squared mean of the workers' means", {2, 3}},
      {"the sample variance", {19, 3}},
      {"(n − 1)/n of the variance", {76, 27}},
      {"the plain mean of the workers' own sample variances", 1},
      {"the pooled variance, n − W degrees of freedom", 2},
      {"the sum of squared deviations", {38, 3}},
      {"Q/W − (S/W)², W the number of workers", {9, 4}},
      {"the mean square less the mean", {22, 3}},
      {"Q/n − S²/n", {-20, 3}},
      {"the largest of the workers' variances", 1},
      {"the variance, the first worker left out", 0},
      {"the variance, the last worker left out", {38, 9}},
      {"the variance, the first worker alone", 1},
      // 0, 2, 5, 0, 2: mean 9/5, E[x²] 33/5.
      {"the variance, the first worker counted twice", {84, 25}},
      // 0, 2, 5, 0: mean 7/4, E[x²] 29/4.
      {"the variance, each empty worker counted as one observation of 0", {67, 16}},
  };
  for (const auto& [name, value] : by_hand) EXPECT_EQ(value_of(name, trial), value) << name;
}

TEST(Expressions, HaveNoValueWhereNobodyTakesPart) {
  const ExpressionValues values(workers_of(trial_of_parts({{}, {}})));
  EXPECT_FALSE(values.of(expressions_of_everyone().front()).has_value());
}

}  // namespace
}  // namespace shardproof::diagnosis
