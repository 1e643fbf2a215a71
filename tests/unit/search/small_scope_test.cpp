#include "shardproof/search/small_scope.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/search/simplicity.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::PartValues;
using data::Trial;

/// One worker's possibilities by its number of observations: three pairs of stray sums for none,
/// and multisets of m values out of 5, which are C(m + 4, 4) many: 5, 15, 35, 70, 126.
constexpr std::array<std::uint64_t, 6> kOfOneWorker = {3, 5, 15, 35, 70, 126};

/// Trials of 0 … `workers` workers with at most 5 observations over all, worker by worker.
std::uint64_t counted(int workers) {
  std::array<std::uint64_t, 6> with_observations = {1, 0, 0, 0, 0, 0};
  std::uint64_t total = 1;
  for (int w = 1; w <= workers; ++w) {
    std::array<std::uint64_t, 6> next{};
    for (std::size_t before = 0; before < 6; ++before) {
      for (std::size_t here = 0; before + here < 6; ++here) {
        next[before + here] += with_observations[before] * kOfOneWorker[here];
      }
    }
    with_observations = next;
    for (const auto trials : with_observations) total += trials;
  }
  return total;
}

TEST(SmallScope, HasAsManyTrialsAsCombinatoricsSays) {
  // By hand for one worker: none at all, and 3 + 5 + 15 + 35 + 70 + 126 = 254 with it.
  EXPECT_EQ(counted(1), 255U);
  EXPECT_EQ(counted(kSmallWorkers), 298'138U);
  EXPECT_EQ(small_scope_size(), 298'138U);
}

TEST(SmallScope, AscendsFromEachTrialToTheNext) {
  // Strictly, in a strict order: so none repeats, either.
  Trial before = small_trial(0);
  for (std::size_t i = 1; i < small_scope_size(); ++i) {
    Trial trial = small_trial(i);
    ASSERT_TRUE(is_simpler(before, trial)) << to_text(before) << " and " << to_text(trial);
    before = std::move(trial);
  }
}

TEST(SmallScope, HoldsCanonicalSmallTrialsOnly) {
  for (std::size_t i = 0; i < small_scope_size(); ++i) {
    const Trial trial = small_trial(i);
    ASSERT_EQ(canonical(trial), trial);
    ASSERT_TRUE(is_small(trial)) << to_text(trial);
  }
}

TEST(SmallScope, BeginsWithTheSimplest) {
  const std::vector<std::string_view> first = {
      "[]",
      "[[]]",
      R"([{"stray": [0, 1]}])",
      R"([{"stray": [1, 0]}])",
      "[[0]]",
      "[[1]]",
      "[[-1]]",
      "[[2]]",
      "[[-2]]",
      "[[0, 0]]",
      "[[0, 1]]",
      "[[-1, 0]]",
      // Magnitude 2 from here: without a negative first, and of those the smaller values first.
      "[[0, 2]]",
      "[[1, 1]]",
      "[[-2, 0]]",
      "[[-1, 1]]",
      "[[-1, -1]]",
  };
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(canonical(trial(first[i])), small_trial(i)) << i;
  }
}

TEST(SmallScope, EndsWithTheLargestOfEverything) {
  EXPECT_EQ(
      small_trial(small_scope_size() - 1),
      canonical(trial(
          R"([[-2, -2, -2, -2, -2], {"stray": [1, 0]}, {"stray": [1, 0]}, {"stray": [1, 0]}])")));
}

/// Gives each of `left` further observations to a worker, and every empty worker stray sums, in
/// every way there is; the same dataset many times over.
void enumerate(std::vector<PartValues>& parts, int left, std::set<std::string>& found) {
  const auto empty = std::ranges::find_if(parts, [](const PartValues& part) {
    return part.observations.empty() && part.stray.sum.sign() < 0;
  });
  if (left > 0) {
    for (auto& part : parts) {
      for (int value = -2; value <= 2; ++value) {
        part.observations.push_back({.value = value});
        enumerate(parts, left - 1, found);
        part.observations.pop_back();
      }
    }
    return;
  }
  if (empty == parts.end()) {
    found.insert(to_text(canonical(data::trial_of(parts))));
    return;
  }
  const auto undecided = empty->stray;
  for (const auto& [sum, sumsq] : {std::pair{0, 0}, {0, 1}, {1, 0}}) {
    empty->stray = {.sum = sum, .sumsq = sumsq};
    enumerate(parts, 0, found);
  }
  empty->stray = undecided;
}

TEST(SmallScope, ContainsEveryDatasetUpToThreeObservationsOnThreeWorkers) {
  std::set<std::string> by_brute_force;
  for (std::size_t workers = 0; workers <= 3; ++workers) {
    for (int observations = 0; observations <= 3; ++observations) {
      std::vector<PartValues> parts(workers,
                                    {.observations = {}, .stray = {.sum = -1, .sumsq = 0}});
      if (workers > 0 || observations == 0) enumerate(parts, observations, by_brute_force);
    }
  }
  std::set<std::string> listed;
  for (std::size_t i = 0; i < small_scope_size(); ++i) {
    const Trial trial = small_trial(i);
    const bool wanted =
        trial.partition.parts.size() <= 3 && data::count(trial.dataset.observations) <= 3;
    if (wanted) listed.insert(to_text(trial));
  }
  EXPECT_EQ(listed, by_brute_force);
  EXPECT_GT(listed.size(), 1000U);
}

TEST(SmallScope, LeavesOutWhatIsNotSmall) {
  for (const auto* parts : {
           "[[0, 0, 0, 0, 0, 0]]",
           R"([[{"value": 0, "times": 6}]])",
           R"([[{"value": 0, "times": 1099511627776}]])",
           "[[3]]",
           "[[-3]]",
           "[[0.5]]",
           "[[], [], [], [], []]",
           R"([{"stray": [1, 1]}])",
           R"([{"stray": [0, 2]}])",
           R"([{"stray": [-1, 0]}])",
       }) {
    EXPECT_FALSE(is_small(trial(parts))) << parts;
  }
}

}  // namespace
}  // namespace shardproof::search
