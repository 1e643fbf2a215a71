#include "shardproof/subject/reference.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "shardproof/merge.hpp"
#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using exact::Dyadic;
using exact::Integer;

Answer answer_of(const Subject& subject, const std::vector<Summary>& summaries) {
  const Question question{.trial = nullptr, .summaries = summaries};
  return subject.ask({&question, 1}).front();
}

Dyadic number(double value) {
  return *Dyadic::from_double(value);
}

/// A question for each kernel, the narrowest that holds it, with the answer by hand.
struct Asked {
  Numbers narrowest;
  std::vector<Summary> summaries;
  double answer;
};

std::vector<Asked> questions() {
  const Integer wide = Integer(1) << 70;
  const Integer half = Integer(1) << 40;
  const Integer odd = half + 1;
  return {
      // {0, 2} and {5}: 38/9.
      {Numbers::int64, {{2, 2, 4}, {0, 99, 999}, {1, 5, 25}}, 4.222222222222},
      // {1/2} and {1}: (1/4)² = 1/16.
      {Numbers::float64, {{1, number(0.5), number(0.25)}, {1, 1, 1}}, 0.0625},
      // {2^70, 2^70 + 2}: the deviation is 1. The square of 2^70 + 2 has more than 53 bits.
      {Numbers::any, {{1, wide, wide * wide}, {1, wide + 2, Integer((wide + 2) * (wide + 2))}}, 1},
      // {2^40 + 1, 2^40 + 3}: the sums are doubles, their squares are not.
      {Numbers::any, {{1, odd, odd * odd}, {1, odd + 2, Integer((odd + 2) * (odd + 2))}}, 1},
      // Counts beyond 64 bits, as many zeros as ones: 1/4.
      {Numbers::any, {{half * half, 0, 0}, {half * half, half * half, half * half}}, 0.25},
  };
}

TEST(Reference, IsCalledThatAndIsAskedAnything) {
  EXPECT_EQ(reference()->description().name, "reference");
  EXPECT_EQ(reference()->description().numbers, Numbers::any);
}

TEST(Reference, AnswersThroughEachOfItsKernels) {
  for (const auto& asked : questions()) {
    const Question question{.trial = nullptr, .summaries = asked.summaries};
    EXPECT_TRUE(holds(asked.narrowest, question));
    EXPECT_EQ(holds(Numbers::int64, question), asked.narrowest == Numbers::int64);
    EXPECT_EQ(answer_of(*reference(), asked.summaries), Answer(asked.answer));
  }
}

TEST(Reference, AgreesWithTheExactKernelWhicheverItTakes) {
  for (const auto& asked : questions()) {
    const auto merged = aggregate::variance(std::span<const Summary>(asked.summaries)).value();
    EXPECT_EQ(answer_of(*reference(), asked.summaries), Answer(*merged));
  }
}

TEST(Reference, AnswersNoneForNoObservations) {
  EXPECT_EQ(answer_of(*reference(), {}), Answer(NoVariance{}));
  EXPECT_EQ(answer_of(*reference(), {{0, 99, 999}}), Answer(NoVariance{}));
  EXPECT_EQ(answer_of(*reference(), {{0, number(0.5), 1}}), Answer(NoVariance{}));
}

TEST(Reference, FailsWhereTheMergeRefuses) {
  // No data have sum 0 and a negative sum of squares.
  const auto refused = answer_of(*reference(), {{1, 1, 1}, {1, 0, -1}});
  ASSERT_TRUE(std::holds_alternative<Failed>(refused));
  EXPECT_TRUE(std::get<Failed>(refused).detail.starts_with("worker 1: ")) << to_text(refused);
}

TEST(Reference, FailsAboveTheLargestDouble) {
  // {0, 2^600}: 2^1198.
  const Integer wide = Integer(1) << 600;
  EXPECT_TRUE(std::holds_alternative<Failed>(
      answer_of(*reference(), {{1, 0, 0}, {1, wide, Integer(wide * wide)}})));
}

TEST(DefaultSteps, AreTheReference) {
  for (const auto& asked : questions()) {
    EXPECT_EQ(answer(Steps{}, asked.summaries), answer_of(*reference(), asked.summaries));
  }
  EXPECT_EQ(answer(Steps{}, {}), Answer(NoVariance{}));
}

}  // namespace
}  // namespace shardproof::subject
