/// The committed witnesses, fixtures/counterexamples/: each wrong row has one, and it fails today as it is recorded.
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "shardproof/search/replay.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::subject {
namespace {

using law::Expect;
using search::Counterexample;
using search::witness_of;

std::vector<Variant> wrong_rows() {
  std::vector<Variant> rows;
  for (const auto& row : catalogue()) {
    if (row.standing != Standing::equivalent) rows.push_back(row);
  }
  return rows;
}

std::vector<Counterexample> witnesses() {
  std::vector<Counterexample> witnesses;
  for (const auto& row : wrong_rows()) witnesses.push_back(witness_of(row.id).value());
  return witnesses;
}

/// What the row says to each trial; "not asked" where its number type does not hold the question.
std::vector<std::string> answers_of(const Variant& row, const std::vector<Counterexample>& asked) {
  const auto subject = subject_of(row);
  std::vector<std::string> answers;
  for (const auto& witness : asked) {
    const auto question = question_of(witness.trial);
    answers.push_back(holds(row.numbers, question) ? to_text(subject->ask({&question, 1}).front())
                                                   : "not asked");
  }
  return answers;
}

TEST(Witnesses, AreThereForEveryWrongRowAndNoOther) {
  std::set<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(SHARDPROOF_SOURCE_DIR "/fixtures/counterexamples")) {
    if (entry.path().extension() == ".json") files.insert(entry.path().stem());
  }
  std::set<std::string> ids;
  for (const auto& row : wrong_rows()) ids.insert(std::string(row.id));
  EXPECT_EQ(files, ids);
}

TEST(Witnesses, OfEquivalentRowsAreNone) {
  for (const auto& row : catalogue())
    EXPECT_EQ(witness_of(row.id).has_value(), row.standing != Standing::equivalent);
}

TEST(Witnesses, NameTheirRow) {
  for (const auto& row : wrong_rows()) EXPECT_EQ(witness_of(row.id).value().subject, row.id);
}

TEST(Witnesses, AreFiledUnderTheLawAndTheRungThatTheRowStates) {
  for (const auto& row : wrong_rows()) {
    const auto witness = witness_of(row.id).value();
    EXPECT_EQ(to_text(witness.law), to_text(row.caught_by)) << row.id;
    EXPECT_EQ(to_text(witness.rung), to_text(row.caught_on)) << row.id;
    // The rest of the verdict: a wrong formula is broken, a last digit imprecise.
    EXPECT_EQ(witness.verdict, to_text(row.standing)) << row.id;
  }
}

TEST(Witnesses, FailTodayAsRecorded) {
  for (const auto& row : wrong_rows()) {
    const auto witness = witness_of(row.id).value();
    const auto replayed = search::replay(witness, *subject_of(row), Expect::contract);
    EXPECT_FALSE(replayed.is_stale()) << row.id;
    EXPECT_EQ(law::to_text(replayed.verdict), witness.verdict) << row.id;
    EXPECT_EQ(replayed.oracle_exactly, witness.oracle_says) << row.id;
    EXPECT_EQ(to_text(replayed.subject_says), to_text(witness.subject_says)) << row.id;
  }
}

TEST(Witnesses, BreakTheRecordedLawAndNoneThatIsNarrower) {
  for (const auto& row : wrong_rows()) {
    if (row.standing != Standing::broken) continue;
    const auto replayed =
        search::replay(witness_of(row.id).value(), *subject_of(row), Expect::contract);
    ASSERT_FALSE(replayed.laws.empty()) << row.id;
    EXPECT_EQ(to_text(replayed.laws.front()), to_text(row.caught_by)) << row.id;
  }
}

TEST(Witnesses, AreAskedOnlyWhatTheRowHolds) {
  for (const auto& row : wrong_rows()) {
    const auto witness = witness_of(row.id).value();
    EXPECT_TRUE(holds(row.numbers, question_of(witness.trial))) << row.id;
  }
}

TEST(Witnesses, GoStaleBeforeARightMerge) {
  for (const auto& witness : witnesses()) {
    for (const auto* id : {"last-to-first", "balanced-tree", "one-fraction"}) {
      const auto replayed =
          search::replay(witness, *subject_of(*variant_named(id)), Expect::contract);
      EXPECT_TRUE(replayed.is_stale()) << id << " on the witness of " << witness.subject;
    }
  }
}

TEST(Witnesses, TellTheRowsApartBarTextbookAndItsClamp) {
  // Clamping changes nothing until a difference comes out below zero, which the smallest witness of cancellation does
  // not: see the next test.
  std::map<std::vector<std::string>, std::string> rows;
  std::vector<std::pair<std::string, std::string>> alike;
  for (const auto& row : wrong_rows()) {
    const auto [other, is_new] = rows.emplace(answers_of(row, witnesses()), row.id);
    if (!is_new) alike.emplace_back(other->second, row.id);
  }
  EXPECT_EQ(
      alike,
      (std::vector<std::pair<std::string, std::string>>{{"textbook-float64", "clamped-at-zero"}}));
}

TEST(TextbookAndItsClamp, DifferWhereTheDifferenceComesOutBelowZero) {
  // k = 2^25 + 4, four times, and k + 1: Q/5 and (S/5)² are near 2^50, where doubles are 1/4 apart.
  constexpr std::int64_t k = (1 << 25) + 4;
  Counterexample below_zero;
  below_zero.trial = data::trial({{k, k, k, k, k + 1}});
  const std::vector<Counterexample> asked = {below_zero};
  EXPECT_EQ(answers_of(*variant_named("textbook-float64"), asked).front(), "-0.25");
  EXPECT_EQ(answers_of(*variant_named("clamped-at-zero"), asked).front(), "0.0");
  EXPECT_EQ(answers_of(*variant_named("one-fraction"), asked).front(), "0.16");
}

}  // namespace
}  // namespace shardproof::subject
