/// What the commands that print one report share.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "shardproof/cli/output.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/report/layout.hpp"
#include "shardproof/search/counterexample.hpp"

namespace shardproof::cli {

/// Writes the whole of `text` and puts it in its place.
exact::Result<void> deliver(Output& output, std::string_view text);

/// Coloured if `destination` is standard output, that is a terminal, and NO_COLOR is not set to
/// something (https://no-color.org).
report::Style style_for(const std::string& destination);

/// What would keep a finding from being recorded in `folder`: better said before the run.
exact::Result<void> check_corpus(const std::filesystem::path& folder);

/// The counterexample that `word` stands for: the committed witness of the variant of that id, else
/// the contents of the file of that name, "-" being standard input. A file that is called like a
/// variant is reached as ./NAME.
exact::Result<search::Counterexample> counterexample_named(const std::string& word);

}  // namespace shardproof::cli
