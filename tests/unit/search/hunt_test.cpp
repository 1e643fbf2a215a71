#include "shardproof/search/hunt.hpp"

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/search/folder.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using subject::Answer;
using subject::Numbers;
using subject::Subject;

/// A short hunt, the same on every machine.
HuntOptions quick(law::Expect expect = law::Expect::float64) {
  return {.expect = expect, .trials = 300, .small_step = 64};
}

HuntRecord hunted(const Subject& subject, const HuntOptions& options = quick()) {
  return hunt(subject, options).value();
}

std::unique_ptr<Subject> row(std::string_view id) {
  return subject::subject_of(*subject::variant_named(id));
}

/// Q/n − (S/n)² in doubles, of doubles: the naive repair.
std::unique_ptr<Subject> naive() {
  return subject::merge_subject(
      "naive", Numbers::float64, [](std::span<const aggregate::Summary> workers) -> Answer {
        double n = 0;
        double s = 0;
        double q = 0;
        for (const auto& worker : workers) {
          if (worker.count.is_zero()) continue;
          n += exact::Dyadic(worker.count).as_double().value();
          s += worker.sum.as_double().value();
          q += worker.sumsq.as_double().value();
        }
        if (n == 0) return subject::NoVariance{};
        return q / n - (s / n) * (s / n);
      });
}

TEST(Hunt, OfARightMergeHolds) {
  const auto record = hunted(*subject::reference(), quick(law::Expect::contract));
  EXPECT_EQ(conclusion(record), HuntConclusion::holds);
  EXPECT_EQ(finding_of(record), nullptr);
  ASSERT_TRUE(record.identity);
  EXPECT_EQ(record.identity->trials, IdentityTest::kTrials);
  EXPECT_EQ(record.stability->stability, StabilityClass::exact);
}

TEST(Hunt, ClimbsAllRungsTheFixturesLast) {
  const auto record = hunted(*subject::reference());
  std::vector<RungId> rungs;
  for (const auto& rung : record.subject.rungs) rungs.push_back(rung.rung);
  EXPECT_EQ(rungs.size(), data::kRungs.size());
  EXPECT_EQ(rungs.front(), RungId::small);
  EXPECT_EQ(rungs.back(), RungId::fixtures);
  EXPECT_GT(record.subject.rungs.back().trials, 150U);
}

TEST(Hunt, OfAWrongMergeFindsTheSmallestCounterexample) {
  const auto record = hunted(*row("average-of-variances"));
  EXPECT_EQ(conclusion(record), HuntConclusion::broken);
  EXPECT_EQ(data::to_text(finding_of(record)->shrunk), "[0] | [1]");
  EXPECT_FALSE(record.identity);
}

TEST(Hunt, OfTheNaiveRepairEndsInCancellationOnTheOffsetRung) {
  const auto record = hunted(*naive());
  EXPECT_EQ(conclusion(record), HuntConclusion::broken);
  const Finding& finding = *finding_of(record);
  EXPECT_EQ(finding.rung, RungId::offset);
  EXPECT_TRUE(std::get<law::Broken>(finding.verdict).cancellation);
  EXPECT_EQ(record.stability->stability, StabilityClass::textbook);
}

TEST(Hunt, OfTheNaiveRepairHoldsForThoseWhoExpectNoMore) {
  EXPECT_EQ(conclusion(hunted(*naive(), quick(law::Expect::textbook))), HuntConclusion::holds);
}

TEST(Hunt, TellsARightFormulaFromTheContractsLastBits) {
  // Rounds the fraction, and then to the nearest double: another last bit now and then.
  const auto rounded_first = row("fraction-rounded-first");
  const auto record = hunted(*rounded_first);
  EXPECT_EQ(conclusion(record), HuntConclusion::holds);
  ASSERT_TRUE(record.subject.imprecise);
  EXPECT_EQ(conclusion(hunted(*rounded_first, quick(law::Expect::contract))),
            HuntConclusion::imprecise);
}

TEST(Hunt, OfAMergeThatAnswersByChanceSaysSo) {
  std::atomic<int> calls = 0;
  const auto moody = subject::merge_subject(
      "moody", Numbers::any, [&](std::span<const aggregate::Summary>) -> Answer {
        return static_cast<double>(calls++);
      });
  const auto record = hunted(*moody);
  EXPECT_EQ(conclusion(record), HuntConclusion::nondeterministic);
  ASSERT_TRUE(record.nondeterminism);
  EXPECT_FALSE(
      subject::same(record.nondeterminism->first.back(), record.nondeterminism->second.back()));
}

TEST(Hunt, OfASubjectThatFailsMakesNoMoreOfIt) {
  const auto silent = subject::merge_subject(
      "silent", Numbers::any, [](std::span<const aggregate::Summary>) -> Answer {
        return subject::Failed{"out of order"};
      });
  const auto record = hunted(*silent);
  EXPECT_EQ(conclusion(record), HuntConclusion::subject_failed);
  EXPECT_FALSE(record.stability);
}

TEST(Hunt, TestsTheIdentityOfFormulasThatTheClimbDoesNotTry) {
  // Wrong where the second of three workers has one observation, and a large one: never on the small scope.
  const auto right = subject::reference();
  const auto picky = subject::merge_subject(
      "picky", Numbers::any, [&](std::span<const aggregate::Summary> workers) -> Answer {
        const bool here =
            workers.size() == 3 && workers[1].count == 1 && exact::Dyadic(100) < workers[1].sum;
        if (here) return 1.0;
        const subject::Question question{
            .trial = nullptr, .summaries = {workers.begin(), workers.end()}, .script = {}};
        return right->ask({&question, 1}).front();
      });
  HuntOptions options = quick();
  options.rungs = {RungId::small};
  const auto record = hunted(*picky, options);
  EXPECT_EQ(conclusion(record), HuntConclusion::broken);
  EXPECT_EQ(finding_of(record)->rung, RungId::integers);
}

TEST(IdentityTest, BoundsTheChanceByDegreeOverSampleToThePowerOfTrials) {
  // (8 + 2) / 2^20, sixteen times: 16 · (log2 10 − 20).
  const IdentityTest test{.sizes = {3, 1, 2}, .trials = 16};
  EXPECT_DOUBLE_EQ(test.log2_chance(), 16 * (std::log2(10.0) - 20));
}

TEST(Hunt, RecordsWhatItFindsAndTriesItFirstTheNextTime) {
  const Folder folder;
  HuntOptions options = quick();
  options.corpus = folder.path();
  const auto first = hunted(*row("average-of-variances"), options);
  ASSERT_FALSE(first.written.empty());
  EXPECT_TRUE(first.recorded.empty());

  const auto again = hunted(*row("average-of-variances"), options);
  ASSERT_EQ(again.recorded.size(), 1U);
  EXPECT_EQ(again.recorded.front().file, first.written);
  EXPECT_FALSE(again.recorded.front().replayed.is_stale());
}

TEST(Hunt, ReportsARecordedCounterexampleThatIsFixed) {
  const Folder folder;
  HuntOptions options = quick();
  options.corpus = folder.path();
  hunted(*row("average-of-variances"), options);
  const auto record = hunted(*subject::reference(), options);
  EXPECT_EQ(conclusion(record), HuntConclusion::holds);
  ASSERT_EQ(record.recorded.size(), 1U);
  EXPECT_TRUE(record.recorded.front().replayed.is_stale());
}

TEST(Hunt, GivesOneRecordForOneSeedOnAnyNumberOfThreads) {
  HuntOptions options = quick();
  const auto alone = hunted(*naive(), options);
  options.jobs = 4;
  const auto together = hunted(*naive(), options);
  EXPECT_EQ(alone.subject.trials(), together.subject.trials());
  EXPECT_EQ(finding_of(alone)->shrunk, finding_of(together)->shrunk);
  EXPECT_EQ(finding_of(alone)->trial_number, finding_of(together)->trial_number);
}

}  // namespace
}  // namespace shardproof::search
