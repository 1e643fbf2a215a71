#include "shardproof/search/ladder.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/oracle/population_variance.hpp"
#include "shardproof/search/block.hpp"
#include "shardproof/search/draw.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/shapes.hpp"
#include "shardproof/search/simplicity.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using exact::Rational;
using subject::Numbers;

constexpr std::array kRandomRungs = {RungId::integers,
                                     RungId::counts,
                                     RungId::decimals,
                                     RungId::offset,
                                     RungId::scale,
                                     RungId::wide};
constexpr std::array kNumbers = {
    Numbers::int53, Numbers::int64, Numbers::bigint, Numbers::float64, Numbers::any};

std::string text_of(const std::optional<Trial>& trial) {
  return trial ? to_text(*trial) : "left out";
}

/// FNV-1a of the first 200 trials' texts.
std::uint64_t fingerprint(RungId rung) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::uint64_t i = 0; i < 200; ++i) {
    for (const char c : text_of(random_trial(rung, Numbers::any, 1, i))) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
  }
  return hash;
}

TEST(RandomTrial, DependsOnSeedRungNumbersAndIndexAlone) {
  for (const auto rung : kRandomRungs) {
    std::vector<std::string> forwards;
    for (std::uint64_t i = 0; i < 50; ++i) {
      forwards.push_back(text_of(random_trial(rung, Numbers::any, 7, i)));
    }
    for (std::uint64_t i = 50; i-- > 0;) {
      EXPECT_EQ(text_of(random_trial(rung, Numbers::any, 7, i)), forwards[i]);
    }
  }
}

TEST(RandomTrial, DiffersBetweenSeedsAndBetweenNeighbours) {
  const auto trials = [](std::uint64_t seed, std::uint64_t first) {
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < 50; ++i) {
      texts.push_back(text_of(random_trial(RungId::integers, Numbers::any, seed, first + i)));
    }
    return texts;
  };
  EXPECT_NE(trials(1, 0), trials(2, 0));
  EXPECT_NE(trials(1, 0), trials(1, 1));
}

TEST(RandomTrial, IsTheSameWithEveryCompiler) {
  // Written down once. When a generator changes on purpose, so do these.
  EXPECT_EQ(fingerprint(RungId::integers), 0x33159742933932FB);
  EXPECT_EQ(fingerprint(RungId::counts), 0x4BB5CA0D70C5028C);
  EXPECT_EQ(fingerprint(RungId::decimals), 0x2953F952EA3A6CD1);
  EXPECT_EQ(fingerprint(RungId::offset), 0xD2572AB264221DC0);
  EXPECT_EQ(fingerprint(RungId::scale), 0xA2E5FB71A38E1010);
  EXPECT_EQ(fingerprint(RungId::wide), 0x86A7B8E0E59C6B10);
}

/// The coverage of the default run of 20,000 trials, for subjects of that number type.
std::pair<Coverage, std::uint64_t> default_coverage(RungId rung, Numbers numbers) {
  const auto subject = right(numbers);
  const Candidate candidate{.subject = subject.get()};
  const TrialSource source{
      .size = 20'000, .at = [=](std::uint64_t i) { return random_trial(rung, numbers, 1, i); }};
  const auto result = judge_all({&candidate, 1}, source, {}).front();
  EXPECT_FALSE(result.ended_by);
  return {result.coverage, result.judged};
}

class EachRung : public testing::TestWithParam<RungId> {};

/// The number types that are asked anything on the rung.
std::vector<Numbers> asked_on(RungId rung) {
  std::vector<Numbers> asked;
  std::ranges::copy_if(kNumbers, std::back_inserter(asked), [rung](Numbers numbers) {
    return applies(rung, numbers);
  });
  return asked;
}

TEST_P(EachRung, DrawsTrialsThatBelongToItAndFitTheNumberType) {
  for (const auto numbers : asked_on(GetParam())) {
    for (std::uint64_t i = 0; i < 5000; ++i) {
      const auto trial = random_trial(GetParam(), numbers, 3, i);
      if (!trial) continue;
      ASSERT_TRUE(contains(GetParam(), numbers, canonical(*trial)))
          << to_text(*trial) << " for " << to_text(numbers);
      ASSERT_TRUE(holds(numbers, subject::question_of(*trial)))
          << to_text(*trial) << " for " << to_text(numbers);
    }
  }
}

TEST_P(EachRung, LeavesOutFewerThanOneTrialInAHundred) {
  for (const auto numbers : asked_on(GetParam())) {
    int left_out = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      left_out += random_trial(GetParam(), numbers, 4, i) ? 0 : 1;
    }
    EXPECT_LT(left_out, 10) << to_text(numbers);
  }
}

TEST_P(EachRung, MeetsItsMinimumsForEveryNumberType) {
  for (const auto numbers : asked_on(GetParam())) {
    const auto [coverage, trials] = default_coverage(GetParam(), numbers);
    for (const auto& missed : shortfalls(minimums(GetParam()), coverage, trials)) {
      ADD_FAILURE() << to_text(numbers) << ": " << to_text(missed.feature) << ": " << missed.seen
                    << " of " << missed.required;
    }
  }
}

TEST_P(EachRung, DoesNotMeetAMinimumThatIsImpossible) {
  // Observations are what most trials have.
  const auto [coverage, trials] = default_coverage(GetParam(), Numbers::any);
  const Minimum impossible{.feature = Feature::no_observation, .per_mille = 1000};
  EXPECT_EQ(shortfalls({&impossible, 1}, coverage, trials).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Ladder, EachRung, testing::ValuesIn(kRandomRungs), [](const auto& test) {
  return std::string(to_text(test.param));
});

TEST(TieGenerator, DrawsVariancesThatAreOddNumbersOf8192nds) {
  // draw_trial asks its word once whether it becomes a tie; those words are picked here.
  int ties = 0;
  for (std::uint64_t word = 0; word < 4000; ++word) {
    if (!Draw(word).one_in(8)) continue;
    const Trial trial = *draw_trial(RungId::decimals, Numbers::any, word);
    const auto variance = oracle::population_variance(trial.dataset.observations);
    ASSERT_TRUE(variance);
    const Rational scaled = to_rational(*variance) * 8192;
    ASSERT_EQ(denominator(scaled), 1) << to_text(trial);
    ASSERT_EQ(numerator(scaled) % 2, 1) << to_text(trial);
    ++ties;
  }
  EXPECT_GT(ties, 400);  // 500 on average
}

TEST(RandomTrial, OfDoublesIsWellConditionedBelowTheOffsetRung) {
  for (const auto rung : {RungId::integers, RungId::counts, RungId::decimals}) {
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const auto trial = random_trial(rung, Numbers::float64, 5, i);
      if (!trial) continue;
      ASSERT_TRUE(is_well_conditioned(*trial)) << to_text(*trial);
    }
  }
}

TEST(RandomTrial, OfAnyNumbersIsNotAlwaysWellConditioned) {
  int badly = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    badly += is_well_conditioned(*random_trial(RungId::integers, Numbers::any, 5, i)) ? 0 : 1;
  }
  EXPECT_GT(badly, 0);
}

TEST(ShapedTrial, KeepsToItsExtent) {
  // The equal shapes have one worker more than asked for, so that there are two at least, and each
  // of those has an entry; up to three empty workers are added.
  const Extent extent{.entries = 12, .workers = 5};
  std::size_t most_parts = 0;
  for (std::uint64_t word = 0; word < 5000; ++word) {
    Draw draw(word);
    const Trial trial =
        shaped_trial(draw, extent, [](Draw& d) { return exact::Dyadic(d.between(-9, 9)); });
    ASSERT_LE(trial.dataset.observations.size(), 12U);
    ASSERT_LE(trial.partition.parts.size(), 5U + 1 + 3);
    most_parts = std::max(most_parts, trial.partition.parts.size());
  }
  EXPECT_GE(most_parts, 7U);
}

TEST(ShapedTrial, IsSometimesWithoutAnyObservationOrWorker) {
  int nothing = 0;
  int nobody = 0;
  for (std::uint64_t word = 0; word < 5000; ++word) {
    Draw draw(word);
    const Trial trial = shaped_trial(draw, {}, [](Draw&) { return exact::Dyadic(1); });
    nothing += trial.dataset.observations.empty() ? 1 : 0;
    nobody += trial.partition.parts.empty() ? 1 : 0;
  }
  EXPECT_GT(nothing, 50);
  EXPECT_GT(nobody, 10);
}

TEST(EmptyParts, AreAddedFirstBetweenAndLastAndHalfOfThemReportSums) {
  int first = 0;
  int last = 0;
  int stray = 0;
  int added = 0;
  for (std::uint64_t word = 0; word < 1000; ++word) {
    Draw draw(word);
    std::vector<data::PartValues> parts(2, {.observations = {{.value = 1}}});
    add_empty_parts(draw, parts, 1);  // one in one: all three places
    ASSERT_EQ(parts.size(), 5U);
    first += parts.front().observations.empty() ? 1 : 0;
    last += parts.back().observations.empty() ? 1 : 0;
    for (const auto& part : parts) {
      added += part.observations.empty() ? 1 : 0;
      stray += part.stray == data::StraySums{} ? 0 : 1;
    }
  }
  EXPECT_EQ(first, 1000);
  EXPECT_EQ(last, 1000);
  EXPECT_EQ(added, 3000);
  EXPECT_NEAR(stray, 1500, 165);  // six times √(3000/4) ≈ 27.4
}

}  // namespace
}  // namespace shardproof::search
