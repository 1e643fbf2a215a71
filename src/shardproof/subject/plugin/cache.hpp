/// A folder of compiled plugins, each found again by what it was made of. Several programs may use it at once, and it may
/// be deleted at any time when none does.
///
/// `<key>.deps` lists the files that a compilation with that key has read; `<key>-<fingerprint of their contents>.so` is
/// what came of it. Both are put there whole, by renaming.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shardproof/exact/result.hpp"

namespace shardproof::subject::plugin {

class Cache {
 public:
  /// `key` names the compiler, its words and all else that is no file it reads.
  Cache(std::filesystem::path folder, std::string key)
      : folder_(std::move(folder)), key_(std::move(key)) {}

  struct Entry {
    std::filesystem::path library;
    std::string note;  ///< what was remarked when it was made
  };

  /// What was made of the files as they are now, if it is there. A file that looks untouched (size, time of its last
  /// change) is not read again.
  std::optional<Entry> find() const;

  /// Puts `library` there, which was made of `dependencies` since `started`. If one of these changed meanwhile nobody
  /// knows which contents the compiler saw: then it is put there for the caller and found by nobody else.
  exact::Result<Entry> put(const std::filesystem::path& library,
                           const std::string& note,
                           const std::vector<std::filesystem::path>& dependencies,
                           std::filesystem::file_time_type started) const;

 private:
  std::filesystem::path file(const std::string& ending) const { return folder_ / (key_ + ending); }

  std::filesystem::path folder_;
  std::string key_;
};

/// The files that a make rule, as compilers write it with -MD, depends on.
std::vector<std::filesystem::path> dependencies_in(const std::string& rule);

/// A new folder in `folder`, which is made where it is missing, and gone with this object.
class WorkFolder {
 public:
  static exact::Result<WorkFolder> in(const std::filesystem::path& folder);

  WorkFolder(WorkFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }

  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  WorkFolder& operator=(WorkFolder&&) = delete;
  ~WorkFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit WorkFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

/// The whole file; none if it cannot be read.
std::optional<std::string> text_of(const std::filesystem::path& file);

}  // namespace shardproof::subject::plugin
