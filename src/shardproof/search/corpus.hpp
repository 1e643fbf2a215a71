/// The corpus: recorded counterexamples in a folder, a file each.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "shardproof/exact/result.hpp"
#include "shardproof/search/counterexample.hpp"

namespace shardproof::search {

/// A recorded counterexample and the name of its file.
struct CorpusEntry {
  std::string name;
  Counterexample counterexample;
};

/// The entries of `folder`, by name: every file that ends in ".json" and does not start with a dot. A folder that
/// does not exist yet has none. A file that does not read as a counterexample is a problem that names it: nothing
/// recorded is passed over in silence.
exact::Result<std::vector<CorpusEntry>> read_corpus(const std::filesystem::path& folder);

/// Records `counterexample` in `folder`, which is made if need be; returns the file's name, which follows from subject
/// and trial, so that recording it again changes nothing.
///
/// Atomic: written beside its place, flushed to the disk and renamed. A kill at any moment leaves the corpus with the
/// whole file or without it, and what a kill leaves behind starts with a dot and is not read.
exact::Result<std::string> record(const std::filesystem::path& folder,
                                  const Counterexample& counterexample);

}  // namespace shardproof::search
