/// Running the local compiler, and saying what it said.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "shardproof/exact/result.hpp"

namespace shardproof::subject::plugin {

/// Where the program of that name is, in $PATH unless it names a folder. A problem if there is none.
exact::Result<std::filesystem::path> program_named(const std::string& name);

/// How a program ended.
struct Ran {
  bool succeeded = false;
  std::string said;  ///< its standard output and standard error
};

/// Runs `program` with `words`, the first of which is its name, in the C locale and without a shell. What it says goes
/// through the file `log`. A problem if it cannot be started.
exact::Result<Ran> run(const std::filesystem::path& program,
                       const std::vector<std::string>& words,
                       const std::filesystem::path& log);

/// What the compiler said, as whoever wrote the plugin needs it: without what is in files under `ours`, and the first
/// lines only. If the adapter refused, its reason and nothing else.
struct Diagnosis {
  std::string text;
  bool is_refusal = false;  ///< the file compiles, but is no plugin
};

Diagnosis diagnosis_of(std::string_view said, const std::filesystem::path& ours);

}  // namespace shardproof::subject::plugin
