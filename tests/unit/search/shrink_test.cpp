#include "shardproof/search/shrink.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "shardproof/oracle/population_variance.hpp"
#include "shardproof/search/ladder.hpp"
#include "shardproof/search/simplicity.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using exact::Dyadic;
using exact::Integer;
using subject::Numbers;

using Predicate = std::function<bool(const Trial&)>;

/// Random trials of the rung for which `fails`, the first `wanted` of them.
std::vector<Trial> failing(const Predicate& fails, RungId rung, std::size_t wanted) {
  std::vector<Trial> starts;
  for (std::uint64_t i = 0; starts.size() < wanted && i < 4000; ++i) {
    const auto trial = random_trial(rung, Numbers::any, 11, i);
    if (trial && fails(*trial)) starts.push_back(*trial);
  }
  EXPECT_EQ(starts.size(), wanted);
  return starts;
}

/// Where shrinking ends from 20 starts, as text; they must all agree.
std::string minimal(const Predicate& fails, RungId rung = RungId::integers) {
  std::set<std::string> ends;
  for (const auto& start : failing(fails, rung, 20)) {
    const Shrunk shrunk = shrink(start, fails);
    EXPECT_TRUE(shrunk.complete);
    ends.insert(to_text(shrunk.trial));
  }
  std::string all;
  for (const auto& end : ends) all += (all.empty() ? "" : " or ") + end;
  return all;
}

Integer observations(const Trial& trial) {
  return data::count(trial.dataset.observations);
}

/// How many observations each worker has.
std::vector<Integer> counts(const Trial& trial) {
  std::vector<Integer> result;
  for (const auto& view : data::views_of(trial)) result.push_back(data::count(view));
  return result;
}

Predicate any_value(std::function<bool(const Dyadic&)> is) {
  return [is = std::move(is)](const Trial& trial) {
    return std::ranges::any_of(trial.dataset.observations,
                               [&](const auto& observation) { return is(observation.value); });
  };
}

Dyadic sum_of(const Trial& trial) {
  Dyadic sum;
  for (const auto& [value, times, special] : trial.dataset.observations) {
    sum += value * Dyadic(Integer(times));
  }
  return sum;
}

TEST(Minimal, OfAnything) {
  EXPECT_EQ(minimal([](const Trial&) { return true; }), "(no workers)");
}

TEST(Minimal, WithAWorker) {
  EXPECT_EQ(minimal([](const Trial& t) { return !t.partition.parts.empty(); }), "[]");
}

TEST(Minimal, OfThreeObservations) {
  EXPECT_EQ(minimal([](const Trial& t) { return observations(t) >= 3; }), "[0 x3]");
}

TEST(Minimal, OfAThousandObservations) {
  EXPECT_EQ(minimal([](const Trial& t) { return observations(t) >= 1000; }, RungId::counts),
            "[0 x1000]");
}

TEST(Minimal, OfANegativeValue) {
  EXPECT_EQ(minimal(any_value([](const Dyadic& v) { return v.sign() < 0; })), "[-1]");
}

TEST(Minimal, OfAValueFrom3TenthsOn) {
  // A whole number is simpler than any fraction.
  const Dyadic limit = *Dyadic::from_double(0.3);
  EXPECT_EQ(minimal(any_value([&](const Dyadic& v) { return !(v < limit); }), RungId::decimals),
            "[1]");
}

TEST(Minimal, OfAFraction) {
  EXPECT_EQ(minimal(any_value([](const Dyadic& v) { return !v.is_integer(); }), RungId::decimals),
            "[0.5]");
}

TEST(Minimal, OfAnIntegerThatNoDoubleHolds) {
  // 2^53 + 1 is the first.
  const auto wide = any_value([](const Dyadic& v) { return v.is_integer() && !v.as_double(); });
  EXPECT_EQ(minimal(wide, RungId::wide), "[9007199254740993]");
}

TEST(Minimal, OfThreeWorkersWithObservations) {
  const auto three = [](const Trial& t) {
    const auto all = counts(t);
    return std::ranges::count_if(all, [](const Integer& n) { return n > 0; }) >= 3;
  };
  EXPECT_EQ(minimal(three), "[0] | [0] | [0]");
}

TEST(Minimal, OfUnequalCounts) {
  const auto unequal = [](const Trial& t) {
    const auto all = counts(t);
    return all.size() >= 2 && std::ranges::count(all, all.front()) < std::ssize(all);
  };
  EXPECT_EQ(minimal(unequal), "[] | [0]");
}

TEST(Minimal, OfUnequalCountsAboveZero) {
  const auto unequal = [](const Trial& t) {
    std::set<Integer> different;
    for (const auto& n : counts(t)) {
      if (n > 0) different.insert(n);
    }
    return different.size() >= 2;
  };
  EXPECT_EQ(minimal(unequal), "[0] | [0 x2]");
}

TEST(Minimal, OfAnEmptyWorkerBetweenOthers) {
  const auto between = [](const Trial& t) {
    const auto all = counts(t);
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      if (all[i].is_zero() && all[i - 1] > 0 && all[i + 1] > 0) return true;
    }
    return false;
  };
  EXPECT_EQ(minimal(between), "[0] | [] | [0]");
}

TEST(Minimal, OfAnEmptyWorkerThatReportsSums) {
  const auto reporting = [](const Trial& t) {
    return std::ranges::any_of(t.partition.parts,
                               [](const auto& part) { return part.stray != data::StraySums{}; });
  };
  EXPECT_EQ(minimal(reporting), "[] reporting (0, 1)");
}

TEST(Minimal, OfUnequalMeans) {
  const auto unequal = [](const Trial& t) {
    const auto views = data::views_of(t);
    return views.size() >= 2 && !views[0].empty() && !views[1].empty() &&
           !(views[0].front().value == views[1].front().value);
  };
  EXPECT_EQ(minimal(unequal), "[0] | [1]");
}

TEST(Minimal, OfAVarianceOf100) {
  // Of two observations (a − b)²/4, so they are 20 apart; the smallest such pair without negatives.
  const auto spread = [](const Trial& t) {
    const auto variance = oracle::population_variance(t.dataset.observations);
    return variance && to_rational(*variance) >= 100;
  };
  EXPECT_EQ(minimal(spread), "[0, 20]");
}

TEST(Minimal, OfAProductOfCountsBeyond31Bits) {
  // 46,341² is the first square of 2^31 and more, and 46,341 · 46,340 is below, so the total is
  // 92,682. Of those totals the first worker has the fewest that do: (46,341 − d)(46,341 + d) =
  // 2,147,488,281 − d² ≥ 2,147,483,648 as long as d ≤ 68.
  const auto large = [](const Trial& t) {
    const auto all = counts(t);
    return all.size() >= 2 && all[0] * all[1] >= Integer(1) << 31;
  };
  EXPECT_EQ(minimal(large, RungId::counts), "[0 x46273] | [0 x46409]");
}

TEST(Shrink, StaysInThePredicateAndNeverBecomesMoreComplex) {
  const auto fails = [](const Trial& t) { return observations(t) % 7 == 3; };
  for (const auto& start : failing(fails, RungId::integers, 20)) {
    const Shrunk shrunk = shrink(start, fails);
    EXPECT_TRUE(fails(shrunk.trial));
    EXPECT_EQ(canonical(shrunk.trial), shrunk.trial);
    EXPECT_FALSE(is_simpler(canonical(start), shrunk.trial)) << to_text(shrunk.trial);
  }
}

TEST(Shrink, AsksOnlyAboutSimplerTrialsThanTheOneItHolds) {
  const Trial start = *random_trial(RungId::integers, Numbers::any, 1, 2);
  Trial held = canonical(start);
  const auto fails = [&](const Trial& t) {
    EXPECT_TRUE(is_simpler(t, held));
    EXPECT_EQ(canonical(t), t);
    if (t.partition.parts.empty() || t.dataset.observations.size() < 2) return false;
    held = t;
    return true;
  };
  EXPECT_EQ(shrink(start, fails).trial, held);
}

TEST(Shrink, IsDeterministic) {
  const auto fails = [](const Trial& t) { return sum_of(t).sign() > 0 && observations(t) > 4; };
  const Trial start = failing(fails, RungId::integers, 1).front();
  const Shrunk first = shrink(start, fails);
  const Shrunk second = shrink(start, fails);
  EXPECT_EQ(first.trial, second.trial);
  EXPECT_EQ(first.steps, second.steps);
  EXPECT_EQ(first.evaluations, second.evaluations);
}

TEST(Shrink, KeepsWhatHasNothingSimplerThatFails) {
  const Trial only = trial("[[-130, 0, 11]]");
  const Shrunk shrunk = shrink(only, [&](const Trial& t) { return t == only; });
  EXPECT_EQ(shrunk.trial, only);
  EXPECT_EQ(shrunk.steps, 0U);
  EXPECT_GT(shrunk.evaluations, 0U);
  EXPECT_TRUE(shrunk.complete);
}

TEST(Shrink, ReturnsTheCanonicalFormOfItsStart) {
  const auto never = [](const Trial&) { return false; };
  EXPECT_EQ(shrink(trial("[[2, 1, 2]]"), never).trial, canonical(trial("[[1, 2, 2]]")));
}

TEST(ShrinkBudget, EndsAfterSoManyEvaluations) {
  const Trial start = *random_trial(RungId::integers, Numbers::any, 1, 2);
  for (const std::uint64_t budget : {0U, 1U, 10U, 100U}) {
    std::uint64_t asked = 0;
    const auto count = [&](const Trial&) { return ++asked, false; };
    const Shrunk shrunk = shrink(start, count, {.evaluations = budget});
    EXPECT_EQ(asked, budget);
    EXPECT_EQ(shrunk.evaluations, budget);
    EXPECT_FALSE(shrunk.complete);
  }
}

TEST(ShrinkBudget, EndsWhenTheTimeIsUp) {
  using namespace std::chrono_literals;
  const Trial start = *random_trial(RungId::integers, Numbers::any, 1, 2);
  const auto slow = [](const Trial&) { return std::this_thread::sleep_for(5ms), false; };
  const Shrunk shrunk = shrink(start, slow, {.time = 50ms});
  EXPECT_FALSE(shrunk.complete);
  // No more than ten of 5 ms fit into 50, and one more may begin just before the end.
  EXPECT_LE(shrunk.evaluations, 11U);
  EXPECT_GE(shrunk.evaluations, 1U);
}

TEST(ShrinkBudget, KeepsWhatWasReached) {
  const auto fails = [](const Trial& t) { return observations(t) >= 3; };
  for (const auto& start : failing(fails, RungId::integers, 5)) {
    const Shrunk shrunk = shrink(start, fails, {.evaluations = 20});
    EXPECT_TRUE(fails(shrunk.trial));
    EXPECT_FALSE(is_simpler(canonical(start), shrunk.trial));
  }
}

}  // namespace
}  // namespace shardproof::search
