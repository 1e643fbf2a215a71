/// What there is: variants, laws, rungs, formats.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shardproof::report {

enum class Listing { variants, laws, rungs, formats };

/// "variants", "laws", "rungs" or "formats".
std::optional<Listing> listing_named(std::string_view name);

/// For a terminal. Ends with a newline.
std::string list_text(Listing listing);

/// One array, an object an entry. Ends with a newline.
///
///     variants  {"id", "family", "standing", "law", "rung", "numbers", "mechanism", "repair",
///               "seen_in", "witness"}   law, rung and witness are null for equivalent rows
///     laws      {"law", "demands"}      the narrowest first
///     rungs     {"rung", "trials", "failing_here_means", "minimums": [{"feature", "per_mille"}]}
///     formats   {"format", "commands", "for"}
std::string list_json(Listing listing);

/// The variants as a table in Markdown, with links to where they were seen. Ends with a newline.
std::string variants_markdown();

}  // namespace shardproof::report
