#include "shardproof/search/replay.hpp"

#include <string>

#include <gtest/gtest.h>

#include "shardproof/law/laws.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::LawId;
using law::Expect;
using subject::Answer;

Counterexample recorded(std::string_view parts, LawId law = LawId::oracle_agreement) {
  Counterexample counterexample;
  counterexample.subject = "average-of-variances";
  counterexample.trial = trial(parts);
  counterexample.law = law;
  return counterexample;
}

Replayed replayed(const Counterexample& counterexample, const std::string& name) {
  const auto named = subject_named(name);
  const auto& subject = *named;
  const auto expect = law::expect_of(subject->description().kind, Expect::contract);
  return replay(counterexample, *subject, expect);
}

TEST(Replay, OfACounterexampleThatStillFailsSaysHow) {
  const auto again = replayed(recorded("[[0], [1]]"), "average-of-variances");
  EXPECT_FALSE(again.is_stale());
  EXPECT_TRUE(std::holds_alternative<law::Broken>(again.verdict));
  EXPECT_EQ(again.oracle_exactly, "1/4");
  EXPECT_EQ(again.oracle_says, Answer(0.25));
  EXPECT_EQ(again.subject_says, Answer(0.0));
  ASSERT_FALSE(again.laws.empty());
  EXPECT_EQ(again.laws.front(), LawId::oracle_agreement);
  EXPECT_EQ(again.recorded, recorded("[[0], [1]]"));
}

TEST(Replay, OfOneThatWasRepairedIsStale) {
  const auto again = replayed(recorded("[[0], [1]]"), "reference");
  EXPECT_TRUE(again.is_stale());
  EXPECT_TRUE(again.laws.empty());
}

TEST(Replay, OfATrialThatIsTooEasyIsStale) {
  EXPECT_TRUE(replayed(recorded("[[1], [1]]"), "average-of-variances").is_stale());
}

TEST(Replay, SaysNoneForNoObservations) {
  const auto again = replayed(recorded("[]"), "zero-instead-of-none");
  EXPECT_EQ(again.oracle_exactly, "none");
  EXPECT_EQ(again.oracle_says, Answer(subject::NoVariance{}));
  EXPECT_FALSE(again.is_stale());
}

TEST(Replay, ChecksTheRecordedLawWhereTheAnswerItselfIsRight) {
  const auto lost = right_but_for([](auto summaries) -> std::optional<Answer> {
    return summaries.size() >= 2 ? std::optional<Answer>(99.0) : std::nullopt;
  });
  const auto by_law = recorded("[[1, 2]]", LawId::partition_invariance);
  const auto again = replay(by_law, *lost, Expect::contract);
  const auto* broken = std::get_if<law::Broken>(&again.verdict);
  ASSERT_TRUE(broken != nullptr);
  EXPECT_EQ(broken->law, LawId::partition_invariance);
  // By its own answer it would be stale.
  EXPECT_TRUE(replay(recorded("[[1, 2]]"), *lost, Expect::contract).is_stale());
}

TEST(Replay, JudgesByThePrecisionThatIsAskedFor) {
  const auto witness = witness_of("fraction-rounded-first").value();
  const auto row = subject_named("fraction-rounded-first").value();
  EXPECT_TRUE(
      std::holds_alternative<law::Imprecise>(replay(witness, *row, Expect::contract).verdict));
  EXPECT_TRUE(replay(witness, *row, Expect::float64).is_stale());
}

TEST(SubjectNamed, KnowsTheReferenceAndEveryRow) {
  EXPECT_EQ(subject_named("reference").value()->description().name, "reference");
  for (const auto& row : subject::catalogue()) {
    EXPECT_EQ(subject_named(std::string(row.id)).value()->description().name, row.id);
  }
}

TEST(SubjectNamed, IsAProblemForAnyOtherName) {
  const auto subject = subject_named("average");
  ASSERT_FALSE(subject);
  EXPECT_EQ(subject.error().kind, exact::Problem::Kind::unknown_name);
  EXPECT_NE(subject.error().what.find("\"average\""), std::string::npos);
}

TEST(WitnessOf, IsThereForEveryWrongRowAndFailsStill) {
  for (const auto& row : subject::catalogue()) {
    const auto witness = witness_of(row.id);
    EXPECT_EQ(witness.has_value(), row.standing != subject::Standing::equivalent) << row.id;
    if (!witness) continue;
    EXPECT_EQ(witness->subject, row.id);
    EXPECT_EQ(witness->rung, row.caught_on) << row.id;
    EXPECT_EQ(witness->law, row.caught_by) << row.id;
    const auto again = replayed(*witness, std::string(row.id));
    EXPECT_EQ(law::to_text(again.verdict), to_text(row.standing)) << row.id;
    EXPECT_EQ(again.oracle_exactly, witness->oracle_says) << row.id;
    EXPECT_TRUE(same(again.subject_says, witness->subject_says)) << row.id;
  }
}

TEST(WitnessOf, IsAProblemForAnUnknownVariant) {
  const auto witness = witness_of("unheard-of");
  ASSERT_FALSE(witness);
  EXPECT_EQ(witness.error().kind, exact::Problem::Kind::unknown_name);
}

}  // namespace
}  // namespace shardproof::search
