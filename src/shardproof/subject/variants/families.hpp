/// The families' tables: one file and one accessor each, rows in reading order.
#pragma once

#include <span>

#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::subject {

std::span<const Variant> averaging_rows();
std::span<const Variant> weighting_rows();
std::span<const Variant> finaliser_rows();
std::span<const Variant> absence_rows();
std::span<const Variant> numeric_rows();
std::span<const Variant> equivalent_rows();

}  // namespace shardproof::subject
