#include "shardproof/law/bounds.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "shardproof/oracle/population_variance.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::law {
namespace {

using exact::Dyadic;
using exact::Integer;
using exact::Rational;

Moments moments(const data::Trial& trial) {
  const auto& observations = trial.dataset.observations;
  return moments_of(observations, to_rational(*oracle::population_variance(observations)));
}

Rational exactly(double value) {
  return to_rational(*Dyadic::from_double(value));
}

/// What both bounds add to the relative term: half a unit of the 12th decimal.
Rational half_a_unit() {
  return Rational(5, Integer(10'000'000'000'000));
}

/// Whether `bound` is `term` and half a unit, rounded up by no more than 2^−48 of it.
void expect_just_above(double bound, const Rational& term) {
  const Rational least = term + half_a_unit();
  EXPECT_GE(exactly(bound), least);
  EXPECT_LE(exactly(bound), Rational(least * (1 + exactly(0x1p-48))));
}

TEST(Moments, AreCountVarianceAndMeanSquare) {
  // {−1, 7, 7, 7}: (1 + 147) / 4 = 37, mean 5, variance 12.
  const auto found = moments(data::trial_of(
      {data::part({-1}), data::PartValues{.observations = {{.value = 7, .times = 3}}}}));
  EXPECT_EQ(found.count, 4);
  EXPECT_EQ(found.variance, 12);
  EXPECT_EQ(found.mean_square, 37);
}

TEST(Float64Bound, IsFourTimesCountAndOneTimesKappaTimesTheVariance) {
  // {−1, 7}: mean 3, variance 16, mean square 25, so κ·variance = √(16·25) = 20, and 4·(2 + 1)·20 = 240.
  expect_just_above(float64_bound(moments(data::trial({{-1, 7}}))), 240 * exactly(0x1p-53));
}

TEST(TextbookBound, IsFourTimesCountAndOneTimesTheMeanSquare) {
  // κ²·variance is the mean square, 25; 4·(2 + 1)·25 = 300.
  expect_just_above(textbook_bound(moments(data::trial({{-1, 7}}))), 300 * exactly(0x1p-53));
}

TEST(BothBounds, AreTheSameWhereTheMeanIsZero) {
  // κ = 1. {−4, 4}: 4·3·16.
  const auto centred = moments(data::trial({{-4, 4}}));
  EXPECT_EQ(float64_bound(centred), textbook_bound(centred));
  expect_just_above(float64_bound(centred), 192 * exactly(0x1p-53));
}

TEST(BothBounds, PartAsTheMeanGrows) {
  // {10^8, 10^8 + 2}: variance 1, mean square near 10^16, κ near 10^8.
  const auto offset = moments(data::trial({{100'000'000, 100'000'002}}));
  EXPECT_GT(textbook_bound(offset), 0x1p26 * (float64_bound(offset) - 6e-13));
}

TEST(Float64Bound, OfConstantDataIsTheFixedTermsAlone) {
  expect_just_above(float64_bound(moments(data::trial({{1'000'000, 1'000'000}}))), 0);
}

TEST(BothBounds, GrowWithTheCountIncludingMultiplicities) {
  // A million of −1 and of 7: 4·(2·10^6 + 1)·20.
  const data::Trial many = data::trial_of({data::PartValues{
      .observations = {{.value = -1, .times = 1'000'000}, {.value = 7, .times = 1'000'000}}}});
  expect_just_above(float64_bound(moments(many)), 4 * Rational(2'000'001) * 20 * exactly(0x1p-53));
}

TEST(BothBounds, AreInfiniteWhereTheMeanSquareIs) {
  const data::Trial wide = data::trial_of(
      {data::PartValues{.observations = {{.value = Integer(Integer(1) << 600)}, {.value = 0}}}});
  EXPECT_EQ(textbook_bound(moments(wide)), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace shardproof::law
