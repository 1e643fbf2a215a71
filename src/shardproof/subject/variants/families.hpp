/// The families' tables: one file and one accessor each, rows in reading order. Merges first, of which the numeric family
/// has two tables, then states (`states_*.cpp`), then what is right.
#pragma once

#include <span>

#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::subject {

std::span<const Variant> averaging_rows();
std::span<const Variant> combining_rows();
std::span<const Variant> weighting_rows();
std::span<const Variant> membership_rows();
std::span<const Variant> finaliser_rows();
std::span<const Variant> absence_rows();
std::span<const Variant> numeric_rows();
std::span<const Variant> width_rows();
std::span<const Variant> merging_rows();
std::span<const Variant> updating_rows();
std::span<const Variant> identity_rows();
std::span<const Variant> sharing_rows();
std::span<const Variant> encoding_rows();
std::span<const Variant> retraction_rows();
std::span<const Variant> precision_rows();
std::span<const Variant> nonfinite_rows();
std::span<const Variant> equivalent_rows();
std::span<const Variant> equivalent_state_rows();

}  // namespace shardproof::subject
