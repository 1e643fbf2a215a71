#include "shardproof/report/subject_json.hpp"

#include <string>
#include <utility>

#include "shardproof/report/failure.hpp"
#include "shardproof/report/stability_report.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace shardproof::report {
namespace {

using search::Finding;
using search::RungRecord;
using search::SubjectRecord;
using wire::Value;

std::string_view role_text(search::Role role) {
  switch (role) {
    case search::Role::reference:
      return "reference";
    case search::Role::variant:
      return "variant";
    case search::Role::stranger:
      return "stranger";
  }
  return "?";
}

Value json_of(const std::optional<Finding>& finding) {
  if (!finding) return nullptr;
  Value::Array laws;
  for (const auto law : finding->laws) laws.emplace_back(data::to_text(law));
  return Value::Object{
      {.key = "verdict", .value = to_json(finding->verdict)},
      {.key = "law", .value = data::to_text(law_of(*finding))},
      {.key = "laws", .value = std::move(laws)},
      {.key = "rung", .value = data::to_text(finding->rung)},
      {.key = "trial_number", .value = finding->trial_number},
      {.key = "trials_until", .value = finding->trials_until},
      {.key = "certified", .value = finding->certified},
      {.key = "shrink_steps", .value = finding->shrink_steps},
      {.key = "shrink_evaluations", .value = finding->shrink_evaluations},
      {.key = "trial", .value = wire::to_json(finding->shrunk)},
      {.key = "found", .value = wire::to_json(finding->found)},
      {.key = "oracle_exactly",
       .value = finding->oracle_exactly.empty() ? Value() : Value(finding->oracle_exactly)},
      {.key = "oracle_says", .value = to_json(finding->oracle_says)},
      {.key = "subject_says", .value = to_json(finding->subject_says)},
  };
}

Value json_of(const search::Coverage& coverage) {
  Value::Object features;
  for (std::size_t i = 0; i < search::kFeatures; ++i) {
    if (coverage.counts[i] == 0) continue;
    features.push_back({.key = std::string(search::to_text(static_cast<search::Feature>(i))),
                        .value = coverage.counts[i]});
  }
  return features;
}

Value json_of(const RungRecord& rung) {
  Value::Array shortfalls;
  for (const auto& shortfall : rung.shortfalls) {
    shortfalls.push_back(Value::Object{
        {.key = "feature", .value = search::to_text(shortfall.feature)},
        {.key = "required", .value = shortfall.required},
        {.key = "seen", .value = shortfall.seen},
    });
  }
  return Value::Object{
      {.key = "rung", .value = data::to_text(rung.rung)},
      {.key = "skipped", .value = rung.skipped},
      {.key = "trials", .value = rung.trials},
      {.key = "imprecise", .value = rung.imprecise},
      {.key = "undefined", .value = rung.undefined},
      {.key = "left_out", .value = rung.left_out},
      {.key = "law_checks", .value = rung.law_checks},
      {.key = "coverage", .value = json_of(rung.coverage)},
      {.key = "shortfalls", .value = std::move(shortfalls)},
  };
}

Value json_of(const std::optional<subject::Variant>& variant) {
  if (!variant) return nullptr;
  return Value::Object{
      {.key = "id", .value = variant->id},
      {.key = "family", .value = subject::to_text(variant->family)},
      {.key = "standing", .value = subject::to_text(variant->standing)},
      {.key = "law", .value = data::to_text(variant->caught_by)},
      {.key = "rung", .value = data::to_text(variant->caught_on)},
      {.key = "mechanism", .value = variant->mechanism},
      {.key = "repair", .value = variant->repair},
      {.key = "seen_in", .value = variant->seen_in},
  };
}

}  // namespace

Value to_json(const SubjectRecord& subject) {
  Value::Array rungs;
  for (const auto& rung : subject.rungs) rungs.push_back(json_of(rung));
  return Value::Object{
      {.key = "name", .value = subject.name},
      {.key = "role", .value = role_text(subject.role)},
      {.key = "numbers", .value = subject::to_text(subject.numbers)},
      {.key = "outcome", .value = search::to_text(subject.outcome)},
      {.key = "trials", .value = subject.trials()},
      {.key = "variant", .value = json_of(subject.variant)},
      {.key = "broken", .value = json_of(subject.broken)},
      {.key = "imprecise", .value = json_of(subject.imprecise)},
      {.key = "stability", .value = subject.stability ? to_json(*subject.stability) : Value()},
      {.key = "rungs", .value = std::move(rungs)},
  };
}

}  // namespace shardproof::report
