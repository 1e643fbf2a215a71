/// Discovery: within how many trials each wrong row is found by random trials alone.
#include <algorithm>
#include <optional>
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
  std::uint64_t worst;               ///< as measured when the row was written
  std::optional<RungId> where = {};  ///< another rung, where integers show it too rarely
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
    {"pooled-variance", 3},
    {"within-over-n-minus-1", 3},
    {"between-only", 6},
    {"means-squared-first", 9},
    {"largest-variance", 9},
    {"median-of-variances", 9},
    {"updated-mean-in-delta", 9},
    {"mean-never-updated", 17},
    {"variance-read-as-deviations", 9},
    {"deviations-scaled-again", 8},
    {"average-added-to-sum", 10},
    {"halves-at-every-merge", 9},
    {"origins-mixed", 9},
    {"unweighted-means", 14},
    {"all-unweighted", 14},
    {"equal-counts-assumed", 14},
    {"workers-counted", 4},
    {"last-worker-dropped", 9},
    {"first-worker-only", 5},
    {"last-two-only", 7},
    {"power-of-two-reduction", 21},
    {"first-eight-only", 87},
    {"largest-count-taken", 4},
    {"squares-averaged-again", 4},
    {"first-worker-twice", 14},
    {"last-worker-twice", 12},
    {"prior-counted", 2},
    {"prior-per-worker", 2},
    {"padding-counted", 3},
    {"padding-squared", 3},
    {"sample-variance", 3},
    {"per-worker-bessel", 6},
    {"double-normalisation", 3},
    {"epsilon-added", 2},
    {"deviation-answered", 3},
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
    {"nan-instead-of-none", 97},
    {"none-if-any-is-empty", 5},
    {"nan-from-a-singleton", 7},
    {"no-spread-skipped", 7},
    {"textbook-float64", 6},
    {"textbook-float32", 5},
    {"clamped-at-zero", 6},
    {"stable-merge-of-raw-sums", 13},
    {"int32-count-product", 10},
    {"int64-sumsq-wraps", 147},
    {"float32-count", 13},
    {"int32-row-count", 5},
    {"integer-division", 4},
    {"rounded-mean-unsigned", 4},
    {"four-decimals-kept", 8},
    {"sign-dropped", 17},
    {"sums-through-doubles", 79},
    {"sums-in-float32", 10},
    {"means-in-float32", 13},
    // States.
    {"between-term-dropped", 9},
    {"variances-added", 9},
    {"larger-m2-kept", 9},
    {"mean-updated-first", 9},
    {"m2-taken-for-variance", 5},
    {"variance-taken-for-m2", 4},
    {"m2-overwritten", 9},
    {"mean-moved-by-share", 4},
    {"means-halved", 9},
    {"mean-from-weighted-sum", 382},
    {"counted-as-one", 4},
    {"average-for-a-sum", 5},
    {"momentum-mixed", 9},
    {"origins-ignored", 9},
    {"new-mean-squared", 6},
    {"old-mean-squared", 6},
    {"squares-not-kept", 6},
    {"running-mean-recomputed", 382},
    {"phantom-zero", 2},
    {"normalised-twice", 3},
    {"bessel-and-back", 17},
    {"epsilon-count", 2},
    {"epsilon-added-again", 6},
    {"two-empties-nan", 10},
    {"ratio-of-counts", 5},
    {"only-both-empty-guarded", 34},
    {"empty-left-stays-empty", 4},
    {"empty-right-wins", 5},
    {"count-clamped-to-one", 3},
    {"setting-of-the-left", 4},
    {"operand-drained", 59},
    {"self-merge-ignored", 50},
    {"self-merge-as-a-value", 50},
    {"output-cleared-first", 94},
    {"fold-seeded-twice", 115},
    {"odd-state-dropped", 267},
    {"finalised-in-place", 60},
    {"cache-not-dropped", 195},
    {"full-state-remerged", 66},
    {"nothing-without-peers", 930},
    {"first-worker-knows", 66},
    {"m2-sent-as-float32", 187},
    {"six-decimals-sent", 101},
    {"count-sent-in-a-byte", 6229},
    {"inverse-deviation-sent", 69},
    {"variance-sent", 69},
    {"nonfinite-not-sent", 75},
    {"count-kept-on-retract", 104},
    {"mean-kept-on-retract", 192},
    {"old-mean-retracted", 192},
    {"threshold-for-zero", 18},
    {"empty-if-never-seen", 290},
    {"infinity-stays", 184},
    {"textbook-state", 5302},
    {"textbook-state-float32", 5},
    {"textbook-state-clamped", 5302},
    {"sum-in-place-of-mean", 382},
    {"chan-in-float32", 8},
    {"input-as-float32", 2},
    {"mean-in-four-decimals", 7},
    {"count-in-bfloat16", 749},
    {"count-in-32-bits", 11},
    {"squared-count-in-32-bits", 3},
    {"products-in-64-bits", 12},
    {"integer-quotient", 6},
    {"rounded-mean", 6},
    {"nan-counted-only", 30},
    {"infinity-by-place", 7},
    {"one-is-zero", 13},
    {"nan-swallowed", 2},
    {"residue-left", 4718, RungId::decimals},
});

std::uint64_t worst_of_20_seeds(const subject::Variant& row, std::optional<RungId> where) {
  const Climbers one({row});
  const RungId rung = where.value_or(random_rung(row));
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
  EXPECT_LE(worst_of_20_seeds(*subject::variant_named(GetParam().id), GetParam().where),
            kMargin * GetParam().worst);
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
