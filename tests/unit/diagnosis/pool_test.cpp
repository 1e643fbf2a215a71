#include "shardproof/diagnosis/pool.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "shardproof/diagnosis/expression.hpp"

namespace shardproof::diagnosis {
namespace {

using exact::Rational;
using subject::Kind;
using subject::Numbers;

/// Whether the value is exactly between two numbers of 12 decimals.
bool is_tie(const Rational& value) {
  const Rational halves = value * Rational(2'000'000'000'000);
  return denominator(halves) == 1 && numerator(halves) % 2 != 0;
}

std::size_t ties_of(const Expression& expression) {
  return static_cast<std::size_t>(
      std::ranges::count_if(pool(Kind::merge).probes(), [&](const Probe& probe) {
        const auto value = ExpressionValues(workers_of(*probe.trial)).of(expression);
        return value && is_tie(*value);
      }));
}

TEST(Pool, IsTheSameEachTime) {
  const Pool one(Kind::aggregate, 30, 3, 7);
  const Pool again(Kind::aggregate, 30, 3, 7);
  ASSERT_EQ(one.probes().size(), again.probes().size());
  for (std::size_t i = 0; i < one.probes().size(); ++i)
    EXPECT_EQ(*one.probes()[i].trial, *again.probes()[i].trial);
}

TEST(Pool, HasTrialsForEveryNumberType) {
  for (const auto numbers : {Numbers::int53, Numbers::int64, Numbers::bigint, Numbers::float64}) {
    const auto held = std::ranges::count_if(pool(Kind::merge).probes(), [&](const Probe& probe) {
      return holds(numbers, probe.question);
    });
    EXPECT_GE(held, 1000);
  }
}

TEST(Pool, HasOnlyTrialsThatSubjectsOfTheKindCanBeAsked) {
  for (const auto kind : {Kind::merge, Kind::aggregate}) {
    for (const auto& probe : pool(kind).probes())
      EXPECT_EQ(data::is_for_states(probe.trial->plan.shape), kind == Kind::aggregate);
  }
}

TEST(Pool, HasTiesOfTheTwelfthDecimalForEachFormula) {
  // The plainest ones.
  for (const auto& expression : expressions_of_everyone().first(12))
    EXPECT_GE(ties_of(expression), 3U) << to_text(expression);
}

}  // namespace
}  // namespace shardproof::diagnosis
