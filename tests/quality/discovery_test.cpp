/// Discovery: within how many trials each wrong row is found by random trials alone.
#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "quality/rows.hpp"

namespace shardproof::search {
namespace {

using data::RungId;

/// A row, and the most trials that it took to find it from any of the seeds 1 … 20: on the integers
/// rung for the rows that the small scope catches, as if there were no small scope, otherwise on
/// the rung where the row first fails.
struct Discovery {
  std::string_view id;
  std::uint64_t worst;  ///< as measured when the row was written
};

/// How much longer than the worst it may take. A row that one trial in m shows takes the worst of
/// 20 seeds about m·ln 20 ≈ 3m trials; four times that, 12m, is reached by chance once in
/// e^12 / 20 ≈ 8,000 changes of the generators. Beyond it a generator has lost something.
constexpr std::uint64_t kMargin = 4;

void PrintTo(const Discovery& discovery, std::ostream* out) {
  *out << discovery.id;
}

constexpr auto kDiscoveries = std::to_array<Discovery>({
    {"average-of-variances", 9},
    {"count-weighted-average", 9},
    {"mean-of-deviations-squared", 9},
    {"variance-of-means", 6},
    {"sum-of-variances", 9},
    {"unweighted-means", 14},
    {"all-unweighted", 14},
    {"equal-counts-assumed", 14},
    {"workers-counted", 4},
    {"last-worker-dropped", 9},
    {"first-worker-only", 5},
    {"sample-variance", 3},
    {"per-worker-bessel", 6},
    {"rounds-half-up", 37},
    {"truncates", 59},
    {"eleven-decimals", 18},
    {"fraction-rounded-first", 225},
    {"zero-instead-of-none", 97},
    {"none-for-one", 14},
    {"stray-sums-counted", 14},
    {"empty-as-a-zero", 5},
    {"zero-sum-skipped", 20},
    {"nan-on-empty", 5},
    {"textbook-float64", 6},
    {"textbook-float32", 5},
    {"clamped-at-zero", 6},
    {"int32-count-product", 10},
    {"int64-sumsq-wraps", 147},
    {"float32-count", 13},
});

std::uint64_t worst_of_20_seeds(const subject::Variant& row) {
  const Climbers one({row});
  const RungId rung = row.caught_on == RungId::small ? RungId::integers : row.caught_on;
  std::uint64_t worst = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto record =
        climb(one.candidates, {.seed = seed, .rungs = {rung}, .shrink = {.evaluations = 0}})
            .front();
    const auto& finding = finding_of(row, record);
    EXPECT_TRUE(finding) << "missed with seed " << seed;
    if (finding) worst = std::max(worst, finding->trial_number);
  }
  return worst;
}

class DiscoveryWithin : public testing::TestWithParam<Discovery> {};

TEST_P(DiscoveryWithin, IsWithinTheStatedNumberOfTrials) {
  EXPECT_LE(worst_of_20_seeds(*subject::variant_named(GetParam().id)), kMargin * GetParam().worst);
}

INSTANTIATE_TEST_SUITE_P(Rows,
                         DiscoveryWithin,
                         testing::ValuesIn(kDiscoveries),
                         [](const auto& test) { return gtest_name(test.param.id); });

TEST(Discovery, IsStatedForEveryWrongRow) {
  std::vector<std::string_view> stated;
  for (const auto& discovery : kDiscoveries) stated.push_back(discovery.id);
  std::vector<std::string_view> rows;
  for (const auto& row : wrong_rows()) rows.push_back(row.id);
  std::ranges::sort(stated);
  std::ranges::sort(rows);
  EXPECT_EQ(stated, rows);
}

}  // namespace
}  // namespace shardproof::search
