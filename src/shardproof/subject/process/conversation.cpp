#include "shardproof/subject/process/conversation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "shardproof/subject/process/reply.hpp"
#include "shardproof/subject/process/request.hpp"

namespace shardproof::subject {
namespace {

using exact::Problem;
using std::chrono::milliseconds;

/// "1.5 s"
std::string seconds_text(Clock::duration time) {
  const auto tenths = std::chrono::round<milliseconds>(time).count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

/// The last lines of what was written to standard error, as one line.
std::string last_words(const std::string& errors) {
  constexpr std::size_t kLines = 3;
  constexpr std::size_t kLongest = 400;
  std::string_view text = errors;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  std::size_t start = text.size();
  for (std::size_t lines = 0; lines < kLines && start > 0; ++lines) {
    const auto before = text.rfind('\n', start - 1);
    start = before == std::string_view::npos ? 0 : before;
  }
  text.remove_prefix(start);
  if (text.size() > kLongest) text.remove_prefix(text.size() - kLongest);
  std::string words;
  for (const char c : text) {
    if (c == '\n') {
      if (!words.empty()) words += " | ";
    } else {
      words += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return words;
}

}  // namespace

Conversation::Conversation(Child child, const Patience& patience, std::vector<Spoken>* transcript)
    : child_(std::make_unique<Child>(std::move(child))),
      channel_(*child_),
      patience_(patience),
      transcript_(transcript),
      last_reply_(Clock::now()) {}

exact::Result<Conversation> Conversation::open(const std::vector<std::string>& command,
                                               const Patience& patience,
                                               std::vector<Spoken>* transcript) {
  auto child = Child::start(command);
  if (!child) return child.error();
  Conversation conversation(*std::move(child), patience, transcript);
  if (auto greeted = conversation.greet(); !greeted) return greeted.error();
  return conversation;
}

void Conversation::say(std::string line) {
  channel_.send(line);
  if (transcript_ != nullptr) transcript_->push_back({.by_us = true, .line = std::move(line)});
}

exact::Result<void> Conversation::greet() {
  say(hello_request(++last_seq_));
  const auto limit = patience_.fixed.value_or(Patience::kFirst);
  const auto line = next_line(Clock::now() + limit);
  if (!line) return line.error();
  auto description = description_from(*line, last_seq_);
  if (!description) return failure(description.error().what, description.error().hint);
  description_ = *std::move(description);
  last_reply_ = Clock::now();
  return {};
}

/// What went wrong, with what the program said last and how it ended, if it did.
Problem Conversation::failure(std::string what, std::string hint) {
  const auto words = last_words(channel_.errors());
  if (!words.empty()) what += "; its last words on standard error: " + words;
  return {.kind = Problem::Kind::subject_failed,
          .what = std::move(what),
          .where = {},
          .hint = std::move(hint)};
}

Problem Conversation::silence(Received how, Clock::duration waited) {
  const auto partial = channel_.partial_line();
  if (how == Received::too_long) {
    return failure(
        "wrote more than " + std::to_string(kLongestLine >> 20) + " MiB without a line feed",
        "each reply is one line");
  }
  if (how == Received::end) {
    // A moment, since the pipe ends before the process does.
    const auto ending = child_->wait(milliseconds(500));
    const std::string rest = partial.empty() ? "" : ", with half a line written";
    if (!ending)
      return failure("closed its standard output and runs on, though a reply was due" + rest);
    return failure(to_text(*ending) + rest + ", though a reply was due");
  }
  if (const auto ending = child_->wait(milliseconds(0))) {
    return failure(to_text(*ending) +
                   ", though a reply was due, and left its standard output open");
  }
  if (!partial.empty()) {
    return failure("wrote " + std::to_string(partial.size()) +
                       " bytes without a line feed within " + seconds_text(waited),
                   "does each reply end with a line feed? is standard output buffered?");
  }
  return failure("said nothing for " + seconds_text(waited),
                 "it hangs or is slow (--timeout), or is its standard output buffered? flush after "
                 "every line");
}

exact::Result<std::string_view> Conversation::next_line(Clock::time_point deadline) {
  const auto asked = Clock::now();
  std::string_view line;
  const auto how = channel_.receive(line, deadline);
  if (how != Received::line) return silence(how, Clock::now() - asked);
  if (transcript_ != nullptr) transcript_->push_back({.by_us = false, .line = std::string(line)});
  return line;
}

Clock::duration Conversation::limit_for(std::size_t trials) const {
  if (patience_.fixed) return *patience_.fixed;
  const Pace& pace = patience_.pace;
  const bool as_first = is_first_ || !pace.each;
  if (!pace.first) return Patience::kFirst;
  const double slowest = as_first ? *pace.first : *pace.each * static_cast<double>(trials);
  const std::chrono::duration<double> scaled(Patience::kSlowest * slowest);
  return std::max<Clock::duration>(Patience::kLeast,
                                   std::chrono::duration_cast<Clock::duration>(scaled));
}

void Conversation::send(std::span<const Question> questions,
                        std::span<const std::string_view> trials) {
  say(request(++last_seq_, description_.kind, trials));
  requests_.push_back({.seq = last_seq_, .questions = questions, .sent = Clock::now()});
}

exact::Result<std::vector<Reads>> Conversation::receive() {
  const Request due = requests_.front();
  requests_.pop_front();
  const auto since = std::max(due.sent, last_reply_);
  const auto line = next_line(since + limit_for(due.questions.size()));
  if (!line) return line.error();
  last_reply_ = Clock::now();
  last_wait_ = last_reply_ - since;
  auto reads = reads_from(*line, due.seq, description_.kind, due.questions);
  if (!reads) return failure(reads.error().what, reads.error().hint);
  const double took = std::chrono::duration<double>(last_wait_).count();
  auto& slowest = is_first_ ? patience_.pace.first : patience_.pace.each;
  const auto trials = static_cast<double>(std::max<std::size_t>(1, due.questions.size()));
  slowest = std::max(slowest.value_or(0), is_first_ ? took : took / trials);
  is_first_ = false;
  return reads;
}

double Conversation::close() {
  say(bye_request(++last_seq_));
  child_->close_input();
  child_->wait(milliseconds(300));
  return child_->end();
}

}  // namespace shardproof::subject
