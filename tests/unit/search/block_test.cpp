#include "shardproof/search/block.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/search/ladder.hpp"
#include "shardproof/search/small_scope.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::Trial;
using subject::Answer;
using subject::Subject;

/// Trial i is one worker that observed i alone: the variance is 0, and a liar knows which it is.
TrialSource numbered(std::uint64_t size) {
  return {.size = size, .at = [](std::uint64_t i) -> std::optional<Trial> {
            return data::trial_of({{.observations = {{.value = static_cast<std::int64_t>(i)}}}});
          }};
}

std::int64_t number_of(std::span<const aggregate::Summary> summaries) {
  return *summaries.front().sum.as_int64();
}

/// Says 1 for those numbers.
std::unique_ptr<Subject> wrong_about(std::vector<std::int64_t> numbers) {
  return right_but_for([numbers = std::move(numbers)](auto summaries) -> std::optional<Answer> {
    const bool wrong = std::ranges::count(numbers, number_of(summaries)) > 0;
    return wrong ? std::optional<Answer>(1.0) : std::nullopt;
  });
}

BlockResult judged(const Subject& subject, const TrialSource& source, BlockOptions options = {}) {
  const Candidate candidate{.subject = &subject};
  return judge_all({&candidate, 1}, source, options).front();
}

std::string text_of(const std::optional<Hit>& hit) {
  if (!hit) return "no hit";
  return std::to_string(hit->index) + " " + to_text(hit->trial) + " " +
         std::string(law::to_text(hit->verdict));
}

std::string text_of(const BlockResult& result) {
  std::ostringstream text;
  text << result.judged << " judged, " << result.imprecise << " imprecise, " << result.undefined
       << " undefined, " << result.left_out << " left out; " << text_of(result.first_imprecise)
       << "; " << text_of(result.ended_by) << ";";
  for (const auto count : result.coverage.counts) text << " " << count;
  return text.str();
}

TEST(JudgeAll, JudgesEveryTrialOfARightSubject) {
  const auto result = judged(*right(), numbered(1234));
  EXPECT_EQ(result.judged, 1234U);
  EXPECT_EQ(result.coverage.of(Feature::single_observation), 1234U);
  EXPECT_FALSE(result.ended_by);
}

TEST(JudgeAll, CountsUpToTheTrialThatEndsIt) {
  const auto result = judged(*wrong_about({700, 701}), numbered(5000));
  EXPECT_EQ(text_of(result.ended_by), "700 [700] broken");
  EXPECT_EQ(result.judged, 701U);
}

TEST(JudgeAll, HasNothingToSayAboutNoTrials) {
  EXPECT_EQ(judged(*right(), numbered(0)).judged, 0U);
  EXPECT_EQ(judged(*right(), numbered(0), {.jobs = 3}).judged, 0U);
}

TEST(JudgeAll, LeavesOutTrialsThatTheSourceHasNone) {
  TrialSource even = numbered(100);
  even.at = [all = even.at](std::uint64_t i) { return i % 2 == 0 ? all(i) : std::nullopt; };
  const auto result = judged(*right(), even);
  EXPECT_EQ(result.judged, 50U);
  EXPECT_EQ(result.left_out, 50U);
  // And the numbers of those that are asked stay what they are in the source.
  EXPECT_EQ(judged(*wrong_about({40}), even).ended_by->index, 40U);
}

TEST(JudgeAll, LetsTheLowestNumberWinThoughALaterBlockFailsFirst) {
  // The first block of 32 takes its time; those after it are done long before.
  const auto sleeper = right_but_for([](auto summaries) -> std::optional<Answer> {
    const auto number = number_of(summaries);
    if (number < 32) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    return number == 31 || number == 40 || number == 100 ? std::optional<Answer>(1.0)
                                                         : std::nullopt;
  });
  for (const unsigned jobs : {1U, 2U, 4U}) {
    const auto result = judged(*sleeper, numbered(2000), {.jobs = jobs});
    EXPECT_EQ(text_of(result.ended_by), "31 [31] broken") << jobs;
    EXPECT_EQ(result.judged, 32U) << jobs;
  }
}

TEST(JudgeAll, LetsTheLowestNumberWinThoughItIsDrawnLate) {
  // The second block is slow to draw; the third has failed before the second is asked.
  TrialSource source = numbered(2000);
  source.at = [all = source.at](std::uint64_t i) {
    if (i >= 32 && i < 64) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    return all(i);
  };
  for (const unsigned jobs : {1U, 2U, 4U}) {
    const auto result = judged(*wrong_about({40, 70}), source, {.jobs = jobs});
    EXPECT_EQ(text_of(result.ended_by), "40 [40] broken") << jobs;
    EXPECT_EQ(result.judged, 41U) << jobs;
  }
}

TEST(JudgeAll, DoesNotDependOnTheNumberOfThreads) {
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<Candidate> candidates;
  for (const auto& row : subject::catalogue()) {
    if (row.numbers != subject::Numbers::any) continue;
    subjects.push_back(subject::subject_of(row));
    candidates.push_back(
        {.subject = subjects.back().get(), .stop_when_imprecise = subjects.size() % 2 == 0});
  }
  const TrialSource source{.size = 3000, .at = [](std::uint64_t i) {
                             return random_trial(
                                 data::RungId::integers, subject::Numbers::any, 1, i);
                           }};
  for (const auto pass : {Pass::oracle, Pass::laws}) {
    std::vector<std::vector<std::string>> results;
    for (const unsigned jobs : {1U, 2U, 3U, 7U}) {
      auto& texts = results.emplace_back();
      for (const auto& result : judge_all(candidates, source, {.pass = pass, .jobs = jobs})) {
        texts.push_back(text_of(result));
      }
    }
    for (const auto& texts : results) EXPECT_EQ(texts, results.front());
  }
}

TEST(JudgeAll, JudgesManyAsItJudgesEach) {
  const auto early = wrong_about({3});
  const auto late = wrong_about({900});
  const auto never = wrong_about({});
  const std::vector<Candidate> all = {
      {.subject = late.get()}, {.subject = never.get()}, {.subject = early.get()}};
  const auto together = judge_all(all, numbered(2000), {.jobs = 2});
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(text_of(together[i]), text_of(judged(*all[i].subject, numbered(2000))));
  }
}

/// Off by one unit of the 12th decimal: within the bound of doubles.
std::unique_ptr<Subject> imprecise_from(std::int64_t first) {
  return right_but_for([first](auto summaries) -> std::optional<Answer> {
    return number_of(summaries) >= first ? std::optional<Answer>(4e-13) : std::nullopt;
  });
}

TEST(JudgeAll, CountsImpreciseAnswersAndKeepsTheFirst) {
  const auto result = judged(*imprecise_from(90), numbered(100));
  EXPECT_EQ(result.imprecise, 10U);
  EXPECT_EQ(text_of(result.first_imprecise), "90 [90] imprecise");
  EXPECT_FALSE(result.ended_by);
  EXPECT_EQ(result.judged, 100U);
}

TEST(JudgeAll, EndsWithTheFirstImpreciseAnswerWhereThatIsAskedFor) {
  const auto subject = imprecise_from(90);
  const Candidate candidate{.subject = subject.get(), .stop_when_imprecise = true};
  const auto result = judge_all({&candidate, 1}, numbered(100), {}).front();
  EXPECT_EQ(text_of(result.ended_by), "90 [90] imprecise");
  EXPECT_EQ(result.judged, 91U);
}

TEST(JudgeAll, EndsWithAFailedAnswer) {
  const auto thrower = right_but_for([](auto summaries) -> std::optional<Answer> {
    if (number_of(summaries) == 5) throw std::runtime_error("lost");
    return std::nullopt;
  });
  EXPECT_EQ(text_of(judged(*thrower, numbered(100)).ended_by), "5 [5] failed");
}

TEST(JudgeAll, CountsWhatTheContractRefuses) {
  // Two observations ±2^600: a variance of 2^1200, which no double holds.
  const TrialSource refused{.size = 40, .at = [](std::uint64_t) -> std::optional<Trial> {
                              const exact::Dyadic large(exact::Integer(1), 600);
                              return data::trial_of({{.observations = {{large}, {-large}}}});
                            }};
  const auto result = judged(*right(), refused);
  EXPECT_EQ(result.undefined, 40U);
  EXPECT_FALSE(result.ended_by);
}

/// Breaks down in `ask` itself, as a defect of ours would.
class Defective final : public Subject {
 public:
  const subject::Description& description() const override { return description_; }

  std::vector<Answer> ask(std::span<const subject::Question> questions) const override {
    if (*questions.front().summaries.front().sum.as_int64() >= 64) throw std::logic_error("defect");
    return std::vector<Answer>(questions.size(), 0.0);
  }

 private:
  subject::Description description_{.name = "defective"};
};

TEST(JudgeAll, PassesExceptionsOn) {
  for (const unsigned jobs : {1U, 3U}) {
    EXPECT_THROW(judged(Defective(), numbered(2000), {.jobs = jobs}), std::logic_error) << jobs;
  }
}

/// A state that can be merged and read, and notes what else it was asked.
class PlainState final : public Subject {
 public:
  const subject::Description& description() const override { return description_; }

  std::vector<Answer> ask(std::span<const subject::Question> questions) const override {
    std::vector<Answer> answers;
    for (auto& reads : read(questions)) answers.push_back(std::move(reads.back().variance));
    return answers;
  }

  std::vector<subject::Reads> read(std::span<const subject::Question> questions) const override {
    for (const auto& question : questions)
      asked_too_much_ = asked_too_much_ || !accepts(description_, *question.trial);
    return state_->read(questions);
  }

  bool was_asked_too_much() const { return asked_too_much_; }

 private:
  subject::Description description_{.name = "plain",
                                    .kind = subject::Kind::aggregate,
                                    .numbers = subject::Numbers::float64,
                                    .abilities = {.self_merge = false, .copy = false}};
  std::unique_ptr<Subject> state_ = std::move(subject::reference_states().front().subject);
  mutable std::atomic<bool> asked_too_much_ = false;
};

TEST(JudgeAll, AsksNeitherPassWhatTheSubjectCannotDo) {
  const PlainState plain;
  const TrialSource source = {
      .size = 600, .at = [](std::uint64_t i) {
        return random_trial(data::RungId::integers,
                            subject::Domain(subject::Kind::aggregate, subject::Numbers::float64),
                            1,
                            i);
      }};
  for (const auto pass : {Pass::oracle, Pass::laws}) {
    const auto result = judged(plain, source, {.pass = pass, .kind = subject::Kind::aggregate});
    EXPECT_FALSE(plain.was_asked_too_much());
    EXPECT_GT(result.left_out, 0U);
    EXPECT_GT(result.judged, 300U);
    // What was left out is not counted as covered either.
    EXPECT_EQ(result.coverage.of(Feature::self_merge), 0U);
    EXPECT_EQ(result.coverage.of(Feature::doubled), 0U);
  }
}

TEST(JudgeAll, ReportsProgressUpToTheEnd) {
  for (const unsigned jobs : {1U, 3U}) {
    std::vector<std::uint64_t> told;
    BlockOptions options{.jobs = jobs};
    options.progress = [&](std::uint64_t done) { told.push_back(done); };
    judged(*right(), numbered(1000), options);
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ(told.back(), 1000U);
  }
}

TEST(JudgeAll, FindsTheFirstFailureOfTheSmallScopeOnAnyNumberOfThreads) {
  const auto row = subject::subject_of(*subject::variant_named("unweighted-means"));
  const TrialSource small{.size = small_scope_size(),
                          .at = [](std::uint64_t i) { return std::optional(small_trial(i)); }};
  for (const unsigned jobs : {1U, 2U, 7U}) {
    EXPECT_EQ(to_text(judged(*row, small, {.jobs = jobs}).ended_by->trial), "[0] | [0, 1]");
  }
}

}  // namespace
}  // namespace shardproof::search
