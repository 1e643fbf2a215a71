/// How many digits a subject keeps, as text and as JSON.
#pragma once

#include <string>

#include "shardproof/report/layout.hpp"
#include "shardproof/search/stability.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::report {

/// A section: the class, the slope and the digits of one subject. Ends with a newline.
std::string stability_section(const search::Stability& stability, Style style);

/// The name of a lesson that is no subject's.
inline constexpr std::string_view kStability = "stability";

/// The lesson: the states of the public headers and the textbook's side by side, measured as it is printed. Ends with a
/// newline.
std::string stability_text(Style style = {});

/// {"class", "slope", "digits": [{"offset", "digits": number or null}]}
wire::Value to_json(const search::Stability& stability);

}  // namespace shardproof::report
