#include "shardproof/search/files.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace shardproof::search {
namespace {

using exact::Problem;
using exact::Result;
namespace fs = std::filesystem;

Problem problem(Problem::Kind kind, const fs::path& path, const std::string& what, int error) {
  return {
      .kind = kind, .what = what + ": " + std::strerror(error), .where = path.string(), .hint = ""};
}

Problem unwritable(const fs::path& path, int error) {
  return problem(Problem::Kind::unwritable, path, "cannot be written", error);
}

Problem unreadable(const fs::path& path, int error) {
  return problem(Problem::Kind::unreadable, path, "cannot be read", error);
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// A rename is on the disk once the folder is.
void flush_folder(const fs::path& folder) {
  const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  ::fsync(directory);
  ::close(directory);
}

}  // namespace

Result<void> write_atomically(const fs::path& target, std::string_view text) {
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  std::string temporary = (folder / ("." + target.filename().string() + ".XXXXXX")).string();
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return unwritable(target, errno);
  const bool written = write_all(file, text) && ::fchmod(file, 0644) == 0 && ::fsync(file) == 0;
  const int error = errno;
  const bool closed = ::close(file) == 0;
  if (!written || !closed || ::rename(temporary.c_str(), target.c_str()) != 0) {
    const int reason = written ? errno : error;
    ::unlink(temporary.c_str());
    return unwritable(target, reason);
  }
  flush_folder(folder);
  return {};
}

Result<std::string> contents_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return unreadable(path, errno);
  std::string text;
  std::array<char, 4096> piece{};
  // `read` notes an error, such as a folder in place of a file, where an iterator would throw it.
  while (file.read(piece.data(), piece.size()) || file.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) return unreadable(path, errno);
  return text;
}

}  // namespace shardproof::search
