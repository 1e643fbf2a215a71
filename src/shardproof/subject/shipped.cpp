#include "shardproof/subject/shipped.hpp"

#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>
#include <unistd.h>

#include "shardproof/subject/plugin/fingerprint.hpp"

namespace shardproof::subject {
namespace {

namespace fs = std::filesystem;

using exact::Problem;

/// Tells one version's files from another's.
std::string fingerprint_of(std::span<const ShippedFile> files) {
  plugin::Fingerprint fingerprint;
  for (const auto& [name, text] : files) fingerprint.add(name).add(text);
  return fingerprint.text();
}

Problem unwritable(const fs::path& folder, const std::string& why) {
  return {.kind = Problem::Kind::unwritable,
          .what = "the files that subjects are run with cannot be written: " + why,
          .where = folder.string(),
          .hint = "set XDG_CACHE_HOME to a folder that can be written"};
}

exact::Result<void> write_all(const fs::path& folder) {
  for (const auto& [name, text] : shipped_files()) {
    const fs::path file = folder / name;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) return unwritable(folder, error.message());
    std::ofstream stream(file, std::ios::binary);
    stream << text << std::flush;
    if (!stream) return unwritable(file, "the disk is full, perhaps");
  }
  return {};
}

}  // namespace

fs::path cache_folder() {
  // An absolute path, says the XDG Base Directory Specification; another is to be ignored.
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && cache[0] == '/')
    return fs::path(cache) / "shardproof";
  if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
    return fs::path(home) / ".cache" / "shardproof";
  return fs::temp_directory_path() / ("shardproof-" + std::to_string(::getuid()));
}

exact::Result<fs::path> shipped_folder() {
  const fs::path folder = cache_folder() / ("shipped-" + fingerprint_of(shipped_files()));
  std::error_code error;
  if (fs::is_directory(folder, error)) return folder;
  // Written beside its place and renamed: it is there whole or not at all, and of two processes the second finds the first one's.
  const fs::path temporary = folder.string() + "." + std::to_string(::getpid());
  if (auto written = write_all(temporary); !written) return written.error();
  fs::rename(temporary, folder, error);
  if (error) {
    std::error_code ignored;
    fs::remove_all(temporary, ignored);
    if (!fs::is_directory(folder, ignored)) return unwritable(folder, error.message());
  }
  return folder;
}

}  // namespace shardproof::subject
