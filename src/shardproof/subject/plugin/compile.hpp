/// Source files as plugins: compiled on the spot by the local compiler, kept for the next time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "shardproof/exact/result.hpp"

namespace shardproof::subject::plugin {

/// How plugins are compiled and where they are kept.
struct CompileOptions {
  std::vector<std::string> compiler = {"c++"};  ///< the program and words that always follow it
  std::vector<std::string> flags = {};          ///< after ours, so that they win
  std::filesystem::path cache;                  ///< a folder; made where it is missing
};

/// As the environment says: CXX, SHARDPROOF_CXXFLAGS (words between blanks, no quotes), and the cache of `shipped.hpp`.
CompileOptions compile_options_from_environment();

/// A plugin, ready to be loaded.
struct Compiled {
  std::filesystem::path library;
  bool was_there = false;  ///< the compiler was not run
  std::string note;        ///< what the user should know all the same; may be empty
};

/// Whether `file` is named like a source that `compile` takes: .cpp .cc .cxx .hpp .hh .h, or .c for a plugin in C.
bool is_source(const std::filesystem::path& file);

/// Compiles `source`: in C, against `shardproof/plugin.h`; in C++, what `cpp_adapter.hpp` finds in it becomes the plugin,
/// whose name is the file's. A file that names a template is compiled for exact rationals too, where Boost is; if it
/// cannot be, for doubles only, and the note says why. A `main` of the file's own does no harm.
///
/// Compiled again when the file, a header that it includes, the compiler, the flags or this program's headers change, and
/// not otherwise. Several programs may compile the same at once.
///
/// A problem shows the compiler's first lines and leaves out those about our own files.
exact::Result<Compiled> compile(const std::filesystem::path& source, const CompileOptions& options);

}  // namespace shardproof::subject::plugin
