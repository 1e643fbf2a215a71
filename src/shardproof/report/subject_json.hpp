/// What a run found about one subject, as JSON: the same in every report.
#pragma once

#include "shardproof/search/run_record.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::report {

/// The object that `gate_json` describes as a member of "subjects".
wire::Value to_json(const search::SubjectRecord& subject);

}  // namespace shardproof::report
