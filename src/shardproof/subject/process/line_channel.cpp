#include "shardproof/subject/process/line_channel.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <poll.h>
#include <unistd.h>

namespace shardproof::subject {
namespace {

constexpr std::size_t kBuffer = std::size_t{64} << 10;

/// Milliseconds until `deadline`, rounded up, for poll(2).
int patience(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 3'600'000));
}

/// Keeps SIGPIPE from this thread: who writes to a program that has ended gets EPIPE instead, in whatever program we are.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }

  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

  ~WithoutSigpipe() {
    // One that was raised meanwhile is pending for this thread, and must be gone before it is let in again.
    const timespec at_once = {};
    if (::sigismember(&before_, SIGPIPE) == 0) {
      while (::sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
      }
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_ = {};
  sigset_t before_ = {};
};

}  // namespace

void LineChannel::send(std::string_view line) {
  if (sent_ == pending_.size()) {
    pending_.clear();
    sent_ = 0;
  }
  pending_ += line;
  pending_ += '\n';
  write_pending();
}

void LineChannel::write_pending() {
  if (input_closed_ || unsent() == 0) return;
  const WithoutSigpipe guard;
  while (!input_closed_ && sent_ < pending_.size()) {
    const auto count = ::write(child_->input(), pending_.data() + sent_, pending_.size() - sent_);
    if (count >= 0) {
      sent_ += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      input_closed_ = true;  // EPIPE: how it ended tells the rest
    }
  }
}

/// Reads what there is, at most a buffer full. Whether the stream goes on.
bool LineChannel::read_output() {
  // What was handed out as a line is no longer needed.
  if (start_ > 0) {
    received_.erase(0, start_);
    scanned_ -= start_;
    start_ = 0;
  }
  std::array<char, kBuffer> buffer;  // NOLINT: filled by read(2)
  const auto count = ::read(child_->output(), buffer.data(), buffer.size());
  if (count > 0) received_.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

void LineChannel::read_errors() {
  std::array<char, kBuffer> buffer;  // NOLINT: filled by read(2)
  const auto count = ::read(child_->errors(), buffer.data(), buffer.size());
  if (count > 0) {
    errors_.append(buffer.data(), static_cast<std::size_t>(count));
    if (errors_.size() > kKeptErrors) errors_.erase(0, errors_.size() - kKeptErrors);
  } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
    errors_ended_ = true;
  }
}

bool LineChannel::take_line(std::string_view& line) {
  const auto end = received_.find('\n', scanned_);
  if (end == std::string::npos) {
    scanned_ = received_.size();
    return false;
  }
  line = std::string_view(received_).substr(start_, end - start_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  start_ = scanned_ = end + 1;
  return true;
}

Received LineChannel::receive(std::string_view& line, Clock::time_point deadline) {
  for (;;) {
    if (take_line(line)) return Received::line;
    if (partial_line().size() > kLongestLine) return Received::too_long;
    if (output_ended_) return Received::end;
    write_pending();
    const bool writes = !input_closed_ && unsent() > 0;
    std::array<pollfd, 3> watched = {{
        {.fd = child_->output(), .events = POLLIN, .revents = 0},
        {.fd = errors_ended_ ? -1 : child_->errors(), .events = POLLIN, .revents = 0},
        {.fd = writes ? child_->input() : -1, .events = POLLOUT, .revents = 0},
    }};
    const int ready = ::poll(watched.data(), watched.size(), patience(deadline));
    if (ready > 0 && watched[1].revents != 0) read_errors();
    if (ready > 0 && watched[0].revents != 0) output_ended_ = !read_output();
    // A child that floods standard error must not keep us from looking at the clock.
    if (ready <= 0 || watched[0].revents == 0) {
      if (Clock::now() >= deadline) return Received::nothing;
    }
  }
}

std::string LineChannel::errors() {
  for (std::size_t looks = 0; looks < 16 && !errors_ended_; ++looks) {
    pollfd watched{.fd = child_->errors(), .events = POLLIN, .revents = 0};
    if (::poll(&watched, 1, 0) <= 0) break;
    read_errors();
  }
  return errors_;
}

}  // namespace shardproof::subject
