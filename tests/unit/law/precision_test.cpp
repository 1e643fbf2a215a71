/// The bounds bite: an error of exactly the bound holds, one double further does not.
#include <cmath>

#include <gtest/gtest.h>

#include "shardproof/law/bounds.hpp"
#include "shardproof/law/judge.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::law {
namespace {

using data::LawId;
using data::Trial;
using data::trial;
using exact::Rational;
using Bound = double (*)(const Moments&);

Verdict judged(const Trial& asked, double answer, Expect expect) {
  return judge(asked, oracle_says(asked), answer, expect);
}

bool holds(const Trial& asked, double answer, Expect expect) {
  return std::holds_alternative<Holds>(judged(asked, answer, expect));
}

Rational oracle_variance(const Trial& asked) {
  return to_rational(*oracle_says(asked).variance);
}

double bound_on(const Trial& asked, Bound bound) {
  return bound(moments_of(asked.dataset.observations, oracle_variance(asked)));
}

double up(double value) {
  return std::nextafter(value, HUGE_VAL);
}

double down(double value) {
  return std::nextafter(value, -HUGE_VAL);
}

/// The largest double that is not above `value`.
double last_below(const Rational& value) {
  double nearest = *exact::nearest_double(value);
  while (Rational(nearest) > value) nearest = down(nearest);
  return nearest;
}

/// The smallest double that is not below `value`.
double first_above(const Rational& value) {
  return -last_below(-value);
}

struct Choice {
  Expect expect;
  Bound bound;
};

constexpr Choice kChoices[] = {{Expect::float64, float64_bound},
                               {Expect::textbook, textbook_bound}};

TEST(AnErrorOfExactlyTheBound, HoldsAndTheNextDoubleDoesNot) {
  // Equal observations: the variance is 0, so the error is the answer.
  const auto constant = trial({{3, 3}, {3}});
  for (const auto& [expect, bound] : kChoices) {
    const double most = bound_on(constant, bound);
    EXPECT_TRUE(holds(constant, most, expect)) << to_text(expect);
    EXPECT_TRUE(holds(constant, -most, expect)) << to_text(expect);
    EXPECT_FALSE(holds(constant, up(most), expect)) << to_text(expect);
    EXPECT_FALSE(holds(constant, -up(most), expect)) << to_text(expect);
  }
}

TEST(AnErrorWithinTheBound, HoldsOnBothSidesOfAVarianceAboveZero) {
  for (const auto& asked :
       {trial({{-1, 7}}), trial({{0, 1}, {2}}), trial({{10'000'000, 10'000'001}})}) {
    for (const auto& [expect, bound] : kChoices) {
      const Rational most(bound_on(asked, bound));
      const double highest = last_below(oracle_variance(asked) + most);
      const double lowest = first_above(oracle_variance(asked) - most);
      EXPECT_TRUE(holds(asked, highest, expect)) << to_text(expect);
      EXPECT_TRUE(holds(asked, lowest, expect)) << to_text(expect);
      EXPECT_FALSE(holds(asked, up(highest), expect)) << to_text(expect);
      EXPECT_FALSE(holds(asked, down(lowest), expect)) << to_text(expect);
    }
  }
}

TEST(TheContract, CallsImpreciseWhatTheFloat64BoundAllowsAndBrokenWhatItDoesNot) {
  const auto asked = trial({{-1, 7}});
  const Rational most(bound_on(asked, float64_bound));
  const double highest = last_below(oracle_variance(asked) + most);
  for (const auto expect : {Expect::contract, Expect::exact}) {
    EXPECT_EQ(to_text(judged(asked, highest, expect)), "imprecise");
    EXPECT_EQ(to_text(judged(asked, up(highest), expect)), "broken");
  }
}

TEST(TheContract, ReportsTheBoundThatItMeasuredBy) {
  const auto asked = trial({{-1, 7}});
  EXPECT_EQ(std::get<Imprecise>(judged(asked, up(16), Expect::contract)).bound,
            bound_on(asked, float64_bound));
  EXPECT_EQ(std::get<Imprecise>(judged(asked, up(16), Expect::contract)).error, 0x1p-48);
}

TEST(Exactly, HoldsTheNearestDoubleAndNeitherNeighbour) {
  const auto thirds = trial({{0, 1}, {2}});
  EXPECT_TRUE(holds(thirds, 2.0 / 3, Expect::exact));
  EXPECT_FALSE(holds(thirds, up(2.0 / 3), Expect::exact));
  EXPECT_FALSE(holds(thirds, down(2.0 / 3), Expect::exact));
}

TEST(TheContract, HoldsItsRoundingAndNeitherNeighbour) {
  const auto thirds = trial({{0, 1}, {2}});
  EXPECT_TRUE(holds(thirds, 0.666666666667, Expect::contract));
  EXPECT_FALSE(holds(thirds, up(0.666666666667), Expect::contract));
  EXPECT_FALSE(holds(thirds, down(0.666666666667), Expect::contract));
}

TEST(ANumberBelowZero, BreaksNonNegativeOnlyBelowTheBound) {
  // {0, 2^−25}: variance 2^−52, so a small negative number is within the bound of it.
  const auto asked = data::trial_of(
      {data::part({0}), data::PartValues{.observations = {{.value = exact::Dyadic(1, -25)}}}});
  const double most = bound_on(asked, float64_bound);
  EXPECT_EQ(to_text(judged(asked, -most / 2, Expect::contract)), "imprecise");
  EXPECT_EQ(std::get<Broken>(judged(asked, -most, Expect::contract)).law, LawId::oracle_agreement);
  EXPECT_EQ(std::get<Broken>(judged(asked, down(-most), Expect::contract)).law,
            LawId::non_negative);
}

}  // namespace
}  // namespace shardproof::law
