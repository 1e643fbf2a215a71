#include "shardproof/search/corpus.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <system_error>

#include "shardproof/search/files.hpp"
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

bool is_entry(const fs::path& path) {
  return path.extension() == ".json" && path.filename().string().front() != '.';
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
  if (error) return problem(Problem::Kind::unreadable, folder, "cannot be read", error.value());
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
  if (error) return problem(Problem::Kind::unwritable, folder, "cannot be written", error.value());
  const std::string name = file_name(counterexample);
  const auto written = write_atomically(folder / name, to_json_text(counterexample));
  if (!written) return written.error();
  return name;
}

}  // namespace shardproof::search
