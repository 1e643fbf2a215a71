#include <string>
#include <utility>

#include "shardproof/report/failure.hpp"
#include "shardproof/report/hunt_report.hpp"
#include "shardproof/report/subject_json.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace shardproof::report {
namespace {

using search::HuntConclusion;
using search::HuntRecord;
using wire::Value;

constexpr int kSchema = 1;

/// The rows that are named; null where there is no diagnosis.
Value names_of(const std::optional<diagnosis::Diagnosis>& diagnosis) {
  if (!diagnosis) return nullptr;
  Value::Array names;
  if (const auto* named = std::get_if<diagnosis::Named>(&diagnosis->cause)) {
    for (const auto* row : named->rows) names.emplace_back(row->id);
  }
  return names;
}

Value json_of(const std::optional<search::Nondeterminism>& twice) {
  if (!twice) return nullptr;
  return Value::Object{
      {.key = "trial", .value = wire::to_json(twice->trial)},
      {.key = "first", .value = to_json(twice->first.back().variance)},
      {.key = "second", .value = to_json(twice->second.back().variance)},
  };
}

Value json_of(const std::optional<search::IdentityTest>& test) {
  if (!test) return nullptr;
  return Value::Object{
      {.key = "degree", .value = search::IdentityTest::kDegree},
      {.key = "sample", .value = std::int64_t{1} << search::IdentityTest::kBits},
      {.key = "trials", .value = test->trials},
      {.key = "log2_chance", .value = test->log2_chance()},
  };
}

std::string_view conclusion_text(const HuntReport& report) {
  const auto conclusion = search::conclusion(report.record);
  if (conclusion == HuntConclusion::holds && !report.worsened.empty()) return "worse";
  return search::to_text(conclusion);
}

}  // namespace

std::string hunt_json(const HuntReport& report) {
  const HuntRecord& record = report.record;
  Value::Array recorded;
  for (const auto& [file, replayed] : record.recorded) {
    recorded.push_back(Value::Object{
        {.key = "file", .value = file},
        {.key = "verdict", .value = law::to_text(replayed.verdict)},
        {.key = "stale", .value = replayed.is_stale()},
    });
  }
  Value::Array worsened;
  for (const auto& worse : report.worsened) {
    worsened.push_back(Value::Object{
        {.key = "rung", .value = data::to_text(worse.rung)},
        {.key = "before", .value = worse.before},
        {.key = "now", .value = worse.now},
    });
  }
  const Value::Object whole = {
      {.key = "schema", .value = kSchema},
      {.key = "report", .value = "hunt"},
      {.key = "version", .value = record.version},
      {.key = "seed", .value = record.seed},
      {.key = "trials", .value = record.trials},
      {.key = "small_step", .value = record.small_step},
      {.key = "expect", .value = law::to_text(record.expect)},
      {.key = "conclusion", .value = conclusion_text(report)},
      {.key = "subject", .value = to_json(record.subject)},
      {.key = "diagnosis", .value = names_of(report.diagnosis)},
      {.key = "nondeterminism", .value = json_of(record.nondeterminism)},
      {.key = "identity", .value = json_of(record.identity)},
      {.key = "exact",
       .value = report.exact ? Value(search::to_text(search::conclusion(*report.exact))) : Value()},
      {.key = "recorded", .value = std::move(recorded)},
      {.key = "written", .value = record.written.empty() ? Value() : Value(record.written)},
      {.key = "worsened", .value = std::move(worsened)},
      {.key = "seconds", .value = record.seconds},
      {.key = "trials_per_second", .value = record.trials_per_second},
  };
  return wire::dump(whole, wire::Layout::pretty) + "\n";
}

}  // namespace shardproof::report
