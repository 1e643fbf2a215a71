/// The kill matrix as text: which laws see which mechanism.
#pragma once

#include <string>

#include "shardproof/diagnosis/kill_matrix.hpp"

namespace shardproof::report {

/// For a terminal: a row a paragraph, the laws that it breaks with the share of trials, the most broken first. Ends with a
/// newline.
std::string kill_matrix_text(const diagnosis::KillMatrix& matrix);

/// A table for each kind of subject, laws across, percentages; a dot where a law is never broken.
std::string kill_matrix_markdown(const diagnosis::KillMatrix& matrix);

/// {"seed", "rung", "trials", "rows": [{"id", "kind", "trials", "broken": {law: trials}}]}; laws that do not apply to the
/// kind are left out.
std::string kill_matrix_json(const diagnosis::KillMatrix& matrix);

}  // namespace shardproof::report
