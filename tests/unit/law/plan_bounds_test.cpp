#include "shardproof/law/plan_bounds.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/aggregate/textbook_state.hpp"
#include "shardproof/data/plan_steps.hpp"
#include "shardproof/law/judge.hpp"
#include "shardproof/oracle/population_variance.hpp"
#include "shardproof/subject/state.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::law {
namespace {

using data::PlanShape;
using data::Trial;

constexpr double kU = 0x1p-53;

data::PartValues doubles(std::initializer_list<double> values) {
  data::PartValues part;
  for (const double value : values)
    part.observations.push_back({.value = *exact::Dyadic::from_double(value)});
  return part;
}

Trial planned(std::initializer_list<data::PartValues> parts,
              PlanShape shape,
              std::uint64_t word = 0) {
  return data::trial_of(parts, {.shape = shape, .word = word});
}

Trial folded(std::initializer_list<data::PartValues> parts) {
  return planned(parts, PlanShape::left_fold);
}

ReadBounds last_bounds(const Trial& trial) {
  return float64_bounds(trial).back();
}

/// Whether `bound` is `first_order` and what comes of higher orders and of rounding up.
void expect_just_above(double bound, double first_order) {
  EXPECT_GE(bound, first_order);
  EXPECT_LE(bound, first_order * (1 + 1e-12));
}

/// How many bounds the variance is off that a state of type S reads last.
template <class S>
double error_in_bounds(const Trial& trial) {
  const auto subject = subject::state_subject<S>("");
  const auto question = subject::question_for(subject::Kind::aggregate, trial);
  const auto answer = subject->ask({&question, 1}).front();
  const auto exact = oracle::population_variance(data::seen_by_last_read(trial));
  return error_of(*exact, std::get<double>(answer)) / last_bounds(trial).variance;
}

TEST(PlanBounds, OfNothingAreZero) {
  const auto bounds = last_bounds(folded({data::part({}), data::part({})}));
  EXPECT_EQ(bounds.variance, 0);
  EXPECT_EQ(bounds.mean, 0);
  EXPECT_EQ(bounds.textbook_variance, 0);
}

TEST(PlanBounds, OfOneObservationAllowItsMeanOneRoundingAndItsVarianceNone) {
  const auto bounds = last_bounds(folded({data::part({5})}));
  expect_just_above(bounds.mean, 5 * kU);
  EXPECT_LT(bounds.variance, 1e-320);
  expect_just_above(bounds.textbook_variance, (25 + 2 * 25 + 2 * 5 * 5 + 25) * kU);
}

TEST(PlanBounds, OfTwoObservationsByHand) {
  // −1, then 7: |δ| = 8, W = (1 + 7)/2 = 4, local = 4 + max(2·8/2, 2·4) = 12 and e_mean = 12.
  // e_δ = 3·(1 + 7) = 24, w = 1/2, M2 = 32: e_M2 = w·2·8·24 + 6·w·64 + 32 = 416. All in units of u.
  const auto bounds = last_bounds(folded({data::part({-1, 7})}));
  expect_just_above(bounds.mean, (12 + 3) * kU);            // and the mean, 3, once more
  expect_just_above(bounds.variance, (416 / 2 + 16) * kU);  // and the variance, 16
}

TEST(PlanBounds, OfAMergeByHand) {
  // −1 | 7: s = 1/2, local = 4 + max(3·8/2, 2·4) = 16. e_δ = 1 + 7 = 8:
  // e_M2 = w·2·8·8 + 6·w·64 + 2·32 + 1·8·16 = 448.
  const auto bounds = last_bounds(folded({data::part({-1}), data::part({7})}));
  expect_just_above(bounds.mean, (16 + 3) * kU);
  expect_just_above(bounds.variance, (448 / 2 + 16) * kU);
}

TEST(PlanBounds, OfARetractionByHand) {
  // 1 | 3: |δ| = 2, W = 2, s = 1/2, local = 2 + max(3·2/2, 2·2) = 6 = e_mean; e_δ = 1 + 3 = 4, M2 = 2:
  // e_M2 = w·2·2·4 + 6·w·4 + 2·2 + 1·2·6 = 36. Then 3 goes, |x − mean| = 1, and 1 is left: e_mean = 2·6 + 3·1 + 2·(1 + 3) = 23,
  // e_δ = 23 + 3·(3 + 1) = 35, e_M2 = 36 + w·2·2·35 + 6·w·4 = 118.
  const auto bounds =
      last_bounds(planned({data::part({1}), data::part({3})}, PlanShape::retraction));
  expect_just_above(bounds.mean, (23 + 1) * kU);
  expect_just_above(bounds.variance, 118 * kU);
}

TEST(PlanBounds, RememberWhatWasRetracted) {
  const Trial trial = planned({data::part({1, 2, 3}), doubles({1e15})}, PlanShape::retraction);
  // M2 was 3/4·1e30 and rounded, and so were the squares that made it.
  EXPECT_GT(last_bounds(trial).variance, 0.75e30 * kU / 3);
  EXPECT_LT(last_bounds(trial).variance, 100 * 0.75e30 * kU);
}

TEST(PlanBounds, OfEqualObservationsAreOfSecondOrder) {
  const double bound =
      last_bounds(folded({doubles({0.1, 0.1, 0.1}), doubles({0.1, 0.1})})).variance;
  EXPECT_GT(bound, 0);
  EXPECT_LT(bound, 1000 * kU * kU * 0.01);
}

TEST(PlanBounds, GrowSlowlyWithDoublings) {
  const auto once = last_bounds(folded({data::part({-1, 7})})).variance;
  const auto doubled =
      last_bounds(planned({data::part({-1, 7})}, PlanShape::doubling, 40)).variance;
  EXPECT_GT(doubled, once);
  EXPECT_LT(doubled, once + 40 * 3 * 16 * kU);  // two sums and the division a doubling, of 16 each
}

TEST(PlanBounds, ForAnyOrderAreNotBelowThoseOfOne) {
  const auto parts = {
      data::part({1, 2}), data::part({7}), data::part({-3, 5, 8}), data::part({100})};
  for (const PlanShape shape : {PlanShape::left_fold, PlanShape::right_fold, PlanShape::balanced}) {
    EXPECT_GE(last_bounds(planned(parts, PlanShape::merge_all)).variance,
              last_bounds(planned(parts, shape)).variance);
    EXPECT_GE(last_bounds(planned(parts, PlanShape::merge_all)).mean,
              last_bounds(planned(parts, shape)).mean);
  }
}

TEST(PlanBounds, AreOnePerRead) {
  const Trial trial =
      planned({data::part({1}), data::part({2}), data::part({4})}, PlanShape::repeated_reads);
  EXPECT_EQ(float64_bounds(trial).size(), 6);
  EXPECT_LT(float64_bounds(trial).front().variance, 1e-320);
  EXPECT_EQ(
      float64_bounds(planned({data::part({1}), data::part({2})}, PlanShape::synchronised)).size(),
      3);
}

TEST(PlanBounds, AreInfiniteWhereM2Overflows) {
  // The variance, 1.44e308, is a double; M2 is not.
  const auto bounds = last_bounds(folded({doubles({1.2e154}), doubles({-1.2e154})}));
  EXPECT_TRUE(std::isinf(bounds.variance));
  EXPECT_LT(bounds.mean, 1e140);
  // M2 = 2^1023 is one.
  EXPECT_LT(last_bounds(folded({doubles({0x1p511}), doubles({-0x1p511})})).variance, 0x1p980);
  // So it is where only one side has it, and where it has been retracted.
  EXPECT_TRUE(
      std::isinf(last_bounds(folded({doubles({1e200, -1e200}), data::part({1})})).variance));
  EXPECT_TRUE(
      std::isinf(last_bounds(planned({data::part({1}), doubles({1e200, 0})}, PlanShape::retraction))
                     .variance));
}

TEST(PlanBounds, OfTheTextbookAreInfiniteWhereSquaresOverflow) {
  const auto bounds = last_bounds(folded({doubles({1e155, 1e155})}));
  EXPECT_TRUE(std::isinf(bounds.textbook_variance));
  EXPECT_FALSE(std::isinf(bounds.variance));
}

TEST(PlanBounds, AllowAnIntegerBeyondDoublesToBeRounded) {
  EXPECT_GE(last_bounds(folded({data::part({(std::int64_t{1} << 53) + 1})})).mean, 1);
}

/// The between term is left out.
struct WithinOnly : aggregate::ChanState {
  void merge(const WithinOnly& other) {
    const double within = m2 + other.m2;
    ChanState::merge(other);
    m2 = within;
  }
};

TEST(PlanBounds, AreExceededByAMissingTerm) {
  // Even where the term is the smallest that two integers make beside a mean of 1e6: 1/4 of 1e12.
  EXPECT_GT(error_in_bounds<WithinOnly>(folded({data::part({1'000'000}), data::part({1'000'001})})),
            1e6);
}

TEST(PlanBounds, AreExceededByTheTextbookFarFromZeroAndTheTextbooksAreNot) {
  const Trial trial =
      folded({data::part({1'000'000'003, 1'000'000'002}), data::part({1'000'000'002})});
  const double excess = error_in_bounds<aggregate::TextbookState<double>>(trial);
  EXPECT_GT(excess, 1e6);
  const auto bounds = last_bounds(trial);
  EXPECT_LT(excess * bounds.variance, bounds.textbook_variance);
}

TEST(PlanBounds, AreExceededByFloats) {
  EXPECT_GT(error_in_bounds<aggregate::TextbookState<float>>(
                folded({doubles({0.1, 0.7}), doubles({0.2})})),
            1e6);
}

/// Divides by n − 1.
struct SampleVariance : aggregate::ChanState {
  std::optional<double> finalise() const {
    return count == 0 ? std::nullopt : std::optional(m2 / static_cast<double>(count - 1));
  }
};

TEST(PlanBounds, AreExceededByTheSampleVarianceOfThousands) {
  data::PartValues part;
  part.observations = {{.value = 0, .times = 30'000}, {.value = 1, .times = 30'000}};
  EXPECT_GT(error_in_bounds<SampleVariance>(folded({part})), 1e6);
}

TEST(PlanBounds, AreKeptByChansStateWhereItsMeanCannotMove) {
  // Welford's mean stays at 4e15 while 4e15 + 1 comes in: the variance comes out as twice what it is. A right
  // algorithm, a hopeless dataset: the bound says so.
  data::PartValues part;
  part.observations = {{.value = 4'000'000'000'000'000, .times = 8},
                       {.value = 4'000'000'000'000'001, .times = 8}};
  EXPECT_GT(last_bounds(folded({part})).variance, 0.25);
  EXPECT_LE(error_in_bounds<aggregate::ChanState>(folded({part})), 1);
}

}  // namespace
}  // namespace shardproof::law
