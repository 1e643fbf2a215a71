/// The parts of the gate's text, each a function to lines; empty where there is nothing to say.
#pragma once

#include <string>

#include "shardproof/report/layout.hpp"
#include "shardproof/search/run_record.hpp"

namespace shardproof::report {

/// A table a family, a line a variant.
std::string variants_section(const search::RunRecord& record, Style style);

/// What qualifies the verdicts: shortfalls, imprecise findings on the way, what was never asked.
std::string notes_section(const search::RunRecord& record, Style style);

/// Each trial on which a subject failed that should have held, or failed otherwise than it should.
std::string failures_section(const search::RunRecord& record, Style style);

/// The finding that decided a subject's outcome: broken before imprecise; null for none.
const search::Finding* finding_of(const search::SubjectRecord& subject);

/// The row's id, or the name of what is no row.
std::string label_of(const search::SubjectRecord& subject);

/// Whether the subject is a row of the catalogue that must not be caught.
bool is_equivalent(const search::SubjectRecord& subject);

}  // namespace shardproof::report
