/// The committed witnesses, fixtures/counterexamples/: each wrong row has one, and it fails today as it is recorded.
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardproof/law/laws.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/subject/mechanism_examples.hpp"

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

std::vector<Variant> wrong_rows(Kind kind) {
  auto rows = wrong_rows();
  std::erase_if(rows, [&](const auto& row) { return row.kind() != kind; });
  return rows;
}

std::vector<data::Trial> witness_trials(Kind kind) {
  std::vector<data::Trial> trials;
  for (const auto& row : wrong_rows(kind)) trials.push_back(witness_of(row.id).value().trial);
  return trials;
}

/// The row's witness, judged today as the gate judges the row.
search::Replayed replayed(const Variant& row) {
  return search::replay(
      witness_of(row.id).value(), *subject_of(row), law::expect_of(row.kind(), Expect::contract));
}

/// What the row says to each trial, all its reads; "not asked" where it cannot be.
std::vector<std::string> answers_of(const Variant& row, const std::vector<data::Trial>& trials) {
  const auto subject = subject_of(row);
  std::vector<std::string> answers;
  for (const auto& trial : trials) {
    const auto question = question_for(row.kind(), trial);
    std::string answer;
    if (accepts(subject->description(), question)) {
      const Reads reads = subject->read({&question, 1}).front();
      for (const auto& read : reads) answer += to_text(read) + "; ";
    } else {
      answer = "not asked";
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

/// Wrong rows of that kind that say the same to all of `trials` as one before them, with that one.
std::vector<std::pair<std::string, std::string>> alike_on(const std::vector<data::Trial>& trials,
                                                          Kind kind) {
  std::map<std::vector<std::string>, std::string> rows;
  std::vector<std::pair<std::string, std::string>> alike;
  for (const auto& row : wrong_rows(kind)) {
    const auto [other, is_new] = rows.emplace(answers_of(row, trials), row.id);
    if (!is_new) alike.emplace_back(other->second, row.id);
  }
  return alike;
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
    const auto today = replayed(row);
    EXPECT_FALSE(today.is_stale()) << row.id;
    EXPECT_EQ(law::to_text(today.verdict), today.recorded.verdict) << row.id;
    EXPECT_EQ(today.oracle_exactly, today.recorded.oracle_says) << row.id;
    EXPECT_EQ(to_text(today.subject_says), to_text(today.recorded.subject_says)) << row.id;
  }
}

TEST(Witnesses, BreakTheRecordedLawAndNoneThatIsNarrower) {
  for (const auto& row : wrong_rows()) {
    if (row.standing != Standing::broken) continue;
    const auto today = replayed(row);
    ASSERT_FALSE(today.laws.empty()) << row.id;
    EXPECT_EQ(to_text(today.laws.front()), to_text(row.caught_by)) << row.id;
  }
}

TEST(Witnesses, AreOfCancellationWhereTheRowSaysSoAndNowhereElse) {
  for (const auto& row : wrong_rows()) {
    const auto today = replayed(row);
    const auto* broken = std::get_if<law::Broken>(&today.verdict);
    EXPECT_EQ(broken != nullptr && broken->cancellation, row.cancels) << row.id;
  }
}

TEST(Witnesses, AreAskedOnlyWhatTheRowHolds) {
  for (const auto& row : wrong_rows()) {
    const auto witness = witness_of(row.id).value();
    EXPECT_TRUE(accepts(subject_of(row)->description(), question_for(row.kind(), witness.trial)))
        << row.id;
  }
}

TEST(Witnesses, GoStaleBeforeARightSubjectOfTheSameKind) {
  for (const auto& right : catalogue()) {
    if (right.standing != Standing::equivalent) continue;
    const auto subject = subject_of(right);
    for (const auto& row : wrong_rows(right.kind())) {
      const auto witness = witness_of(row.id).value();
      if (!accepts(subject->description(), question_for(right.kind(), witness.trial))) continue;
      const auto today =
          search::replay(witness, *subject, law::expect_of(right.kind(), Expect::contract));
      EXPECT_TRUE(today.is_stale()) << right.id << " on the witness of " << row.id;
    }
  }
}

TEST(Witnesses, TellTheRowsOfMergesApartBarFour) {
  // Smallest counterexamples are too small for these: the first two need two workers with a spread, three workers with
  // different ones; a clamp needs a difference below zero, and a stable merge two workers with a mean far from 0.
  EXPECT_EQ(alike_on(witness_trials(Kind::merge), Kind::merge),
            (std::vector<std::pair<std::string, std::string>>{
                {"sum-of-variances", "largest-variance"},
                {"average-of-variances", "median-of-variances"},
                {"textbook-float64", "clamped-at-zero"},
                {"textbook-float64", "stable-merge-of-raw-sums"},
            }));
}

TEST(WitnessesAndExamples, TellAllRowsOfMergesApart) {
  auto trials = witness_trials(Kind::merge);
  for (const auto& example : formula_examples()) trials.push_back(example.asked);
  for (const auto& example : machine_examples()) trials.push_back(example.asked);
  EXPECT_THAT(alike_on(trials, Kind::merge), testing::IsEmpty());
}

TEST(Witnesses, TellTheRowsOfStatesApartBarTheTextbookAndItsClamp) {
  // A clamp needs a difference below zero: see state_mechanisms_test.cpp.
  EXPECT_EQ(alike_on(witness_trials(Kind::aggregate), Kind::aggregate),
            (std::vector<std::pair<std::string, std::string>>{
                {"textbook-state", "textbook-state-clamped"},
            }));
}

}  // namespace
}  // namespace shardproof::subject
