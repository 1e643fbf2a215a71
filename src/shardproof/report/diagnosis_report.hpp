/// The diagnosis as text: what a stranger's merge gets wrong, for someone who is tired.
#pragma once

#include <string>

#include "shardproof/diagnosis/diagnosis.hpp"
#include "shardproof/report/layout.hpp"

namespace shardproof::report {

/// A section: the mechanism with its repair, or the expression that is computed in place of the variance, or that nothing
/// known explains it; and how sure that is. Ends with a newline.
std::string diagnosis_section(const diagnosis::Diagnosis& diagnosis, Style style);

}  // namespace shardproof::report
