/// The catalogue: every known variant, in reading order.
#pragma once

#include <string_view>
#include <vector>

#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::subject {

/// All rows, family by family. The list is explicit: a family's table is named here or it is not in it.
const std::vector<Variant>& catalogue();

/// The row of that id, or null.
const Variant* variant_named(std::string_view id);

}  // namespace shardproof::subject
