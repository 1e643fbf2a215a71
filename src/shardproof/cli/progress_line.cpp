#include "shardproof/cli/progress_line.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

namespace shardproof::cli {
namespace {

constexpr std::chrono::milliseconds kBetween{100};

/// Back to the start of the line, and clear to its end.
constexpr std::string_view kErase = "\r\x1b[K";

bool is_capable_terminal() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

void put(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

// The first line waits as well: a run of a blink needs none.
ProgressLine::ProgressLine()
    : is_terminal_(is_capable_terminal()), next_(std::chrono::steady_clock::now() + kBetween) {}

ProgressLine::~ProgressLine() {
  if (is_drawn_) put(std::string(kErase));
}

void ProgressLine::show(const search::Progress& progress) {
  if (!is_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  is_drawn_ = true;
  put(fmt::format("{}rung {}: {} of {} trials, {} subject{} left",
                  kErase,
                  data::to_text(progress.rung),
                  progress.done,
                  progress.total,
                  progress.subjects,
                  progress.subjects == 1 ? "" : "s"));
}

}  // namespace shardproof::cli
