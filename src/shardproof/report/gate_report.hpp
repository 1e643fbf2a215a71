/// The gate's report, as text for a terminal and as JSON for programs.
#pragma once

#include <string>

#include "shardproof/report/layout.hpp"
#include "shardproof/search/run_record.hpp"

namespace shardproof::report {

/// At most `kWidth` columns: the conclusion; the reference, rung by rung; a line a variant, by
/// family; whatever qualifies these (what was too little tried, imprecise, never asked, stale);
/// totals, seed, seconds; and how to replay. A reference that failed, a variant that was missed and
/// a false alarm are shown with the trial and a line to paste. Ends with a newline.
std::string gate_text(const search::RunRecord& record, Style style = {});

/// The whole record as one JSON object. Ends with a newline. `schema` is raised when a member
/// changes its meaning or goes away; members may be added.
///
///     {
///       "schema": 1, "report": "gate", "version": "0.1.0",
///       "seed": 1, "trials": 20000, "expect": "contract",
///       "conclusion": "holds",             reference-failed, broken, vacuous or holds
///       "subjects": [                      the reference first
///         {"name": …, "role": "reference"|"variant", "numbers": "any", "outcome": "caught",
///          "trials": 12,                   judged, over all rungs
///          "variant": null|{"id", "family", "standing", "law", "rung", "mechanism", "repair", "seen_in"},
///          "broken": null|FINDING, "imprecise": null|FINDING,
///          "stability": null|{"class": "exact"|"stable"|"textbook"|"none", "slope",
///                             "digits": [{"offset": 1000.0, "digits": 13.2|null}]},
///          "rungs": [{"rung", "skipped", "trials", "imprecise", "undefined", "left_out",
///                     "law_checks", "coverage": {FEATURE: trials}, "shortfalls":
///                     [{"feature", "required", "seen"}]}]}],
///       "not_asked": [NAME],             variants that fail only on rungs that were left out
///       "stale": [{"subject", "where"}],
///       "seconds": 6.8                     the only member that differs between runs of one seed
///     }
///
/// FINDING: {"verdict": {"kind": "broken", "law", "cancellation"} or {"kind": "imprecise", "error",
/// "bound"} or {"kind": "failed", "detail"}; "law", "laws", "rung", "trial_number" (on its rung, from
/// 1), "trials_until" (over all rungs), "certified", "shrink_steps", "shrink_evaluations", "trial" and
/// "found" (as `wire::to_json` writes trials), "oracle_exactly" ("1/4", null for none),
/// "oracle_says", "subject_says" (a number, null, "NaN", "Infinity" or {"error": …})}.
std::string gate_json(const search::RunRecord& record);

}  // namespace shardproof::report
