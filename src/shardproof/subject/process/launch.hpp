/// From the words that name a stranger's subject to the command that runs it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardproof/exact/result.hpp"

namespace shardproof::subject {

/// What a subject is written in, as far as reports care: a regression test is printed in the same language.
enum class Language { python, javascript, r, cplusplus, c, other };

struct Launch {
  std::string
      name;  ///< what reports call it: the file's name, or empty: what the program calls itself
  std::vector<std::string> command;
  Language language = Language::other;
  std::filesystem::path file;  ///< empty for a command
  std::string note;            ///< what the user should know all the same; may be empty
};

/// How the file of that name is run: `.py` by $PYTHON or python3, `.mjs`, `.cjs` and `.js` by $NODE or node, `.R` by Rscript, each with
/// the adapter that shardproof brings along; `.so` by `host`, the command that answers for a shared library, and C++ and C files
/// the same way, after the local compiler has made one of them. Problems: there is no such file, its ending is none of these,
/// it does not compile.
exact::Result<Launch> launch_of_file(const std::filesystem::path& file,
                                     const std::vector<std::string>& host);

/// The same file run in exact rationals, where that may be had: of a C++ file with a template in it. Its hello tells whether it is so.
std::optional<Launch> exact_launch_of(const Launch& launch);

/// A command as it is.
Launch launch_of_command(std::vector<std::string> command);

}  // namespace shardproof::subject
