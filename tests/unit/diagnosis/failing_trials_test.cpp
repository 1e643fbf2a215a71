#include "shardproof/diagnosis/failing_trials.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "shardproof/law/laws.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/small_scope.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "trials.hpp"

namespace shardproof::diagnosis {
namespace {

std::vector<data::Trial> of_row(std::string_view id, const FailingOptions& options = {}) {
  return failing_trials(*subject_of(*subject::variant_named(id)), options);
}

TEST(FailingTrials, AreOfTheFirstRungThatFails) {
  const auto trials = of_row("average-of-variances");
  EXPECT_EQ(trials.size(), FailingOptions{}.most);
  EXPECT_TRUE(std::ranges::all_of(trials, search::is_small));
  EXPECT_EQ(trials.front(), trial_of_parts({{0}, {1}}));
}

TEST(FailingTrials, OfAMergeThatOverflowsAreOnTheCountsRung) {
  const auto trials = of_row("int32-count-product", {.most = 3});
  ASSERT_EQ(trials.size(), 3U);
  EXPECT_TRUE(std::ranges::none_of(trials, search::is_small));
}

TEST(FailingTrials, DoFail) {
  const auto subject = subject_of(*subject::variant_named("unweighted-means"));
  for (const auto& trial : failing_trials(*subject)) {
    const auto verdict = law::verdict_on(*subject, trial, law::Expect::contract);
    EXPECT_TRUE(std::holds_alternative<law::Broken>(verdict));
  }
}

TEST(FailingTrials, OfARightFormulaThatRoundsOtherwiseAreImprecise) {
  const auto subject = subject_of(*subject::variant_named("rounds-half-up"));
  const auto trials = failing_trials(*subject);
  ASSERT_FALSE(trials.empty());
  const auto verdict = law::verdict_on(*subject, trials.front(), law::Expect::contract);
  EXPECT_TRUE(std::holds_alternative<law::Imprecise>(verdict));
}

TEST(FailingTrials, OfTheReferenceAreNone) {
  EXPECT_TRUE(failing_trials(*subject::reference(), {.trials = 200}).empty());
}

}  // namespace
}  // namespace shardproof::diagnosis
