#include "shardproof/diagnosis/explanation.hpp"

#include <gtest/gtest.h>

#include "shardproof/exact/round12.hpp"
#include "trials.hpp"

namespace shardproof::diagnosis {
namespace {

/// Trials with the answers that the first expression of that name gives.
class Witnesses {
 public:
  Witnesses(const std::string& name, std::vector<data::Trial> trials) : trials_(std::move(trials)) {
    for (const auto& expression : expressions()) {
      if (to_text(expression) == name) expression_ = expression;
    }
  }

  std::vector<Evidence> evidence() const {
    std::vector<Evidence> evidence;
    for (const auto& trial : trials_) {
      const auto value = ExpressionValues(workers_of(trial)).of(expression_).value();
      evidence.push_back({.trial = &trial, .says = exact::round12(value).value(), .noise = {}});
    }
    return evidence;
  }

 private:
  std::vector<data::Trial> trials_;
  Expression expression_;
};

/// Counts and means are unequal, one worker is empty and the sum of another is 0.
std::vector<data::Trial> telling() {
  return {trial_of_parts({{0, 2, 7}, {5, 9}, {-3, 3}, {}, {1, 1, 1, 4}}),
          trial_of_parts({{3, 3, 8, 1}, {2, -2}, {}, {11, 5, 6}}),
          trial_of_parts({{-4, 9, 2, 2}, {}, {13, 1, 8}, {-1, 0, 1}, {0, 3}})};
}

TEST(Explanation, OfTellingTrialsIsTheExpression) {
  const Witnesses within("the spread within the workers alone", telling());
  const auto found = explain(within.evidence());
  ASSERT_EQ(found.expressions.size(), 1U);
  EXPECT_TRUE(found.is_certain);
  EXPECT_EQ(to_text(found.expressions[0]), "the spread within the workers alone");
}

TEST(Explanation, OfOneTrialThatDoesNotTellListsAllThatFit) {
  // Equal counts: weighting by them changes nothing.
  const Witnesses within("the spread within the workers alone", {trial_of_parts({{0, 4}, {5, 9}})});
  const auto found = explain(within.evidence());
  EXPECT_FALSE(found.is_certain);
  EXPECT_GT(found.expressions.size(), 1U);
}

TEST(Explanation, OfFewerThanThreeTellingTrialsIsNotCertain) {
  const Witnesses within("the spread within the workers alone", {telling()[0], telling()[1]});
  EXPECT_FALSE(explain(within.evidence()).is_certain);
}

TEST(Explanation, OfNoEvidenceIsNothing) {
  EXPECT_TRUE(explain({}).expressions.empty());
}

TEST(Explanation, IsNothingIfOneTrialIsLeftUnexplained) {
  const Witnesses within("the spread within the workers alone", telling());
  auto evidence = within.evidence();
  evidence.back().says = 42.0;
  EXPECT_TRUE(explain(evidence).expressions.empty());
}

TEST(Evidence, IsAWrongAnswerToObservationsThatAreThere) {
  EXPECT_TRUE(is_evidence(trial_of_parts({{0}, {1}}), 0.0, {}));
  EXPECT_FALSE(is_evidence(trial_of_parts({{0}, {1}}), 0.25, {}));
  EXPECT_FALSE(is_evidence(trial_of_parts({{}, {}}), 0.0, {}));
}

}  // namespace
}  // namespace shardproof::diagnosis
