/// Data files from fixtures/ that travel inside the program.
#pragma once

#include <span>
#include <string_view>

namespace shardproof::search {

/// One file, as it stood when the program was built.
struct EmbeddedFile {
  std::string_view name;  ///< relative to fixtures/: "seed/case.json"
  std::string_view text;
};

/// All of them, by name. Defined in a source that fixtures/embed.cmake generates.
std::span<const EmbeddedFile> embedded_files();

/// Those whose names start with `folder`, which ends in a slash: "counterexamples/". Maybe none.
std::span<const EmbeddedFile> embedded_files_in(std::string_view folder);

}  // namespace shardproof::search
