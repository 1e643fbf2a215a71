/// Each law bites on a merge that is wrong in just that way, and is blind to another.
#include "shardproof/law/laws.hpp"

#include <algorithm>
#include <atomic>

#include <gtest/gtest.h>

#include "shardproof/subject/reference.hpp"
#include "unit/data/trials.hpp"
#include "unit/law/merges.hpp"

namespace shardproof::law {
namespace {

using data::kLaws;
using data::LawId;
using data::Trial;
using data::trial;
using exact::Rational;
using subject::Answer;
using subject::NoVariance;
using subject::Subject;

/// {−1, 7} and {3, 3}: mean 3, variance 8, of the first worker 16.
Trial plain() {
  return trial({{-1, 7}, {3, 3}});
}

bool bites(LawId law, const Subject& subject, const Trial& trial) {
  return breaks(law, subject, trial, Expect::contract);
}

/// Says one more each time.
std::unique_ptr<Subject> counts_its_calls() {
  return subject::merge_subject(
      "counter",
      subject::Numbers::any,
      [calls = std::make_shared<std::atomic<int>>(0)](std::span<const aggregate::Summary>) {
        return Answer(static_cast<double>(++*calls));
      });
}

/// The same answer within one request and another in the next.
class CountsRequests final : public Subject {
 public:
  const subject::Description& description() const override { return description_; }

  std::vector<Answer> ask(std::span<const subject::Question> questions) const override {
    return std::vector<Answer>(questions.size(), Answer(static_cast<double>(++requests_)));
  }

 private:
  subject::Description description_{.name = "requests"};
  mutable std::atomic<int> requests_ = 0;
};

/// The place of the question in its request.
class AnswersByPlace final : public Subject {
 public:
  const subject::Description& description() const override { return description_; }

  std::vector<Answer> ask(std::span<const subject::Question> questions) const override {
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < questions.size(); ++i) answers.emplace_back(static_cast<double>(i));
    return answers;
  }

 private:
  subject::Description description_{.name = "places"};
};

TEST(Reference, KeepsEveryLawHere) {
  for (const auto& asked :
       {plain(), trial({}), trial({{}}), trial({{5}}), trial({{1}, {}, {2}, {4}})}) {
    EXPECT_TRUE(broken_laws(*subject::reference(), asked, Expect::contract).empty());
  }
}

TEST(Determinism, BitesOnAMergeThatRemembers) {
  EXPECT_TRUE(bites(LawId::determinism, *counts_its_calls(), plain()));
  EXPECT_FALSE(bites(LawId::none_iff_empty, *counts_its_calls(), plain()));
}

TEST(Determinism, BitesOnAnAnswerThatChangesFromOneRequestToTheNext) {
  EXPECT_TRUE(bites(LawId::determinism, CountsRequests(), plain()));
  EXPECT_FALSE(bites(LawId::worker_order, CountsRequests(), plain()));  // asks once
}

TEST(Determinism, BitesOnAnAnswerThatDependsOnThePlaceInTheRequest) {
  EXPECT_TRUE(bites(LawId::determinism, AnswersByPlace(), plain()));
  EXPECT_FALSE(bites(LawId::none_iff_empty, AnswersByPlace(), plain()));
}

TEST(Determinism, IsBlindToAWrongConstantAndTakesNanForNan) {
  EXPECT_FALSE(bites(LawId::determinism, *always(0.5), plain()));
  EXPECT_FALSE(bites(LawId::determinism, *always(std::nan("")), plain()));
}

TEST(Determinism, IsNotAboutWhoFailsNowAndThen) {
  std::atomic<int> calls = 0;
  const auto moody = subject::merge_subject("moody", subject::Numbers::any, [&](auto) -> Answer {
    if (calls++ % 2 == 0) return subject::Failed{"not now"};
    return 0.5;
  });
  EXPECT_FALSE(bites(LawId::determinism, *moody, plain()));
}

TEST(NoneIffEmpty, BitesOnNoneForData) {
  EXPECT_TRUE(bites(LawId::none_iff_empty, *always(NoVariance{}), plain()));
  EXPECT_FALSE(bites(LawId::shift, *always(NoVariance{}), plain()));
}

TEST(NoneIffEmpty, BitesOnANumberForNoData) {
  EXPECT_TRUE(bites(LawId::none_iff_empty, *always(0.0), trial({{}})));
  EXPECT_FALSE(bites(LawId::none_iff_empty, *always(0.0), plain()));
}

TEST(EmptyWorker, BitesOnAMergeThatCountsThem) {
  const auto subject =
      merge_of([](const Told& told) { return Rational(told.variance() + told.empty); });
  EXPECT_TRUE(bites(LawId::empty_worker, *subject, plain()));
  EXPECT_FALSE(bites(LawId::shift, *subject, plain()));
}

TEST(EmptyWorker, BitesOnAMergeThatAddsTheirStraySums) {
  const auto subject = subject::merge_subject(
      "adds all", subject::Numbers::any, [](std::span<const aggregate::Summary> summaries) {
        Told told;
        for (const auto& summary : summaries) {
          told.n += Rational(summary.count);
          told.s += to_rational(summary.sum);
          told.q += to_rational(summary.sumsq);
        }
        return Answer(exact::round12(told.variance()).value());
      });
  EXPECT_TRUE(bites(LawId::empty_worker, *subject, plain()));
  EXPECT_FALSE(bites(LawId::partition_invariance, *subject, plain()));
}

TEST(ConstantIsZero, BitesOnAMergeThatIsOneTooHigh) {
  const auto subject = merge_of([](const Told& told) { return Rational(told.variance() + 1); });
  EXPECT_TRUE(bites(LawId::constant_is_zero, *subject, trial({{4}, {4, 4}})));
  EXPECT_FALSE(bites(LawId::constant_is_zero, *subject, plain()));
  EXPECT_FALSE(bites(LawId::shift, *subject, trial({{4}, {4, 4}})));
}

TEST(NonNegative, BitesOnAMergeThatSaysMinusOne) {
  EXPECT_TRUE(bites(LawId::non_negative, *always(-1.0), plain()));
  EXPECT_FALSE(bites(LawId::partition_invariance, *always(-1.0), plain()));
}

TEST(OracleAgreement, BitesOnTwiceTheVarianceWhereEveryOtherLawIsBlind) {
  const auto subject = merge_of([](const Told& told) { return Rational(told.variance() * 2); });
  EXPECT_EQ(broken_laws(*subject, plain(), Expect::contract),
            std::vector<LawId>{LawId::oracle_agreement});
}

TEST(OracleAgreement, BitesOnWhateverBreaksANarrowerLawByOneAnswer) {
  EXPECT_TRUE(bites(LawId::oracle_agreement, *always(-1.0), plain()));
  EXPECT_TRUE(bites(LawId::oracle_agreement, *always(NoVariance{}), plain()));
}

TEST(PartitionInvariance, BitesOnAMergeThatCountsWorkers) {
  const auto subject =
      merge_of([](const Told& told) { return Rational(told.variance() + told.workers); });
  EXPECT_TRUE(bites(LawId::partition_invariance, *subject, plain()));
  EXPECT_FALSE(bites(LawId::worker_order, *subject, plain()));
}

TEST(WorkerOrder, BitesOnAMergeThatTakesTheFirstWorkerForMore) {
  const auto subject =
      merge_of([](const Told& told) { return Rational(told.variance() + told.first_n); });
  EXPECT_TRUE(bites(LawId::worker_order, *subject, trial({{0, 2}, {5}})));
  EXPECT_FALSE(bites(LawId::worker_order, *subject, trial({{0, 2}, {5, 5}})));
  EXPECT_FALSE(bites(LawId::shift, *subject, trial({{0, 2}, {5}})));
}

TEST(Shift, BitesOnTheMeanSquare) {
  const auto subject = merge_of([](const Told& told) { return Rational(told.q / told.n); });
  EXPECT_TRUE(bites(LawId::shift, *subject, plain()));
  EXPECT_FALSE(bites(LawId::scale, *subject, plain()));
  EXPECT_FALSE(bites(LawId::partition_invariance, *subject, plain()));
}

TEST(Scale, BitesOnWhatGrowsWithTheFirstPower) {
  const auto subject = merge_of([](const Told& told) { return Rational(told.variance() + 1); });
  EXPECT_TRUE(bites(LawId::scale, *subject, plain()));
  EXPECT_FALSE(bites(LawId::shift, *subject, plain()));
}

TEST(Scale, BitesOnAMergeThatDependsOnTheSign) {
  const auto subject = merge_of(
      [](const Told& told) { return Rational(told.s < 0 ? Rational(0) : told.variance()); });
  EXPECT_TRUE(bites(LawId::scale, *subject, plain()));
  EXPECT_FALSE(bites(LawId::worker_order, *subject, plain()));
}

TEST(Replication, BitesOnTheSampleVariance) {
  const auto subject =
      merge_of([](const Told& told) { return Rational(told.variance() * told.n / (told.n - 1)); });
  EXPECT_TRUE(bites(LawId::replication, *subject, plain()));
  EXPECT_FALSE(bites(LawId::shift, *subject, plain()));
  EXPECT_FALSE(bites(LawId::scale, *subject, plain()));
}

TEST(Regrouping, BitesOnAMergeThatIsWrongForTwoWorkersAndPartitionInvarianceIsBlind) {
  const auto subject = merge_of(
      [](const Told& told) { return Rational(told.variance() + (told.workers == 2 ? 1 : 0)); });
  EXPECT_TRUE(bites(LawId::regrouping, *subject, trial({{0}, {1}, {5}})));
  EXPECT_FALSE(bites(LawId::partition_invariance, *subject, trial({{0}, {1}, {5}})));
}

TEST(Regrouping, BitesAtTheEndAsAtTheBeginning) {
  // Wrong where the first worker holds one observation: only merging the last two keeps it so, with two workers.
  const auto subject = merge_of([](const Told& told) {
    return Rational(told.variance() + (told.workers == 2 && told.first_n == 1 ? 1 : 0));
  });
  EXPECT_TRUE(bites(LawId::regrouping, *subject, trial({{0}, {1}, {5}})));
}

TEST(LawsThatCompare, AskNothingThatTheSubjectDoesNotHold) {
  // Twice 2^62 is no int64: the question is left out. Asked it, the merge would answer wrongly.
  const auto twist = [](const Told& told) { return Rational(told.s > Rational(0x1p62) ? 1 : 0); };
  const auto wide = data::trial_of(
      {data::part({0}), data::PartValues{.observations = {{.value = 1, .times = 1ULL << 62}}}});
  EXPECT_FALSE(bites(LawId::replication, *merge_of(twist, subject::Numbers::int64), wide));
  EXPECT_TRUE(bites(LawId::replication, *merge_of(twist, subject::Numbers::bigint), wide));
}

TEST(LawsThatCompare, CallNanAgainstANumberAContradiction) {
  const auto subject = subject::merge_subject(
      "nan", subject::Numbers::any, [](std::span<const aggregate::Summary> summaries) {
        return Answer(summaries.size() == 1 ? 8.0 : std::nan(""));
      });
  for (const auto expect : {Expect::contract, Expect::float64}) {
    EXPECT_TRUE(breaks(LawId::partition_invariance, *subject, plain(), expect));
  }
}

}  // namespace
}  // namespace shardproof::law
