/// Where tests make plugins and talk to them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "shardproof/subject/plugin/compile.hpp"

namespace shardproof::subject::plugin {

/// A folder for one test's files, gone with it.
class Workshop {
 public:
  Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop();

  const std::filesystem::path& path() const { return path_; }

  /// Writes a file there.
  std::filesystem::path file(const std::string& name, std::string_view text) const;

  /// With a cache in the folder.
  CompileOptions options() const { return {.cache = path_ / "cache"}; }

  /// Options whose compiler writes a line to a log for each run, and `afterwards`, a shell command, follows it.
  CompileOptions counted(const std::string& afterwards = "") const;

  /// How often that one ran.
  std::size_t runs() const;

  /// The library made of a source file with that name and text. Fails the test if there is none.
  std::string library(const std::string& name, std::string_view text) const;

 private:
  std::filesystem::path path_;
};

/// What came of a conversation.
struct Talk {
  std::vector<std::string> said;  ///< lines
  std::string aside;              ///< on standard error
  int exit_code = 0;              ///< the signal, negative, if one ended it
};

/// Serves the plugin in a child process, which is told all of `requests`, and reads to its end.
Talk talk_to(const std::string& library, const std::string& requests, bool exact = false);

inline constexpr std::string_view kHello = R"({"seq":1,"op":"hello","protocol":1})"
                                           "\n";

/// The answer to a hello, and then to `trials`, an array of them.
Talk ask_merge(const std::string& library, const std::string& trials, bool exact = false);
Talk ask_state(const std::string& library, const std::string& trials);

}  // namespace shardproof::subject::plugin
