#include "shardproof/search/simpler.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "shardproof/search/edits.hpp"
#include "shardproof/search/ladder.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/simplicity.hpp"
#include "shardproof/search/trial_gen.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using exact::Dyadic;
using subject::Numbers;

constexpr std::array kRandomRungs = {RungId::integers,
                                     RungId::counts,
                                     RungId::decimals,
                                     RungId::offset,
                                     RungId::scale,
                                     RungId::wide};

TEST(Simpler, OffersCanonicalTrialsThatAreStrictlySimpler) {
  for (const auto rung : kRandomRungs) {
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Trial start = canonical(*random_trial(rung, Numbers::any, 1, i));
      for (const auto& candidate : simpler(start)) {
        ASSERT_TRUE(is_simpler(candidate, start)) << to_text(candidate);
        ASSERT_EQ(canonical(candidate), candidate) << to_text(candidate);
      }
    }
  }
}

TEST(Simpler, HasNothingBelowTheSimplestTrial) {
  EXPECT_TRUE(simpler(trial("[]")).empty());
}

TEST(Simpler, OffersFromOnePairBothOfItsHalves) {
  const auto candidates = simpler(trial("[[0], [1]]"));
  for (const auto* expected : {"[[0]]", "[[1]]", "[[0], [0]]", "[[0, 1]]", "[[], [1]]"}) {
    EXPECT_TRUE(std::ranges::count(candidates, canonical(trial(expected))) > 0) << expected;
  }
}

TEST(Steps, OfferCanonicalTrials) {
  for (const auto rung : kRandomRungs) {
    const Trial start = canonical(*random_trial(rung, Numbers::any, 1, 3));
    for (const auto step : steps()) {
      int offered = 0;
      step(start, [&](const Trial& candidate) {
        EXPECT_EQ(canonical(candidate), candidate);
        return ++offered >= 200;
      });
    }
  }
}

TEST(Steps, StopWhenTheyAreTold) {
  const Trial start = canonical(*random_trial(RungId::counts, Numbers::any, 1, 3));
  for (const auto step : steps()) {
    int offered = 0;
    const bool stopped = step(start, [&](const Trial&) { return ++offered == 1; });
    EXPECT_EQ(stopped, offered > 0);
    EXPECT_LE(offered, 1);
  }
}

TEST(Steps, CopeWithNoWorkersAndNoObservations) {
  for (const auto* parts : {"[]", "[[]]", R"([{"stray": [5, 7]}, []])"}) {
    for (const auto step : steps()) {
      step(trial(parts), [](const Trial&) { return false; });
    }
  }
}

TEST(SmallerValues, BeginWithZeroAndEndWithTheNegative) {
  // From 12: 0, its sign, 12 − 6, 12 − 3, 12 − 1, −12.
  EXPECT_EQ(smaller_values(12), (std::vector<Dyadic>{0, 1, 6, 9, 11, -12}));
  EXPECT_EQ(smaller_values(-12), (std::vector<Dyadic>{0, -1, -6, -9, -11, 12}));
  EXPECT_TRUE(smaller_values(0).empty());
}

TEST(SmallerValues, OfAFractionTryTheWholeNumber) {
  // 13/4: 0, 1, 3, then (13 − 6)/4, (13 − 3)/4, (13 − 1)/4, −13/4.
  const auto quarters = [](int n) { return Dyadic(n) * *Dyadic::from_double(0.25); };
  EXPECT_EQ(smaller_values(quarters(13)),
            (std::vector<Dyadic>{0, 1, 3, quarters(7), quarters(10), quarters(12), quarters(-13)}));
}

/// RapidCheck's shrink tree: all children to some depth, then the first child on and on.
void walk(const rc::Shrinkable<std::optional<Trial>>& node,
          int depth,
          const std::function<void(const Trial& parent, const Trial& child)>& visit) {
  auto children = node.shrinks();
  for (int i = 0; i < (depth > 0 ? 30 : 1); ++i) {
    const auto child = children.next();
    if (!child) return;
    const auto parent = node.value();
    const auto trial = child->value();
    ASSERT_TRUE(parent && trial);
    visit(*parent, *trial);
    walk(*child, depth - 1, visit);
  }
}

class ShrinkTree : public testing::TestWithParam<RungId> {};

TEST_P(ShrinkTree, StaysInTheRungAndFalls) {
  const RungId rung = GetParam();
  for (const auto numbers : {Numbers::any, Numbers::float64}) {
    if (!applies(rung, numbers)) continue;
    const auto gen = trial_gen(rung, numbers);
    int visited = 0;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      walk(gen(rc::Random(seed), 100), 1, [&](const Trial& parent, const Trial& child) {
        EXPECT_TRUE(contains(rung, numbers, child)) << to_text(child);
        EXPECT_TRUE(is_simpler(child, canonical(parent))) << to_text(child);
        ++visited;
      });
    }
    EXPECT_GT(visited, 50);
  }
}

INSTANTIATE_TEST_SUITE_P(TrialGen,
                         ShrinkTree,
                         testing::ValuesIn(kRandomRungs),
                         [](const auto& test) { return std::string(to_text(test.param)); });

TEST(TrialGen, IgnoresTheSize) {
  const auto gen = trial_gen(RungId::integers, Numbers::any);
  EXPECT_EQ(gen(rc::Random(5), 0).value(), gen(rc::Random(5), 100).value());
}

TEST(TrialGen, DrawsWhatOneWordStandsFor) {
  rc::Random random(5);
  const auto drawn = trial_gen(RungId::offset, Numbers::int64)(random, 0).value();
  EXPECT_EQ(drawn, draw_trial(RungId::offset, Numbers::int64, random.next()));
}

}  // namespace
}  // namespace shardproof::search
