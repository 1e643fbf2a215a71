#include "shardproof/subject/process/process_subject.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace shardproof::subject {
namespace {

using std::chrono::milliseconds;

/// A program in sh that answers each request with as many numbers as it has trials: the number of workers of each. `before`
/// runs for every request, with the line in $line.
std::vector<std::string> counting_program(const std::string& before = "") {
  const std::string script = R"(
IFS= read -r line
echo '{"seq":1,"name":"counts workers","interface":"merge","numbers":"int64"}'
while IFS= read -r line; do
  case $line in *bye*) exit 0 ;; esac
  )" + before + R"(
  seq=${line#*:} seq=${seq%%,*}
  answers=$(printf '%s' "$line" | sed -e 's/^.*"trials":\[//' -e 's/\]}$//' -e 's/\[\[[^]]*\]\]/1/g' \
    -e 's/\[\[[^]]*\],\[[^]]*\]\]/2/g' -e 's/\[\[[^]]*\],\[[^]]*\],\[[^]]*\]\]/3/g' -e 's/\[\]/0/g')
  echo "{\"seq\":$seq,\"answers\":[$answers]}"
done
)";
  return {"sh", "-c", script};
}

data::Trial workers(std::size_t number) {
  return data::trial_of(
      std::vector<data::PartValues>(number, {.observations = {{.value = 5, .times = 1}}}));
}

std::vector<Answer> answers_to(const Subject& subject, const std::vector<data::Trial>& trials) {
  std::vector<Question> questions;
  for (const auto& trial : trials) questions.push_back(question_of(trial));
  return subject.ask(questions);
}

std::unique_ptr<ProcessSubject> started(std::vector<std::string> command,
                                        ProcessOptions options = {}) {
  return ProcessSubject::start(std::move(command), std::move(options)).value();
}

TEST(ProcessSubject, AnswersEachTrialInOrder) {
  const auto subject = started(counting_program());
  std::vector<data::Trial> trials;
  std::vector<Answer> due;
  for (std::size_t i = 0; i < 100; ++i) {
    trials.push_back(workers(i % 4));
    due.emplace_back(static_cast<double>(i % 4));
  }
  EXPECT_EQ(answers_to(*subject, trials), due);
  EXPECT_EQ(subject->description().name, "counts workers");
}

TEST(ProcessSubject, FindsTheTrialThatItCrashesOn) {
  // More than one worker in a trial kills it, in whatever request that comes.
  const auto subject = started(counting_program("case $line in *'25],[1'*) exit 9 ;; esac"));
  answers_to(*subject, std::vector<data::Trial>(100, workers(1)));  // so that requests are large
  std::vector<data::Trial> trials(20, workers(1));
  trials[13] = workers(2);
  const auto answers = answers_to(*subject, trials);
  EXPECT_EQ(answers[12], Answer(1.0));
  EXPECT_EQ(answers[13], Answer(Failed{"exited with status 9, though a reply was due"}));
  EXPECT_EQ(answers[14], Answer(Failed{"not asked, since it failed on a trial before this one"}));
  // Who asks next finds a new program.
  EXPECT_EQ(answers_to(*subject, {workers(1)}), std::vector<Answer>{1.0});
}

TEST(ProcessSubject, TellsWhatWasOnStandardErrorWhenItDied) {
  const auto subject = started(counting_program("echo 'out of coffee' >&2; exit 1"));
  EXPECT_EQ(answers_to(*subject, {workers(1)}).front(),
            Answer(Failed{"exited with status 1, though a reply was due; its last words on "
                          "standard error: out of coffee"}));
}

TEST(ProcessSubject, ThatHangsIsGivenUpAtTheDeadline) {
  const auto subject =
      started(counting_program("sleep 100"), {.patience = {.fixed = milliseconds(300)}});
  const auto start = Clock::now();
  const auto answer = std::get<Failed>(answers_to(*subject, {workers(1)}).front());
  EXPECT_TRUE(answer.detail.starts_with("said nothing for 0.3 s")) << answer.detail;
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(20));
}

TEST(ProcessSubject, ThatFailsInARequestOfManyTrialsButOnNoneOfThemIsSaidToDoSo) {
  // It dies of the first request with more than one trial, and of no trial alone.
  const auto subject = started(counting_program("case $line in *']],[['*) exit 5 ;; esac"));
  const auto answers = answers_to(*subject, std::vector<data::Trial>(50, workers(1)));
  const Answer failed = Failed{
      "exited with status 5, though a reply was due; that was with a request of many "
      "trials, each of which it then answered by itself"};
  EXPECT_EQ(std::ranges::count(answers, failed), 1);
}

TEST(ProcessSubject, ThatIsGivenUpKeepsNobodyWaiting) {
  const auto subject = started(counting_program("exit 1"), {.most_started = 3});
  std::atomic<int> given_up = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        try {
          for (int trial = 0; trial < 5; ++trial) answers_to(*subject, {workers(1)});
        } catch (const std::runtime_error&) {
          ++given_up;
        }
      });
    }
  }
  EXPECT_EQ(given_up, 4);
}

TEST(ProcessSubject, ThatDoesNotSayHelloIsAProblem) {
  const auto subject = ProcessSubject::start({"sh", "-c", "exit 4"}, {});
  ASSERT_FALSE(subject);
  EXPECT_EQ(subject.error().kind, exact::Problem::Kind::subject_failed);
  EXPECT_EQ(subject.error().what, "exited with status 4, though a reply was due");
}

TEST(ProcessSubject, RunsNoMoreProgramsThanAllowed) {
  const auto subject = started(counting_program(), {.most_programs = 2});
  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 6; ++i) {
      threads.emplace_back([&] {
        if (answers_to(*subject, {workers(3), workers(1)}) == std::vector<Answer>{3.0, 1.0})
          ++right;
      });
    }
  }
  EXPECT_EQ(right, 6);
  EXPECT_LE(subject->use().programs, 2U);
  EXPECT_EQ(subject->use().trials, 12U);
}

}  // namespace
}  // namespace shardproof::subject
