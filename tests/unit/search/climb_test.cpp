#include "shardproof/search/climb.hpp"

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/search/finding.hpp"
#include "shardproof/search/simplicity.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::LawId;
using data::RungId;
using subject::Answer;
using subject::Numbers;
using subject::Subject;

SubjectRecord climbed(const Subject& subject, const ClimbOptions& options) {
  const Candidate candidate{.subject = &subject};
  return climb({&candidate, 1}, options).front();
}

/// A short climb of these rungs, whose minimums are not asked for.
ClimbOptions up(std::vector<RungId> rungs, std::uint64_t trials = 200) {
  return {.trials = trials, .rungs = std::move(rungs), .minimums = [](RungId) {
            return std::span<const Minimum>();
          }};
}

std::unique_ptr<Subject> row(std::string_view id) {
  return subject::subject_of(*subject::variant_named(id));
}

TEST(Climb, ReportsEachRungInTurn) {
  const auto record = climbed(*right(), up({RungId::integers, RungId::offset, RungId::wide}));
  EXPECT_EQ(record.name, "right");
  EXPECT_EQ(record.outcome, Outcome::holds);
  ASSERT_EQ(record.rungs.size(), 3U);
  EXPECT_EQ(record.rungs[1].rung, RungId::offset);
  for (const auto& rung : record.rungs) EXPECT_EQ(rung.trials, 200U);
  EXPECT_EQ(record.trials(), 600U);
}

TEST(Climb, CertifiesAMinimumOnlyAmongTrialsThatAreAllAsked) {
  // It first fails on trial 299 of the small scope.
  const auto average = row("average-of-variances");
  const auto certified = [&](std::uint64_t step, std::uint64_t first) {
    const Candidate candidate{.subject = average.get(), .small_step = step, .small_first = first};
    return climb({&candidate, 1}, up({RungId::small})).front().broken->certified;
  };
  EXPECT_TRUE(certified(1, 0));
  EXPECT_FALSE(certified(7, 0));
  EXPECT_TRUE(certified(7, 1'000));
  EXPECT_FALSE(certified(7, 100));
}

TEST(Climb, SkipsRungsThatTheNumberTypeCannotHold) {
  const auto record =
      climbed(*right(Numbers::int64),
              up({RungId::integers, RungId::decimals, RungId::scale, RungId::wide}));
  ASSERT_EQ(record.rungs.size(), 4U);
  EXPECT_FALSE(record.rungs[0].skipped);
  for (const std::size_t i : {1U, 2U, 3U}) {
    EXPECT_TRUE(record.rungs[i].skipped);
    EXPECT_EQ(record.rungs[i].trials, 0U);
  }
  EXPECT_EQ(record.outcome, Outcome::holds);
}

TEST(Climb, LeavesOutKnownTrialsThatTheNumberTypeCannotHoldAndCountsThem) {
  auto options = up({RungId::fixtures});
  options.known = {{"small", trial("[[1], [2]]")},
                   {"a fraction", trial("[[0.5]]")},
                   {"beyond 53 bits", trial("[[9007199254740993]]")}};
  EXPECT_EQ(climbed(*right(Numbers::int53), options).rungs.front().left_out, 2U);
  EXPECT_EQ(climbed(*right(Numbers::bigint), options).rungs.front().left_out, 1U);
  EXPECT_EQ(climbed(*right(Numbers::any), options).rungs.front().left_out, 0U);
}

TEST(Climb, EndsWithTheFirstBrokenTrialAndShrinksItInsideItsRung) {
  const auto record = climbed(*row("average-of-variances"), up({RungId::offset, RungId::wide}));
  EXPECT_EQ(record.outcome, Outcome::failed);
  ASSERT_EQ(record.rungs.size(), 1U);
  ASSERT_TRUE(record.broken);
  EXPECT_EQ(record.broken->rung, RungId::offset);
  EXPECT_EQ(record.broken->trial_number, record.rungs.front().trials);
  // The rung has no values nearer to zero, and 1,000,000 twice is a smaller magnitude than with 1,000,001.
  EXPECT_EQ(to_text(record.broken->shrunk), "[-1000000] | [1000000]");
  EXPECT_EQ(record.broken->oracle_exactly, "1000000000000");
  EXPECT_EQ(record.broken->oracle_says, Answer(1e12));
  EXPECT_EQ(record.broken->subject_says, Answer(0.0));
  EXPECT_FALSE(record.broken->certified);
  EXPECT_GT(record.broken->shrink_steps, 0U);
  EXPECT_EQ(law_of(*record.broken), LawId::oracle_agreement);
}

TEST(Climb, CountsTheTrialsOfTheRungsBelow) {
  const auto record = climbed(*row("float32-count"), up({RungId::integers, RungId::counts}));
  ASSERT_TRUE(record.broken);
  EXPECT_EQ(record.broken->rung, RungId::counts);
  EXPECT_EQ(record.broken->trials_until, 200 + record.broken->trial_number);
}

TEST(Climb, KeepsTheSmallScopesFirstFailureAsItIsAndCertifiesIt) {
  const auto record = climbed(*row("unweighted-means"), up({RungId::small}));
  ASSERT_TRUE(record.broken);
  EXPECT_TRUE(record.broken->certified);
  EXPECT_EQ(record.broken->found, record.broken->shrunk);
  EXPECT_EQ(record.broken->shrink_evaluations, 0U);
}

TEST(Climb, KeepsKnownTrialsAsTheyAre) {
  auto options = up({RungId::fixtures});
  options.known = {{"known", trial("[[3], [7, 9]]")}};
  const auto record = climbed(*row("average-of-variances"), options);
  ASSERT_TRUE(record.broken);
  EXPECT_EQ(record.broken->shrunk, trial("[[3], [7, 9]]"));
  EXPECT_FALSE(record.broken->certified);
}

TEST(Climb, GoesOnAfterAnImpreciseAnswerAndKeepsTheFirst) {
  // Right up to one unit of the 12th decimal on integers, and cancelling on the offset rung.
  const auto record =
      climbed(*row("textbook-float64"), up({RungId::integers, RungId::offset}, 2000));
  ASSERT_TRUE(record.imprecise);
  ASSERT_TRUE(record.broken);
  EXPECT_EQ(record.imprecise->rung, RungId::integers);
  EXPECT_EQ(record.broken->rung, RungId::offset);
  EXPECT_GT(record.rungs.front().imprecise, 0U);
}

TEST(Climb, KeepsASubjectThatGivesNoAnswerAmongTheBroken) {
  const auto thrower = right_but_for([](auto summaries) -> std::optional<Answer> {
    if (summaries.size() >= 3) throw std::runtime_error("out of memory");
    return std::nullopt;
  });
  const auto record = climbed(*thrower, up({RungId::integers}));
  ASSERT_TRUE(record.broken);
  const auto* failed = std::get_if<law::SubjectFailed>(&record.broken->verdict);
  ASSERT_TRUE(failed != nullptr);
  EXPECT_EQ(failed->detail, "out of memory");
  EXPECT_EQ(to_text(record.broken->shrunk), "[] | [] | []");
}

TEST(Climb, MeetsTheMinimumsOrIsVacuous) {
  auto options = up({RungId::integers});
  EXPECT_EQ(climbed(*right(), options).outcome, Outcome::holds);
  static constexpr Minimum kImpossible{.feature = Feature::large_count, .per_mille = 1};
  options.minimums = [](RungId) { return std::span(&kImpossible, 1); };
  const auto record = climbed(*right(), options);
  EXPECT_EQ(record.outcome, Outcome::vacuous);
  EXPECT_EQ(record.rungs.front().shortfalls,
            (std::vector<Shortfall>{{.feature = Feature::large_count, .required = 1, .seen = 0}}));
}

/// Wrong only where a question is asked twice in one call: each trial by itself is answered right.
class Forgetful final : public Subject {
 public:
  const subject::Description& description() const override { return right_->description(); }

  std::vector<Answer> ask(std::span<const subject::Question> questions) const override {
    auto answers = right_->ask(questions);
    if (questions.size() == 2 && questions[0].summaries == questions[1].summaries)
      answers[1] = -7.0;
    return answers;
  }

 private:
  std::unique_ptr<Subject> right_ = right();
};

TEST(LawPass, CatchesASubjectThatDoesNotRepeatItself) {
  const auto record = climbed(Forgetful(), up({RungId::integers}));
  ASSERT_TRUE(record.broken);
  EXPECT_EQ(law_of(*record.broken), LawId::determinism);
  EXPECT_EQ(to_text(record.broken->shrunk), "(no workers)");
  EXPECT_EQ(record.rungs.front().trials, 200U);
  EXPECT_GT(record.rungs.front().law_checks, 0U);
}

/// Wrong where there are five workers or more, which none of the known trials has.
std::unique_ptr<Subject> lost_among_five() {
  return right_but_for([](auto summaries) -> std::optional<Answer> {
    return summaries.size() >= 5 ? std::optional<Answer>(99.0) : std::nullopt;
  });
}

TEST(LawPass, CatchesASubjectThatDependsOnTheSplit) {
  auto options = up({RungId::fixtures});
  // Trial by trial the laws are asked in turn, and the third is partition-invariance.
  for (int i = 0; i < 3; ++i) options.known.push_back({"five", trial("[[1, 2, 3, 4, 5]]")});
  const auto record = climbed(*lost_among_five(), options);
  ASSERT_TRUE(record.broken);
  const auto* broken = std::get_if<law::Broken>(&record.broken->verdict);
  ASSERT_TRUE(broken != nullptr);
  EXPECT_EQ(broken->law, LawId::partition_invariance);
  EXPECT_EQ(record.broken->trial_number, 3U);
}

TEST(LawPass, AsksNothingOfASubjectThatIsWrongAnyway) {
  const auto record = climbed(*row("average-of-variances"), up({RungId::integers}));
  EXPECT_EQ(record.rungs.front().law_checks, 0U);
}

TEST(LawPass, ChecksOneTrialIn32) {
  EXPECT_EQ(climbed(*right(), up({RungId::integers}, 320)).rungs.front().law_checks, 10U);
}

std::string text_of(const SubjectRecord& record) {
  std::string text = record.name + " " + std::string(to_text(record.outcome));
  for (const auto& rung : record.rungs) {
    text += " " + std::to_string(rung.trials) + "," + std::to_string(rung.law_checks);
  }
  for (const auto* finding : {&record.imprecise, &record.broken}) {
    if (!*finding) continue;
    text += " " + to_text((*finding)->found) + " -> " + to_text((*finding)->shrunk) + " after " +
            std::to_string((*finding)->shrink_evaluations);
  }
  return text;
}

TEST(Climb, DoesNotDependOnTheNumberOfThreadsOrOnTheCompany) {
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<Candidate> candidates;
  for (const auto* id : {"average-of-variances",
                         "int32-count-product",
                         "one-fraction",
                         "truncates",
                         "textbook-float64"}) {
    subjects.push_back(row(id));
    candidates.push_back({.subject = subjects.back().get()});
  }
  auto options = up({RungId::integers, RungId::counts});
  const auto alone = climb(candidates, options);
  for (const unsigned jobs : {2U, 3U}) {
    options.jobs = jobs;
    const auto records = climb(candidates, options);
    for (std::size_t i = 0; i < records.size(); ++i) {
      EXPECT_EQ(text_of(records[i]), text_of(alone[i])) << jobs;
    }
  }
  options.jobs = 1;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    EXPECT_EQ(text_of(climbed(*subjects[i], options)), text_of(alone[i]));
  }
}

TEST(Climb, TellsItsProgressRungByRung) {
  auto options = up({RungId::integers, RungId::offset});
  std::vector<RungId> rungs;
  options.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.subjects, 1U);
    EXPECT_LE(progress.done, progress.total);
    if (rungs.empty() || rungs.back() != progress.rung) rungs.push_back(progress.rung);
  };
  climbed(*right(), options);
  EXPECT_EQ(rungs, (std::vector{RungId::integers, RungId::offset}));
}

/// Answers blocks of trials, and breaks down over a single one: as when a hit is judged again.
class Fragile final : public Subject {
 public:
  const subject::Description& description() const override { return description_; }

  std::vector<Answer> ask(std::span<const subject::Question> questions) const override {
    if (questions.size() == 1) throw std::logic_error("defect");
    return std::vector<Answer>(questions.size(), -1.0);
  }

 private:
  subject::Description description_{.name = "fragile"};
};

TEST(FindAll, PassesExceptionsOn) {
  auto options = up({RungId::integers});
  for (const unsigned jobs : {1U, 3U}) {
    options.jobs = jobs;
    EXPECT_THROW(climbed(Fragile(), options), std::logic_error);
  }
}

}  // namespace
}  // namespace shardproof::search
