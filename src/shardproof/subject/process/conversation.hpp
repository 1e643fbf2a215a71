/// A conversation with one running program: requests out, replies in, and the truth about how it went wrong.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shardproof/exact/result.hpp"
#include "shardproof/subject/process/child.hpp"
#include "shardproof/subject/process/line_channel.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::subject {

/// How long replies took, in seconds. A program's first reply has its own: it may have to load something.
struct Pace {
  std::optional<double> first;
  std::optional<double> each;  ///< of the later ones, for one trial
};

/// How long to wait for a reply: `fixed`, or `kFirst` for what has no pace yet, or `kSlowest` times the slowest so far, but at
/// least `kLeast`.
struct Patience {
  std::optional<std::chrono::milliseconds> fixed = {};
  Pace pace = {};

  static constexpr std::chrono::milliseconds kFirst{10'000};
  static constexpr std::chrono::milliseconds kLeast{2'000};
  static constexpr int kSlowest = 50;
};

/// One line of the conversation, for whoever wants to see it.
struct Spoken {
  bool by_us = true;
  std::string line;
};

/// A program that has said hello. Requests are answered in order; several may be under way.
class Conversation {
 public:
  /// Starts `command` and says hello. With `transcript`, every line is written down there. Problems: it cannot be started
  /// (unreadable); it ended, was silent or did not say hello (subject_failed).
  static exact::Result<Conversation> open(const std::vector<std::string>& command,
                                          const Patience& patience,
                                          std::vector<Spoken>* transcript = nullptr);

  const Description& description() const { return description_; }

  /// Sends one request. `trials` are the questions as `append_trial` writes them.
  void send(std::span<const Question> questions, std::span<const std::string_view> trials);

  /// Requests whose replies are due.
  std::size_t under_way() const { return requests_.size(); }

  /// The reply to the earliest of these. A problem (subject_failed) says how the program failed, its last words included; the
  /// conversation is over then.
  exact::Result<std::vector<Reads>> receive();

  /// How long the last reply took, since it was asked for or since the one before it.
  Clock::duration last_wait() const { return last_wait_; }

  /// The slowest so far.
  const Pace& pace() const { return patience_.pace; }

  /// Says bye, waits a moment for the program to exit by itself, and ends it. Returns its processor time in seconds.
  double close();

 private:
  struct Request {
    std::uint64_t seq = 0;
    std::span<const Question> questions;
    Clock::time_point sent;
  };

  Conversation(Child child, const Patience& patience, std::vector<Spoken>* transcript);

  exact::Result<void> greet();
  exact::Result<std::string_view> next_line(Clock::time_point deadline);
  exact::Problem failure(std::string what, std::string hint = {});
  exact::Problem silence(Received how, Clock::duration waited);
  void say(std::string line);
  Clock::duration limit_for(std::size_t trials) const;

  std::unique_ptr<Child> child_;  // whose address the channel knows
  LineChannel channel_;
  Patience patience_;
  std::vector<Spoken>* transcript_;
  Description description_;
  std::uint64_t last_seq_ = 0;
  std::deque<Request> requests_;
  Clock::time_point last_reply_;
  Clock::duration last_wait_{};
  bool is_first_ = true;  ///< the next reply
};

}  // namespace shardproof::subject
