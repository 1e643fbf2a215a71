#include "shardproof/subject/subject.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include "unit/data/trials.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using data::part;
using data::stray_part;
using data::trial;
using data::trial_of;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<Answer> ask(const Subject& subject, const std::vector<data::Trial>& trials) {
  std::vector<Question> questions;
  for (const auto& asked : trials) questions.push_back(question_of(asked));
  return subject.ask(questions);
}

TEST(Same, TakesNanForNan) {
  EXPECT_TRUE(same(kNan, -kNan));
  EXPECT_FALSE(same(kNan, 0.0));
  EXPECT_FALSE(same(0.0, kNan));
}

TEST(Same, KnowsOneZero) {
  EXPECT_TRUE(same(0.0, -0.0));
}

TEST(Same, TellsNeighbouringDoublesApart) {
  EXPECT_TRUE(same(1.0, 1.0));
  EXPECT_FALSE(same(1.0, std::nextafter(1.0, 2.0)));
  EXPECT_FALSE(same(HUGE_VAL, -HUGE_VAL));
  EXPECT_TRUE(same(HUGE_VAL, HUGE_VAL));
}

TEST(Same, TellsNoneFromZeroAndFromAFailure) {
  EXPECT_TRUE(same(NoVariance{}, NoVariance{}));
  EXPECT_FALSE(same(NoVariance{}, 0.0));
  EXPECT_FALSE(same(0.0, NoVariance{}));
  EXPECT_FALSE(same(NoVariance{}, Failed{}));
  EXPECT_FALSE(same(kNan, Failed{}));
}

TEST(Same, ComparesFailuresByTheirDetail) {
  EXPECT_TRUE(same(Failed{"crash"}, Failed{"crash"}));
  EXPECT_FALSE(same(Failed{"crash"}, Failed{"hang"}));
}

TEST(AnswerText, IsNoneTheShortestNumberOrTheFailure) {
  EXPECT_EQ(to_text(Answer(NoVariance{})), "none");
  EXPECT_EQ(to_text(Answer(0.1)), "0.1");
  EXPECT_EQ(to_text(Answer(kNan)), "NaN");
  EXPECT_EQ(to_text(Answer(-HUGE_VAL)), "-Infinity");
  EXPECT_EQ(to_text(Answer(Failed{"crash"})), "failed: crash");
}

TEST(QuestionOf, IsASummaryAPart) {
  const auto asked = trial({{1, -2, 3}, {5}});
  const auto question = question_of(asked);
  EXPECT_EQ(question.trial, &asked);
  EXPECT_EQ(question.summaries, (std::vector<Summary>{{3, 2, 14}, {1, 5, 25}}));
}

TEST(QuestionOf, CountsMultiplicities) {
  const auto asked = trial_of({data::PartValues{.observations = {{.value = 3, .times = 4}}}});
  EXPECT_EQ(question_of(asked).summaries, (std::vector<Summary>{{4, 12, 36}}));
}

TEST(QuestionOf, PutsStraySumsInPlaceOfZerosWhereAPartIsEmpty) {
  const auto asked = trial_of({stray_part(99, 999), part({}), part({1})});
  EXPECT_EQ(question_of(asked).summaries,
            (std::vector<Summary>{{0, 99, 999}, {0, 0, 0}, {1, 1, 1}}));
}

TEST(QuestionOf, NoPartsHasNoSummaries) {
  const data::Trial nothing;
  EXPECT_TRUE(question_of(nothing).summaries.empty());
}

TEST(MergeSubject, IsHandedTheSummariesAndNothingElse) {
  const auto subject = merge_subject("sum", Numbers::any, [](std::span<const Summary> summaries) {
    double sum = 0;
    for (const auto& summary : summaries) sum += summary.sum.as_double().value();
    return Answer(sum);
  });
  EXPECT_EQ(ask(*subject, {trial({{1}, {2, 3}}), trial({})}), (std::vector<Answer>{6.0, 0.0}));
}

TEST(MergeSubject, AnswersInTheOrderOfTheQuestions) {
  const auto subject =
      merge_subject("workers", Numbers::any, [](std::span<const Summary> summaries) {
        return Answer(static_cast<double>(summaries.size()));
      });
  EXPECT_EQ(ask(*subject, {trial({{1}, {1}}), trial({}), trial({{1}})}),
            (std::vector<Answer>{2.0, 0.0, 1.0}));
  EXPECT_TRUE(ask(*subject, {}).empty());
}

TEST(MergeSubject, TakesAnExceptionForAFailedAnswer) {
  const auto subject =
      merge_subject("throws", Numbers::any, [](std::span<const Summary> summaries) {
        if (summaries.empty()) throw std::runtime_error("no workers");
        return Answer(1.0);
      });
  EXPECT_EQ(ask(*subject, {trial({}), trial({{1}})}),
            (std::vector<Answer>{Failed{"no workers"}, 1.0}));
}

TEST(MergeSubject, DescribesItself) {
  const auto subject =
      merge_subject("mine", Numbers::int64, [](std::span<const Summary>) { return Answer(0.0); });
  EXPECT_EQ(subject->description().name, "mine");
  EXPECT_EQ(subject->description().kind, Kind::merge);
  EXPECT_EQ(subject->description().numbers, Numbers::int64);
}

}  // namespace
}  // namespace shardproof::subject
