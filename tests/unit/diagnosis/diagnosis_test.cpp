#include "shardproof/diagnosis/diagnosis.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "shardproof/diagnosis/failing_trials.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "trials.hpp"

namespace shardproof::diagnosis {
namespace {

using subject::Answer;
using subject::Subject;
using Triples = std::vector<Triple>;

Diagnosis diagnosis_of(const Subject& subject) {
  return diagnose(subject, failing_trials(subject));
}

std::vector<std::string_view> names(const Diagnosis& diagnosis) {
  std::vector<std::string_view> ids;
  if (const auto* named = std::get_if<Named>(&diagnosis.cause)) {
    for (const auto* row : named->rows) ids.push_back(row->id);
  }
  return ids;
}

std::string expression_in(const Diagnosis& diagnosis) {
  const auto* decomposed = std::get_if<Decomposed>(&diagnosis.cause);
  if (decomposed == nullptr) return "none";
  std::string text;
  for (const auto& expression : decomposed->explanation.expressions) text += to_text(expression);
  return decomposed->explanation.is_certain ? text : "perhaps " + text;
}

double variance_of(const Triples& all) {
  Triple total{0, 0, 0};
  for (const auto& t : all)
    total = {total.count + t.count, total.sum + t.sum, total.sumsq + t.sumsq};
  return total.variance();
}

double sum_of_variances(const Triples& all) {
  return std::accumulate(
      all.begin(), all.end(), 0.0, [](double sum, const Triple& t) { return sum + t.variance(); });
}

TEST(Diagnosis, NamesAStrangersMechanismThoughItsDoublesDiffer) {
  // Not as the row computes it: the running average of what came so far.
  const auto subject = stranger([](const Triples& all) {
    double average = 0;
    double seen = 0;
    for (const auto& t : all) average += (t.variance() - average) / ++seen;
    return average;
  });
  const auto diagnosis = diagnosis_of(*subject);
  EXPECT_EQ(names(diagnosis), std::vector<std::string_view>{"average-of-variances"});
  EXPECT_EQ(diagnosis.closeness, Closeness::doubles);
}

TEST(Diagnosis, OfTheReferenceIsNotReproduced) {
  const auto diagnosis = diagnosis_of(*subject::reference());
  EXPECT_TRUE(std::holds_alternative<LikeReference>(diagnosis.cause));
  EXPECT_EQ(diagnosis.closeness, Closeness::same);
  EXPECT_EQ(diagnosis.failing, 0U);
}

TEST(Diagnosis, OfTheRightFormulaInOtherDoublesIsLostDigits) {
  const auto subject = stranger([](const Triples& all) {
    Triple total{0, 0, 0};
    for (const auto& t : all)
      total = {total.count + t.count, total.sum + t.sum, total.sumsq + t.sumsq};
    return (total.sumsq - total.sum * total.sum / total.count) / total.count;
  });
  const auto failing = failing_trials(*subject, {.expect = law::Expect::float64});
  ASSERT_FALSE(failing.empty());
  const auto diagnosis = diagnose(*subject, failing);
  const auto* like = std::get_if<LikeReference>(&diagnosis.cause);
  ASSERT_NE(like, nullptr) << diagnosis.cause.index();
  EXPECT_TRUE(like->cancellation);
}

TEST(Diagnosis, DecomposesWhatNoRowDoes) {
  const auto subject = stranger([](const Triples& all) { return 2 * variance_of(all); });
  EXPECT_EQ(expression_in(diagnosis_of(*subject)), "twice the variance");
}

TEST(Diagnosis, DecomposesTwoFaultsAtOnce) {
  subject::Steps both = subject::variant_named("sum-of-variances")->steps;
  both.admit = subject::variant_named("last-worker-dropped")->steps.admit;
  const auto subject = subject::merge_subject(
      "both", subject::Numbers::any, [both](std::span<const aggregate::Summary> summaries) {
        return answer(both, summaries);
      });
  EXPECT_EQ(expression_in(diagnosis_of(*subject)),
            "the sum of the workers' variances, the last worker left out");
}

TEST(Diagnosis, OfAnAnswerFromNowhereIsUnknown) {
  const auto subject = stranger([](const Triples& all) { return variance_of(all) + 42; });
  EXPECT_TRUE(std::holds_alternative<Unknown>(diagnosis_of(*subject).cause));
}

TEST(Diagnosis, OfAMechanismThatWorksNowAndThenIsUnknown) {
  const auto subject = stranger([](const Triples& all) {
    return all.front().count == 1 ? sum_of_variances(all) : 2 * variance_of(all);
  });
  EXPECT_TRUE(std::holds_alternative<Unknown>(diagnosis_of(*subject).cause));
}

TEST(Diagnosis, NamesNobodyForAFaultThatOnlyTheProbesShow) {
  // On the failing trials it is average-of-variances; with three workers or more it adds.
  const auto subject = stranger([](const Triples& all) {
    const double sum = sum_of_variances(all);
    return all.size() > 2 ? sum : sum / static_cast<double>(all.size());
  });
  const std::vector failing = {trial_of_parts({{0}, {1}}), trial_of_parts({{0, 2}, {5}})};
  EXPECT_TRUE(names(diagnose(*subject, failing)).empty());
}

TEST(Diagnosis, ShowsTheFirstFailingTrialsInNumbers) {
  const auto* row = subject::variant_named("average-of-variances");
  const auto diagnosis = diagnose(*subject_of(*row), std::vector{trial_of_parts({{0}, {1}})});
  ASSERT_EQ(diagnosis.specimens.size(), 1U);
  EXPECT_EQ(diagnosis.specimens[0].variance, exact::Rational(1, 4));
  EXPECT_EQ(diagnosis.specimens[0].says, Answer(0.0));
}

}  // namespace
}  // namespace shardproof::diagnosis
