/// How functions and lambdas become subjects: what they are asked, and what their answers are taken for.
#include "shardproof/subject/callable.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include "unit/data/trials.hpp"

namespace shardproof::subject {
namespace {

using aggregate::DoubleTriple;
using aggregate::IntegerTriple;
using aggregate::Summary;

template <class F>
Answer said(F merge, const data::Trial& trial = data::trial({{0}, {2, 4}})) {
  const Question question = question_of(trial);
  return callable_subject("it", merge)->ask({&question, 1}).front();
}

template <class F>
Numbers asked(F merge) {
  return callable_subject("it", merge)->description().numbers;
}

double sum_of_squares(std::span<const DoubleTriple> workers) {
  double q = 0;
  for (const auto& worker : workers) q += worker.sumsq;
  return q;
}

TEST(CallableSubject, IsAMergeOfTheGivenName) {
  const auto subject = callable_subject("sum_of_squares", sum_of_squares);
  EXPECT_EQ(subject->description().name, "sum_of_squares");
  EXPECT_EQ(subject->description().kind, Kind::merge);
}

TEST(CallableSubject, AnswersWhatTheFunctionReturns) {
  EXPECT_EQ(said(sum_of_squares), Answer(20.0));  // 0 + (4 + 16)
}

TEST(CallableSubject, IsAskedWhatItsParametersHold) {
  EXPECT_EQ(asked([](std::span<const Summary>) { return 0.0; }), Numbers::any);
  EXPECT_EQ(asked([](std::span<const DoubleTriple>) { return 0.0; }), Numbers::float64);
  EXPECT_EQ(asked([](std::span<const IntegerTriple>) { return 0.0; }), Numbers::int64);
  EXPECT_EQ(asked([](const std::vector<std::array<double, 3>>&) { return 0.0; }), Numbers::float64);
  EXPECT_EQ(asked([](const std::vector<std::array<std::int64_t, 3>>&) { return 0.0; }),
            Numbers::int64);
}

TEST(CallableSubject, HandsTheSameTripleToEveryForm) {
  const auto second = [](const auto& workers) {
    return std::array{double(workers[1][0]), double(workers[1][1]), double(workers[1][2])};
  };
  std::array<double, 3> seen{};
  said(
      [&](const std::vector<std::array<double, 3>>& workers) { return seen = second(workers), 0; });
  EXPECT_EQ(seen, (std::array{2.0, 6.0, 20.0}));
  said([&](std::span<const std::array<std::int64_t, 3>> workers) {
    return seen = second(workers), 0;
  });
  EXPECT_EQ(seen, (std::array{2.0, 6.0, 20.0}));
  IntegerTriple integers;
  said([&](std::vector<IntegerTriple> workers) { return integers = workers[1], 0; });
  EXPECT_EQ(integers, (IntegerTriple{2, 6, 20}));
  Summary summary;
  said([&](const std::vector<Summary>& workers) { return summary = workers[1], 0; });
  EXPECT_EQ(summary, (Summary{.count = 2, .sum = 6, .sumsq = 20}));
}

TEST(CallableSubject, OfSeveralFormsIsAskedInTheWidest) {
  struct Both {
    double operator()(std::span<const IntegerTriple>) const { return 64; }

    double operator()(std::span<const Summary>) const { return 0; }
  };

  EXPECT_EQ(asked(Both{}), Numbers::any);
  EXPECT_EQ(said(Both{}), Answer(0.0));
}

TEST(CallableSubject, SaysNoneByAnEmptyOptional) {
  using Workers = std::span<const DoubleTriple>;
  EXPECT_EQ(said([](Workers) { return std::optional<double>(); }), Answer(NoVariance{}));
  EXPECT_EQ(said([](Workers) { return std::optional<float>(0.5F); }), Answer(0.5));
  EXPECT_EQ(said([](Workers) { return std::optional<int>(3); }), Answer(3.0));
}

TEST(CallableSubject, SaysNoneByNanOnlyWhereThereIsNoOtherWay) {
  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  using Workers = std::span<const DoubleTriple>;
  EXPECT_EQ(said([](Workers) { return kNan; }), Answer(NoVariance{}));
  const Answer answer = said([](Workers) { return std::optional(kNan); });
  EXPECT_TRUE(std::isnan(std::get<double>(answer)));
}

TEST(CallableSubject, ThatThrowsHasFailed) {
  const auto answer = said(
      [](std::span<const DoubleTriple>) -> double { throw std::runtime_error("no such worker"); });
  EXPECT_EQ(std::get<Failed>(answer).detail, "no such worker");
}

TEST(CallableSubject, OfWhatIsNoMergeDoesNotCompile) {
  EXPECT_TRUE((std::is_void_v<WorkerOf<double (*)(double)>>));
  EXPECT_TRUE((std::is_void_v<WorkerOf<std::string (*)(std::span<const DoubleTriple>)>>));
  EXPECT_TRUE((std::is_void_v<WorkerOf<double (*)(std::vector<DoubleTriple>&)>>));
}

}  // namespace
}  // namespace shardproof::subject
