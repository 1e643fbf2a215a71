/// The other questions that laws ask: each has exactly the variance that it claims.
#include "shardproof/law/relate.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "shardproof/law/laws.hpp"
#include "shardproof/oracle/population_variance.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::law {
namespace {

using data::kLaws;
using data::LawId;
using data::part;
using data::PartValues;
using data::stray_part;
using data::Trial;
using data::trial;
using data::trial_of;
using exact::Rational;

std::optional<Rational> variance(const Trial& trial) {
  const auto variance = oracle::population_variance(trial.dataset.observations);
  return variance ? std::optional(to_rational(*variance)) : std::nullopt;
}

/// Empty, single, constant, fractional, wide, empty workers everywhere, the largest multiplicities, 65 entries.
std::vector<Trial> hard_trials() {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  std::vector<PartValues> many;
  for (std::int64_t i = 0; i < 65; ++i) many.push_back(part({i * i}));
  return {
      trial({}),
      trial({{}}),
      trial_of({stray_part(99, 999), part({})}),
      trial({{5}}),
      trial({{4, 4}, {4}}),
      trial({{0, 2}, {}, {5}}),
      trial_of({stray_part(1, 2), part({-3, 8}), part({}), part({1}), stray_part(3, 4)}),
      trial_of(
          {PartValues{.observations = {{.value = exact::Dyadic(3, -40), .times = 5}}}, part({1})}),
      trial_of({PartValues{.observations = {{.value = exact::Integer(exact::Integer(1) << 200)}}},
                part({1})}),
      trial_of({PartValues{.observations = {{.value = 1, .times = kMost}}}, part({0})}),
      trial_of({PartValues{.observations = {{.value = 1, .times = kMost / 2}}}, part({0})}),
      trial_of(many)};
}

TEST(RelatedTrials, HaveExactlyTheFactorTimesTheVariance) {
  for (const auto& asked : hard_trials()) {
    for (const auto law : kLaws) {
      for (const auto& [other, factor] : related_trials(law, asked)) {
        const auto here = variance(asked);
        const auto there = variance(other);
        ASSERT_EQ(here.has_value(), there.has_value()) << to_text(law) << " of " << to_text(asked);
        if (here) {
          EXPECT_EQ(*there, Rational(*here * factor)) << to_text(law) << " of " << to_text(asked);
        }
      }
    }
  }
}

TEST(RelatedTrials, AreWholeTrials) {
  // Their parts share out the dataset, none left over.
  for (const auto& asked : hard_trials()) {
    for (const auto law : kLaws) {
      for (const auto& related : related_trials(law, asked)) {
        EXPECT_EQ(trial_of(parts_of(related.trial)), related.trial) << to_text(law);
      }
    }
  }
}

TEST(RelatedTrials, AreNoneForTheLawsThatOneAnswerDecides) {
  for (const auto law : {LawId::determinism,
                         LawId::none_iff_empty,
                         LawId::constant_is_zero,
                         LawId::non_negative,
                         LawId::oracle_agreement}) {
    EXPECT_TRUE(related_trials(law, trial({{0, 2}, {5}})).empty()) << to_text(law);
  }
}

TEST(RelatedTrials, AreSomeForEveryOtherLaw) {
  for (const auto law : {LawId::empty_worker,
                         LawId::partition_invariance,
                         LawId::worker_order,
                         LawId::shift,
                         LawId::scale,
                         LawId::replication,
                         LawId::regrouping}) {
    EXPECT_FALSE(related_trials(law, trial({{0, 2}, {5}})).empty()) << to_text(law);
  }
}

TEST(RelatedTrials, DifferFromTheTrialItself) {
  for (const auto law : kLaws) {
    const auto asked = trial_of({part({0, 2}), part({5}), part({}), part({7})});
    for (const auto& related : related_trials(law, asked))
      EXPECT_NE(related.trial, asked) << to_text(law);
  }
}

TEST(RelatedTrials, OfScaleClaimFourTimesTheVarianceForTwiceTheValues) {
  const auto related = related_trials(LawId::scale, trial({{0, 2}}));
  ASSERT_EQ(related.size(), 2U);
  EXPECT_EQ(related[0].trial, trial({{0, 4}}));
  EXPECT_EQ(related[0].factor, 4);
  EXPECT_EQ(related[1].trial, trial({{0, -2}}));
  EXPECT_EQ(related[1].factor, 1);
}

TEST(RelatedTrials, OfPartitionInvarianceDoNotSplitMoreThan64Entries) {
  const auto related = related_trials(LawId::partition_invariance, hard_trials().back());
  ASSERT_EQ(related.size(), 1U);
  EXPECT_EQ(related.front().trial.partition.parts.size(), 1U);
}

TEST(EmptyParts, AreTakenOut) {
  EXPECT_EQ(without_empty_parts(trial_of({stray_part(1, 1), part({2}), part({})})), trial({{2}}));
}

TEST(EmptyParts, ArePutFirstBetweenAndLast) {
  const auto asked = trial({{1}, {2}});
  EXPECT_EQ(with_empty_part(asked, 0, {}), trial({{}, {1}, {2}}));
  EXPECT_EQ(with_empty_part(asked, 1, {}), trial({{1}, {}, {2}}));
  EXPECT_EQ(with_empty_part(asked, 2, {.sum = 9, .sumsq = 8}),
            trial_of({part({1}), part({2}), stray_part(9, 8)}));
}

TEST(Splits, ArePutTogetherAndTakenApart) {
  EXPECT_EQ(unsplit(trial({{1}, {}, {2, 3}})), trial({{1, 2, 3}}));
  EXPECT_EQ(fully_split(trial({{1}, {}, {2, 3}})), trial({{1}, {2}, {3}}));
}

TEST(WorkerOrder, IsReversedAndRotatedDataAndAll) {
  const auto asked = trial_of({part({1, 2}), stray_part(9, 8), part({3})});
  EXPECT_EQ(with_parts_reversed(asked), trial_of({part({3}), stray_part(9, 8), part({1, 2})}));
  EXPECT_EQ(with_parts_rotated(asked), trial_of({stray_part(9, 8), part({3}), part({1, 2})}));
  EXPECT_EQ(with_parts_rotated(trial({})), trial({}));
}

TEST(Neighbours, AreMergedAndStraySumsGoWithTheCut) {
  EXPECT_EQ(with_parts_merged(trial({{1}, {2, 3}, {4}}), 1), trial({{1}, {2, 3, 4}}));
  EXPECT_EQ(with_parts_merged(trial_of({part({1}), stray_part(9, 8)}), 0), trial({{1}}));
  EXPECT_EQ(with_parts_merged(trial_of({stray_part(9, 8), part({1})}), 0), trial({{1}}));
}

TEST(Values, AreShiftedAndScaledAndObservedTwice) {
  EXPECT_EQ(shifted(trial({{1}, {2}}), -3), trial({{-2}, {-1}}));
  EXPECT_EQ(scaled(trial({{1}, {-2}}), -2), trial({{-2}, {4}}));
  EXPECT_EQ(replicated(trial({{7}})),
            trial_of({PartValues{.observations = {{.value = 7, .times = 2}}}}));
}

TEST(Replication, LeavesATrialAloneWhoseMultiplicitiesWouldOverflow) {
  const auto at = [](std::uint64_t times) {
    return trial_of({PartValues{.observations = {{.value = 7, .times = times}}}});
  };
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
  EXPECT_EQ(replicated(at(kHalf - 1)), at(2 * (kHalf - 1)));
  EXPECT_EQ(replicated(at(kHalf)), at(kHalf));
}

}  // namespace
}  // namespace shardproof::law
