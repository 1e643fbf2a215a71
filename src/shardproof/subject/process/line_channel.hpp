/// Lines to and from a child, with deadlines, in bounded memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "shardproof/subject/process/child.hpp"

namespace shardproof::subject {

using Clock = std::chrono::steady_clock;

/// A longer line is refused: the replies that are asked for stay far below.
inline constexpr std::size_t kLongestLine = std::size_t{4} << 20;

/// As much of standard error is kept: its end.
inline constexpr std::size_t kKeptErrors = std::size_t{8} << 10;

/// What came of waiting for a line.
enum class Received {
  line,
  nothing,   ///< until the deadline, at least not to its end
  end,       ///< the child closed its standard output
  too_long,  ///< more than `kLongestLine` without a line feed
};

/// The three pipes of a child. Whoever waits for a line writes what is pending and drains standard error meanwhile, so that neither
/// side can block the other. Holds at most `kLongestLine` and a buffer of what was received, `kKeptErrors` of standard error,
/// and what was handed to `send`.
class LineChannel {
 public:
  explicit LineChannel(const Child& child) : child_(&child) {}

  /// Puts `line` and a line feed behind what is still to be written; never blocks.
  void send(std::string_view line);

  /// Waits for the next line. `line` is valid until the next call.
  Received receive(std::string_view& line, Clock::time_point deadline);

  /// What has arrived of a line whose end has not.
  std::string_view partial_line() const { return std::string_view(received_).substr(start_); }

  /// Whether the child no longer takes what is sent.
  bool is_input_closed() const { return input_closed_; }

  /// Bytes that the child has not taken yet.
  std::size_t unsent() const { return pending_.size() - sent_; }

  /// The last of what the child wrote to standard error, after one more look.
  std::string errors();

 private:
  void write_pending();
  bool read_output();
  void read_errors();
  bool take_line(std::string_view& line);

  const Child* child_;
  std::string pending_;
  std::size_t sent_ = 0;
  std::string received_;
  std::size_t start_ = 0;    ///< of the next line
  std::size_t scanned_ = 0;  ///< no line feed between `start_` and here
  std::string errors_;
  bool input_closed_ = false;
  bool output_ended_ = false;
  bool errors_ended_ = false;
};

}  // namespace shardproof::subject
