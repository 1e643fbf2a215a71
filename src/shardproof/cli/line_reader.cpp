#include "shardproof/cli/line_reader.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace shardproof::cli {
namespace {

using exact::Problem;

constexpr std::size_t kReadAtOnce = 1 << 16;

Problem unreadable(const std::string& source, int error) {
  return {.kind = Problem::Kind::unreadable,
          .what = std::string("cannot be read: ") + std::strerror(error),
          .where = source,
          .hint = {}};
}

}  // namespace

exact::Result<LineReader> LineReader::open(const std::string& source) {
  const bool is_standard_input = source == "-";
  auto file = is_standard_input
                  ? FileDescriptor::borrowed(STDIN_FILENO)
                  : FileDescriptor::owned(::open(source.c_str(), O_RDONLY | O_CLOEXEC));
  const std::string name = is_standard_input ? "standard input" : source;

  struct stat status {};

  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) return unreadable(name, errno);
  if (S_ISDIR(status.st_mode)) return unreadable(name, EISDIR);
  return LineReader(name, std::move(file));
}

bool LineReader::has_line() {
  const auto end = buffer_.find('\n', scanned_);
  scanned_ = end == std::string::npos ? buffer_.size() : end;
  return end != std::string::npos;
}

exact::Result<std::optional<std::string_view>> LineReader::next() {
  while (!has_line() && !at_end_) {
    if (auto read = read_more(); !read) return read.error();
  }
  if (start_ == buffer_.size()) return std::optional<std::string_view>();
  auto line = std::string_view(buffer_).substr(start_, scanned_ - start_);
  start_ = scanned_ = std::min(scanned_ + 1, buffer_.size());
  ++line_number_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return std::optional(line);
}

exact::Result<std::string> LineReader::rest() {
  while (!at_end_) {
    if (auto read = read_more(); !read) return read.error();
  }
  auto text = buffer_.substr(start_);
  start_ = scanned_ = buffer_.size();
  return text;
}

exact::Result<void> LineReader::read_more() {
  buffer_.erase(0, start_);
  scanned_ -= start_;
  start_ = 0;
  const auto held = buffer_.size();
  // As much again as a long line has so far: it is moved a few times only.
  buffer_.resize(held + std::max(held, kReadAtOnce));
  ssize_t count = 0;
  do {
    count = ::read(file_.number(), buffer_.data() + held, buffer_.size() - held);
  } while (count < 0 && errno == EINTR);
  const int error = errno;
  buffer_.resize(held + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  if (count < 0) return unreadable(name_, error);
  at_end_ = count == 0;
  return {};
}

}  // namespace shardproof::cli
