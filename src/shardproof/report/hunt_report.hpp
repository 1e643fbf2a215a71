/// The hunt's report: what a stranger is told of their merge, as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shardproof/diagnosis/diagnosis.hpp"
#include "shardproof/report/layout.hpp"
#include "shardproof/search/baseline.hpp"
#include "shardproof/search/hunt.hpp"

namespace shardproof::report {

/// Everything that is said of one hunt.
struct HuntReport {
  search::HuntRecord record;
  std::optional<diagnosis::Diagnosis> diagnosis;  ///< of a subject that is broken
  std::vector<search::Worsened> worsened;         ///< against the baseline
  std::string replay;           ///< the line to paste that judges the finding again; empty for none
  std::string corpus;           ///< the folder; empty for none
  std::string regression_test;  ///< to paste, in the subject's language; empty for none
  std::string speed_note;       ///< programs, requests, trials a second
  /// The same formula in exact rationals, for a subject that is a template over its number type.
  std::optional<search::HuntRecord> exact;
};

/// At most `kWidth` columns: the verdict in a line; the counterexample; the mistake's name; what was tried, rung by rung, with what was
/// left out; and what to paste. Ends with a newline.
std::string hunt_text(const HuntReport& report, Style style = {});

/// The same as one JSON object. Ends with a newline.
///
///     {
///       "schema": 1, "report": "hunt", "version", "seed", "trials", "small_step", "expect",
///       "conclusion": "broken"|"nondeterministic"|"subject-failed"|"imprecise"|"recorded-fails"|"worse"|"vacuous"|"holds",
///       "subject": as in the gate's report (report/gate_report.hpp), and "diagnosis": null|[NAME],
///       "nondeterminism": null|{"trial", "first", "second"},
///       "identity": null|{"degree", "sample", "trials", "log2_chance"},
///       "exact": null|CONCLUSION,
///       "recorded": [{"file", "verdict", "stale"}], "written": null|FILE,
///       "worsened": [{"rung", "before", "now"}],
///       "seconds", "trials_per_second"     which differ between runs of one seed
///     }
std::string hunt_json(const HuntReport& report);

}  // namespace shardproof::report
