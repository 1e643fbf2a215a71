#include "shardproof/search/corpus.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "shardproof/wire/json.hpp"
#include "shardproof/wire/trial_json.hpp"

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

/// FNV-1a, 64 bits: names files, protects nothing.
std::string hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

/// A name is part of the file's name, so it keeps only what every file system takes.
std::string file_name(const Counterexample& counterexample) {
  std::string name;
  for (const char c : counterexample.subject.substr(0, 64)) {
    const bool plain = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
                       c == '-' || c == '_';
    name += plain ? c : '_';
  }
  return name + "-" +
         hash_of(counterexample.subject + wire::dump(wire::to_json(counterexample.trial))) +
         ".json";
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

Result<void> write_atomically(const fs::path& folder,
                              const std::string& name,
                              std::string_view text) {
  const fs::path target = folder / name;
  std::string temporary = (folder / ("." + name + ".XXXXXX")).string();
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

bool is_entry(const fs::path& path) {
  return path.extension() == ".json" && path.filename().string().front() != '.';
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

}  // namespace

Result<std::vector<CorpusEntry>> read_corpus(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error) && !error) return std::vector<CorpusEntry>{};
  std::vector<fs::path> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (is_entry(entry->path())) paths.push_back(entry->path());
  }
  if (error) return unreadable(folder, error.value());
  std::ranges::sort(paths);

  std::vector<CorpusEntry> entries;
  for (const auto& path : paths) {
    const auto text = contents_of(path);
    if (!text) return text.error();
    auto counterexample = counterexample_from(*text);
    if (!counterexample) return within(path.string(), counterexample.error());
    entries.push_back(
        {.name = path.filename().string(), .counterexample = *std::move(counterexample)});
  }
  return entries;
}

Result<std::string> record(const fs::path& folder, const Counterexample& counterexample) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return unwritable(folder, error.value());
  const std::string name = file_name(counterexample);
  const auto written = write_atomically(folder, name, to_json_text(counterexample));
  if (!written) return written.error();
  return name;
}

}  // namespace shardproof::search
