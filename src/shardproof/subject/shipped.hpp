/// Files that shardproof brings along for strangers' subjects: the adapters of other languages, and the headers that a C++ subject
/// is compiled with. They travel inside the program and are written to the cache where something is to read them.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "shardproof/exact/result.hpp"

namespace shardproof::subject {

/// One file, as it stood when the program was built.
struct ShippedFile {
  std::string_view
      name;  ///< relative to include root: "shardproof/subject/process/adapters/python.py"
  std::string_view text;
};

/// All of them, by name. Defined in a source that fixtures/embed.cmake generates.
std::span<const ShippedFile> shipped_files();

/// Where what can be made again is kept: $XDG_CACHE_HOME/shardproof, or .cache/shardproof in the home folder, or in the
/// folder for temporary files where there is neither. Not made by this call.
std::filesystem::path cache_folder();

/// A folder with all the shipped files under their names, of just these contents: written at the first call, found at the
/// next, whichever process makes it. Problems: it cannot be written.
exact::Result<std::filesystem::path> shipped_folder();

}  // namespace shardproof::subject
