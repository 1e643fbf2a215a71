#include "shardproof/cli/output.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace shardproof::cli {
namespace {

using exact::Problem;

constexpr std::size_t kHeldBack = 1 << 16;

Problem unwritable(const std::string& destination, int error) {
  return {.kind = Problem::Kind::unwritable,
          .what = std::string("cannot be written: ") + std::strerror(error),
          .where = destination,
          .hint = {}};
}

/// The temporary file that a signal must remove; there is at most one output file.
std::array<char, PATH_MAX> temporary_in_use{};

extern "C" void remove_temporary(int signal) {
  ::unlink(temporary_in_use.data());  // an empty name is no file
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void remove_on_signal(const std::string& temporary) {
  if (temporary.size() >= temporary_in_use.size()) return;
  std::ranges::copy(temporary, temporary_in_use.begin());
  temporary_in_use[temporary.size()] = '\0';
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(signal, remove_temporary) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

void forget_on_signal() {
  temporary_in_use[0] = '\0';
}

/// The mode of a new file, as open(2) would make it.
unsigned usual_mode() {
  const auto mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

exact::Result<Output> Output::open(const std::string& destination) {
  if (destination == "-") {
    if (::fcntl(STDOUT_FILENO, F_GETFD) < 0) return unwritable("standard output", errno);
    return Output("standard output", FileDescriptor::borrowed(STDOUT_FILENO));
  }

  if (destination.empty()) return unwritable("the destination \"\"", ENOENT);

  struct stat status {};

  const bool exists = ::stat(destination.c_str(), &status) == 0;
  if (!exists) return open_beside(destination, usual_mode());
  if (S_ISDIR(status.st_mode)) return unwritable(destination, EISDIR);
  if (S_ISREG(status.st_mode)) {
    // Renaming would replace a file that its owner has protected.
    if (::access(destination.c_str(), W_OK) != 0) return unwritable(destination, errno);
    return open_beside(destination, status.st_mode & 07777);
  }
  const int number = ::open(destination.c_str(), O_WRONLY | O_CLOEXEC);
  if (number < 0) return unwritable(destination, errno);
  return Output(destination, FileDescriptor::owned(number));
}

exact::Result<Output> Output::open_beside(const std::string& destination, unsigned mode) {
  // A symbolic link stays one: the file that it points to is replaced.
  std::error_code error;
  const auto target = std::filesystem::weakly_canonical(destination, error);
  if (error) return unwritable(destination, error.value());
  auto temporary = target.string() + ".XXXXXX";
  const int number = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (number < 0) return unwritable(destination, errno);
  remove_on_signal(temporary);
  Output output(destination, FileDescriptor::owned(number));
  output.target_ = target.string();
  output.temporary_ = std::move(temporary);
  if (::fchmod(number, mode) != 0) return unwritable(destination, errno);
  return output;
}

Output::Output(Output&& other) noexcept
    : name_(std::move(other.name_)),
      file_(std::move(other.file_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      pending_(std::move(other.pending_)),
      abandoned_(other.abandoned_) {}

Output::~Output() {
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forget_on_signal();
}

exact::Result<void> Output::write(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= kHeldBack) return flush();
  return {};
}

exact::Result<void> Output::flush() {
  std::string_view rest = pending_;
  while (!rest.empty() && !abandoned_) {
    const auto written = ::write(file_.number(), rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      abandoned_ = true;
    } else if (errno != EINTR) {
      pending_.clear();  // said once is enough
      return unwritable(name_, errno);
    }
  }
  pending_.clear();
  return {};
}

exact::Result<void> Output::finish() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (target_.empty()) return {};
  return publish();
}

exact::Result<void> Output::publish() {
  // Without the fsync a crash of the machine could leave the new name with nothing in it.
  if (::fsync(file_.number()) != 0) return unwritable(name_, errno);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return unwritable(name_, errno);
  temporary_.clear();
  forget_on_signal();
  return {};
}

}  // namespace shardproof::cli
