#include <string>
#include <vector>

#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/delivery.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/cli/subject_source.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/report/failure.hpp"
#include "shardproof/report/layout.hpp"
#include "shardproof/subject/process/conversation.hpp"
#include "shardproof/subject/process/request.hpp"

namespace shardproof::cli {
namespace {

using data::PartValues;

data::Trial small_trial(const std::vector<std::vector<std::int64_t>>& parts, subject::Kind kind) {
  std::vector<PartValues> values;
  for (const auto& part : parts) {
    auto& made = values.emplace_back();
    for (const auto value : part) made.observations.push_back({.value = value, .times = 1});
  }
  const auto shape =
      kind == subject::Kind::merge ? data::PlanShape::all_at_once : data::PlanShape::left_fold;
  return data::trial_of(values, {.shape = shape});
}

/// Two workers, an empty one between, no workers, one alone, and uneven ones.
std::vector<data::Trial> trials_for(subject::Kind kind) {
  std::vector<data::Trial> trials;
  for (const auto& parts : std::vector<std::vector<std::vector<std::int64_t>>>{
           {{0}, {2}}, {{1}, {}, {3}}, {}, {{5}}, {{0, 1, 2}, {10}}})
    trials.push_back(small_trial(parts, kind));
  return trials;
}

std::string said(const std::vector<subject::Spoken>& transcript, std::size_t from) {
  constexpr std::size_t kLongest = 2'000;
  std::string text;
  for (std::size_t i = from; i < transcript.size(); ++i)
    text += (transcript[i].by_us ? "> " : "< ") + report::cut(transcript[i].line, kLongest) + "\n";
  return text;
}

}  // namespace

ExitCode check_subject(const CheckSubjectOptions& options) {
  auto output = Output::open("-");
  if (!output) return complain(output.error());
  const auto launch = launch_of(options.subject.words);
  if (!launch) return complain(launch.error());
  std::vector<subject::Spoken> transcript;
  std::string text;
  const auto show = [&](ExitCode code) {
    if (auto delivered = deliver(*output, text); !delivered) return complain(delivered.error());
    return code;
  };
  auto conversation =
      subject::Conversation::open(launch->command, patience_of(options.subject), &transcript);
  text = said(transcript, 0);
  if (!conversation) {
    show(ExitCode::subject_failed);
    return complain(conversation.error());
  }
  const auto& description = conversation->description();
  std::size_t right = 0;
  const auto trials = trials_for(description.kind);
  for (const auto& trial : trials) {
    const std::size_t before = transcript.size();
    const auto question = subject::question_for(description.kind, trial);
    std::string json;
    subject::append_trial(json, description, question);
    const std::string_view whole = json;
    conversation->send({&question, 1}, {&whole, 1});
    const auto reads = conversation->receive();
    text += said(transcript, before);
    if (!reads) {
      show(ExitCode::subject_failed);
      return complain(reads.error());
    }
    const auto oracle = law::oracle_says(trial);
    const auto& answer = reads->front().back().variance;
    const bool same = subject::same(answer, oracle.answer);
    right += same ? 1U : 0U;
    text += "  " + data::to_text(trial) + ": oracle says " + subject::to_text(oracle.answer) +
            ", subject says " + subject::to_text(answer) + (same ? "\n" : "   (differs)\n");
  }
  conversation->close();
  text += "\nspeaks the protocol; " + std::to_string(right) + " of " +
          std::to_string(trials.size()) + " answers are the oracle's. shardproof hunt " +
          shell_words(options.subject.words) + " judges it\n";
  return show(ExitCode::holds);
}

}  // namespace shardproof::cli
