#include <string>
#include <utility>

#include "shardproof/report/gate_report.hpp"
#include "shardproof/report/subject_json.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::report {
namespace {

using search::RunRecord;
using wire::Value;

constexpr int kSchema = 1;

}  // namespace

std::string gate_json(const RunRecord& record) {
  Value::Array subjects;
  for (const auto& subject : record.subjects) subjects.push_back(to_json(subject));
  Value::Array not_asked;
  for (const auto& name : record.not_asked) not_asked.emplace_back(name);
  Value::Array stale;
  for (const auto& entry : record.stale) {
    stale.push_back(Value::Object{
        {.key = "subject", .value = entry.subject},
        {.key = "where", .value = entry.where},
    });
  }
  const Value::Object whole = {
      {.key = "schema", .value = kSchema},
      {.key = "report", .value = "gate"},
      {.key = "version", .value = record.version},
      {.key = "seed", .value = record.seed},
      {.key = "trials", .value = record.trials},
      {.key = "expect", .value = law::to_text(record.expect)},
      {.key = "conclusion", .value = to_text(search::conclusion(record))},
      {.key = "subjects", .value = std::move(subjects)},
      {.key = "not_asked", .value = std::move(not_asked)},
      {.key = "stale", .value = std::move(stale)},
      {.key = "seconds", .value = record.seconds},
  };
  return wire::dump(whole, wire::Layout::pretty) + "\n";
}

}  // namespace shardproof::report
