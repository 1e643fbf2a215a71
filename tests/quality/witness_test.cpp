/// `minimal(variant) == witness`: what shrinking reaches is what is committed.
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "quality/rows.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/search/simplicity.hpp"

namespace shardproof::search {
namespace {

using data::RungId;

std::string witness(const subject::Variant& row) {
  return to_text(witness_of(row.id)->trial);
}

TEST(CertifiedWitness, IsTheSmallScopesFirstFailure) {
  const Climbers all(wrong_rows(true));
  const auto records = climb(all.candidates, {.rungs = {RungId::small}});
  for (std::size_t i = 0; i < records.size(); ++i) {
    ASSERT_TRUE(records[i].broken) << all.rows[i].id;
    EXPECT_TRUE(records[i].broken->certified) << all.rows[i].id;
    EXPECT_EQ(shrunk_of(all.rows[i], records[i]), witness(all.rows[i])) << all.rows[i].id;
  }
}

TEST(CertifiedWitness, IsReachedFromRandomIntegersFromEachOf100Seeds) {
  const Climbers all(of_kind(subject::Kind::merge, wrong_rows(true)));
  EXPECT_EQ(all.rows.size(), 57U);
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto records = climb(all.candidates, {.seed = seed, .rungs = {RungId::integers}});
    for (std::size_t i = 0; i < records.size(); ++i) {
      EXPECT_EQ(shrunk_of(all.rows[i], records[i]), witness(all.rows[i]))
          << all.rows[i].id << " with seed " << seed;
    }
  }
}

/// A state's plan is part of the trial, and shrinking ends at the smallest trial of a plan that shows the row: from how
/// many of the seeds 1 … 20 that is the certified one, at least. Where it is not always, the others end at another plan.
struct CertifiedFrom {
  std::string_view id;
  int of_20;
};

constexpr auto kCertifiedFrom = std::to_array<CertifiedFrom>({
    {"between-term-dropped", 2},   {"variances-added", 4},         {"larger-m2-kept", 4},
    {"mean-updated-first", 2},     {"m2-taken-for-variance", 8},   {"variance-taken-for-m2", 11},
    {"m2-overwritten", 1},         {"mean-moved-by-share", 5},     {"means-halved", 1},
    {"counted-as-one", 6},         {"average-for-a-sum", 3},       {"momentum-mixed", 2},
    {"origins-ignored", 2},        {"new-mean-squared", 20},       {"old-mean-squared", 20},
    {"squares-not-kept", 20},      {"phantom-zero", 20},           {"normalised-twice", 20},
    {"bessel-and-back", 20},       {"epsilon-count", 20},          {"epsilon-added-again", 10},
    {"two-empties-nan", 7},        {"ratio-of-counts", 4},         {"empty-left-stays-empty", 8},
    {"empty-right-wins", 4},       {"count-clamped-to-one", 6},    {"setting-of-the-left", 11},
    {"operand-drained", 20},       {"self-merge-ignored", 20},     {"self-merge-as-a-value", 20},
    {"output-cleared-first", 20},  {"fold-seeded-twice", 20},      {"odd-state-dropped", 17},
    {"finalised-in-place", 20},    {"cache-not-dropped", 20},      {"full-state-remerged", 20},
    {"nothing-without-peers", 20}, {"first-worker-knows", 20},     {"m2-sent-as-float32", 20},
    {"six-decimals-sent", 20},     {"inverse-deviation-sent", 20}, {"variance-sent", 20},
    {"count-kept-on-retract", 20}, {"mean-kept-on-retract", 20},   {"old-mean-retracted", 20},
    {"residue-left", 13},          {"empty-if-never-seen", 20},    {"textbook-state-float32", 20},
    {"chan-in-float32", 20},       {"mean-in-four-decimals", 20},  {"integer-quotient", 20},
    {"rounded-mean", 20},
});

TEST(CertifiedWitness, OfAStateIsReachedFromRandomIntegersFromAsManySeedsAsStated) {
  std::vector<std::string_view> stated;
  for (const auto& [id, of_20] : kCertifiedFrom) {
    const Climbers one({*subject::variant_named(id)});
    int reached = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto records = climb(one.candidates, {.seed = seed, .rungs = {RungId::integers}});
      reached += shrunk_of(one.rows.front(), records.front()) == witness(one.rows.front()) ? 1 : 0;
    }
    EXPECT_GE(reached, of_20) << id;
    stated.push_back(id);
  }
  std::vector<std::string_view> rows;
  for (const auto& row : of_kind(subject::Kind::aggregate, wrong_rows(true)))
    rows.push_back(row.id);
  EXPECT_EQ(stated, rows);
}

/// A row whose smallest counterexample cannot be certified; a seed from which shrinking reaches the
/// committed one; and from how many of the seeds 1 … 20 it does so at least.
struct Reached {
  std::string_view id;
  std::uint64_t seed;
  int of_20;  ///< as measured where that is 1 or 20; otherwise, of 10, 17, 17 and 18, two fewer
};

void PrintTo(const Reached& reached, std::ostream* out) {
  *out << reached.id;
}

constexpr auto kReached = std::to_array<Reached>({
    {"first-eight-only", 1, 20},
    {"rounds-half-up", 1, 8},
    {"fraction-rounded-first", 6, 1},
    {"textbook-float64", 1, 15},
    {"clamped-at-zero", 1, 15},
    {"stable-merge-of-raw-sums", 1, 20},
    {"int32-count-product", 1, 20},
    {"int64-sumsq-wraps", 1, 20},
    {"float32-count", 1, 20},
    {"int32-row-count", 1, 20},
    {"sums-through-doubles", 7, 1},
    {"sums-in-float32", 1, 16},
    // States.
    {"mean-from-weighted-sum", 5, 2},
    {"running-mean-recomputed", 1, 16},
    {"only-both-empty-guarded", 9, 1},
    {"count-sent-in-a-byte", 1, 20},
    {"nonfinite-not-sent", 1, 9},
    {"threshold-for-zero", 1, 20},
    {"infinity-stays", 2, 8},
    {"textbook-state", 2, 5},
    {"textbook-state-clamped", 2, 5},
    {"sum-in-place-of-mean", 19, 1},
    {"input-as-float32", 1, 20},
    {"count-in-bfloat16", 1, 20},
    {"count-in-32-bits", 1, 18},
    {"squared-count-in-32-bits", 1, 20},
    {"products-in-64-bits", 10, 2},
    {"nan-counted-only", 2, 1},
    {"infinity-by-place", 2, 2},
    {"one-is-zero", 1, 8},
    {"nan-swallowed", 7, 3},
});

class ReachedWitness : public testing::TestWithParam<Reached> {
 protected:
  /// Where shrinking ends, on the rung where the row first fails.
  data::Trial shrunk_from(std::uint64_t seed) const {
    const auto record = climb(one_.candidates, {.seed = seed, .rungs = {row_.caught_on}}).front();
    return finding_of(row_, record).value().shrunk;
  }

  const Climbers one_{{*subject::variant_named(GetParam().id)}};
  const subject::Variant& row_ = one_.rows.front();
  const data::Trial witness_ = witness_of(row_.id)->trial;
};

TEST_P(ReachedWitness, IsWhereTheStatedSeedEnds) {
  EXPECT_EQ(to_text(shrunk_from(GetParam().seed)), to_text(witness_));
}

TEST_P(ReachedWitness, IsTheSmallestOfTwentySeedsAndReachedFromAsManyAsStated) {
  int reached = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto shrunk = shrunk_from(seed);
    reached += shrunk == witness_ ? 1 : 0;
    EXPECT_FALSE(is_simpler(shrunk, witness_)) << to_text(shrunk) << " with seed " << seed;
  }
  EXPECT_GE(reached, GetParam().of_20);
}

INSTANTIATE_TEST_SUITE_P(Rows, ReachedWitness, testing::ValuesIn(kReached), [](const auto& test) {
  return gtest_name(test.param.id);
});

TEST(Witness, IsStatedForEveryRowThatTheSmallScopeDoesNotCatch) {
  std::vector<std::string_view> stated;
  for (const auto& reached : kReached) stated.push_back(reached.id);
  std::vector<std::string_view> rows;
  for (const auto& row : wrong_rows(false)) rows.push_back(row.id);
  std::ranges::sort(stated);
  std::ranges::sort(rows);
  EXPECT_EQ(stated, rows);
}

}  // namespace
}  // namespace shardproof::search
