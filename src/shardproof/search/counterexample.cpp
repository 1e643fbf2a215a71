#include "shardproof/search/counterexample.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace shardproof::search {
namespace {

using exact::Problem;
using exact::Result;
using subject::Answer;
using wire::Value;

constexpr std::string_view kFormat =
    "shardproof";  ///< the member that says: this is a counterexample, of version 1
constexpr int kVersion = 1;

Value to_json(const Answer& answer) {
  if (const auto* number = std::get_if<double>(&answer)) return *number;
  if (const auto* failed = std::get_if<subject::Failed>(&answer)) {
    return Value::Object{{.key = "error", .value = failed->detail}};
  }
  return nullptr;
}

Value to_json(const Counterexample& counterexample) {
  return Value::Object{
      {.key = std::string(kFormat), .value = kVersion},
      {.key = "subject", .value = counterexample.subject},
      {.key = "trial", .value = wire::to_json(counterexample.trial)},
      {.key = "rung", .value = data::to_text(counterexample.rung)},
      {.key = "law", .value = data::to_text(counterexample.law)},
      {.key = "verdict", .value = counterexample.verdict},
      {.key = "oracle says", .value = counterexample.oracle_says},
      {.key = "subject says", .value = to_json(counterexample.subject_says)},
  };
}

Problem malformed(std::string what) {
  return {.kind = Problem::Kind::malformed,
          .what = std::move(what),
          .where = "",
          .hint = R"(a counterexample is {"subject": NAME, "trial": {"parts": [[0], [1]]}})"};
}

Result<std::string> string_member(const Value& value, std::string_view key) {
  const Value* member = value.find(key);
  if (member == nullptr) return malformed("\"" + std::string(key) + "\" is missing");
  if (member->string() == nullptr) {
    return malformed("\"" + std::string(key) + "\" is " + std::string(member->kind()) +
                     ", not a string");
  }
  return *member->string();
}

/// An optional name: reads it into `place` by `named`.
template <class T, class Named>
std::optional<Problem> read_name(const Value& value,
                                 std::string_view key,
                                 T& place,
                                 Named&& named) {
  if (value.find(key) == nullptr) return std::nullopt;
  const auto name = string_member(value, key);
  if (!name) return name.error();
  const auto found = named(*name);
  if (!found)
    return malformed("\"" + std::string(key) + "\" is \"" + *name + "\", which is not one");
  place = *found;
  return std::nullopt;
}

Result<Answer> answer_from(const Value& value) {
  if (value.is_null()) return Answer(subject::NoVariance{});
  if (const auto* number = value.number()) {
    if (const auto held = number->value().as_double()) return Answer(*held);
  }
  if (const auto* text = value.string()) {
    for (const double special : {HUGE_VAL, -HUGE_VAL, std::numeric_limits<double>::quiet_NaN()}) {
      if (exact::to_text(special) == *text) return Answer(special);
    }
  }
  if (const Value* error = value.find("error"); error != nullptr && error->string() != nullptr) {
    return Answer(subject::Failed{*error->string()});
  }
  return malformed("\"subject says\" is neither null, a double nor {\"error\": …}");
}

constexpr std::array<std::string_view, 8> kMembers = {
    kFormat, "subject", "trial", "rung", "law", "verdict", "oracle says", "subject says"};

std::optional<Problem> check_members(const Value& value) {
  const auto* object = value.object();
  if (object == nullptr)
    return malformed("the text is " + std::string(value.kind()) + ", not an object");
  for (const auto& member : *object) {
    if (std::ranges::find(kMembers, member.key) == kMembers.end()) {
      return malformed("\"" + member.key + "\" is not a member of a counterexample");
    }
  }
  const Value* version = value.find(kFormat);
  if (version != nullptr && *version != Value(kVersion)) {
    return malformed("\"shardproof\" is not " + std::to_string(kVersion) +
                     ", the only version there is");
  }
  return std::nullopt;
}

}  // namespace

Counterexample counterexample_of(const std::string& subject, const Finding& finding) {
  return {.subject = subject,
          .trial = finding.shrunk,
          .rung = finding.rung,
          .law = law_of(finding),
          .verdict = std::string(law::to_text(finding.verdict)),
          .oracle_says = finding.oracle_exactly.empty() ? "none" : finding.oracle_exactly,
          .subject_says = finding.subject_says};
}

std::string to_json_text(const Counterexample& counterexample) {
  return wire::dump(to_json(counterexample), wire::Layout::pretty) + "\n";
}

std::string to_json_line(const Counterexample& counterexample) {
  return wire::dump(to_json(counterexample), wire::Layout::spaced);
}

Result<Counterexample> counterexample_from(std::string_view text) {
  const auto value = wire::parse(text);
  if (!value) return value.error();
  if (auto problem = check_members(*value)) return *std::move(problem);

  Counterexample result;
  const auto subject = string_member(*value, "subject");
  if (!subject) return subject.error();
  result.subject = *subject;
  const Value* trial_member = value->find("trial");
  if (trial_member == nullptr) return malformed("\"trial\" is missing");
  auto trial = wire::trial_from(*trial_member);
  if (!trial) return within("\"trial\"", trial.error());
  result.trial = *std::move(trial);

  if (auto problem = read_name(*value, "rung", result.rung, data::rung_named))
    return *std::move(problem);
  if (auto problem = read_name(*value, "law", result.law, data::law_named))
    return *std::move(problem);
  const auto as_it_is = [](const std::string& name) { return std::optional(name); };
  if (auto problem = read_name(*value, "verdict", result.verdict, as_it_is))
    return *std::move(problem);
  if (auto problem = read_name(*value, "oracle says", result.oracle_says, as_it_is))
    return *std::move(problem);
  if (const Value* says = value->find("subject says")) {
    auto answer = answer_from(*says);
    if (!answer) return answer.error();
    result.subject_says = *std::move(answer);
  }
  return result;
}

}  // namespace shardproof::search
