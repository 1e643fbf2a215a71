#include "shardproof/search/reported.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/law/judge.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/search/embedded.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace shardproof::search {
namespace {

using exact::Problem;
using exact::Result;
using subject::Answer;
using wire::Value;

constexpr std::string_view kFolder = "reported/";

constexpr std::array<std::string_view, 8> kMembers = {
    "id", "url", "interface", "trial", "right", "reported target", "wrong", "rows"};

Problem malformed(std::string what) {
  return {.kind = Problem::Kind::malformed,
          .what = std::move(what),
          .where = "",
          .hint = "the format is described in fixtures/reported/README.md"};
}

std::string in_quotes(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

std::optional<Problem> check_members(const Value& value) {
  const auto* object = value.object();
  if (object == nullptr)
    return malformed("the text is " + std::string(value.kind()) + ", not an object");
  for (const auto& member : *object) {
    if (std::ranges::find(kMembers, member.key) == kMembers.end())
      return malformed(in_quotes(member.key) + " is not a member of a reported case");
  }
  return std::nullopt;
}

Result<std::string> string_member(const Value& value, std::string_view key) {
  const Value* member = value.find(key);
  if (member == nullptr) return malformed(in_quotes(key) + " is missing");
  if (member->string() == nullptr)
    return malformed(in_quotes(key) + " is " + std::string(member->kind()) + ", not a string");
  return *member->string();
}

/// A fraction, or null for no observations: not "no opinion", so it must be there.
Result<std::optional<std::string>> right_from(const Value& value) {
  const Value* member = value.find("right");
  if (member == nullptr) return malformed("\"right\" is missing");
  if (member->is_null()) return std::optional<std::string>();
  if (member->string() == nullptr) return malformed("\"right\" is neither null nor a fraction");
  return std::optional(*member->string());
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
  return malformed("\"wrong\" is neither null nor a double");
}

Result<subject::Kind> interface_from(const Value& value) {
  const auto name = string_member(value, "interface");
  if (!name) return name.error();
  if (*name == "merge") return subject::Kind::merge;
  if (*name == "aggregate") return subject::Kind::aggregate;
  return malformed("\"interface\" is " + in_quotes(*name) + ", neither merge nor aggregate");
}

Result<std::vector<std::string>> rows_from(const Value& value) {
  const Value* member = value.find("rows");
  const auto* array = member == nullptr ? nullptr : member->array();
  if (array == nullptr || array->empty())
    return malformed("\"rows\" is not a list of at least one row");
  std::vector<std::string> rows;
  for (const auto& row : *array) {
    if (row.string() == nullptr) return malformed("\"rows\" has an entry that is not a name");
    rows.push_back(*row.string());
  }
  return rows;
}

/// Calls `add` with what is wrong about one row, if anything is.
template <class Add>
void check_row(const Reported& reported,
               const std::string& id,
               std::vector<Answer>& said,
               Add&& add) {
  const auto* row = subject::variant_named(id);
  if (row == nullptr) {
    add("there is no row " + in_quotes(id));
    return;
  }
  const auto subject = subject::subject_of(*row);
  const auto question = subject::question_for(row->kind(), reported.trial);
  if (row->kind() != reported.interface || !accepts(subject->description(), question)) {
    add(id + " is not asked: no " + std::string(to_text(row->numbers)) + " holds the question");
    return;
  }
  const auto reads = subject->read({&question, 1}).front();
  for (const auto& read : reads) said.push_back(read.variance);
  const auto expect = law::expect_of(row->kind(), law::Expect::contract);
  const auto verdict = law::verdict_on(*subject, reported.trial, expect);
  if (!std::holds_alternative<law::Broken>(verdict) &&
      !std::holds_alternative<law::Imprecise>(verdict)) {
    add(id + " does not fail: it " + std::string(law::to_text(verdict)) + " with " +
        to_text(reads.back().variance));
  }
}

/// Who must be right: the reference merge, or the exact state.
std::unique_ptr<subject::Subject> reference_for(subject::Kind kind) {
  if (kind == subject::Kind::merge) return subject::reference();
  auto states = subject::reference_states();
  const auto exact = std::ranges::find(states, true, &subject::ReferenceState::is_exact);
  return std::move(exact->subject);
}

/// What the case's observations make due: the variance as the contract rounds it, and NaN where not all are numbers.
struct Due {
  std::string exactly;
  Answer answer;
};

Due due_of(const data::Trial& trial) {
  if (!data::are_finite(trial.dataset.observations))
    return {.exactly = "NaN", .answer = std::numeric_limits<double>::quiet_NaN()};
  const auto oracle = law::oracle_says(trial);
  return {.exactly = oracle.variance ? exact::to_text(to_rational(*oracle.variance)) : "none",
          .answer = oracle.answer};
}

/// A number as the rows answer it, to 12 decimals.
Answer rounded(const Answer& answer) {
  const auto* number = std::get_if<double>(&answer);
  return number != nullptr && std::isfinite(*number) ? Answer(exact::round12(*number)) : answer;
}

}  // namespace

Result<Reported> reported_from(std::string_view text) {
  const auto value = wire::parse(text);
  if (!value) return value.error();
  if (auto problem = check_members(*value)) return *std::move(problem);

  Reported reported;
  for (const auto& [key, place] : {std::pair{"id", &reported.id}, {"url", &reported.url}}) {
    auto member = string_member(*value, key);
    if (!member) return member.error();
    *place = *std::move(member);
  }
  const auto interface = interface_from(*value);
  if (!interface) return interface.error();
  reported.interface = *interface;

  const Value* trial_member = value->find("trial");
  if (trial_member == nullptr) return malformed("\"trial\" is missing");
  auto trial = wire::trial_from(*trial_member);
  if (!trial) return within("\"trial\"", trial.error());
  reported.trial = *std::move(trial);

  auto right = right_from(*value);
  if (!right) return right.error();
  reported.right = *std::move(right);
  if (value->find("reported target") != nullptr) {
    auto target = string_member(*value, "reported target");
    if (!target) return target.error();
    reported.reported_target = *std::move(target);
  }
  if (const Value* wrong = value->find("wrong")) {
    auto answer = answer_from(*wrong);
    if (!answer) return answer.error();
    reported.wrong = *std::move(answer);
  }
  auto rows = rows_from(*value);
  if (!rows) return rows.error();
  reported.rows = *std::move(rows);
  return reported;
}

Result<std::vector<Reported>> reported_cases() {
  std::vector<Reported> cases;
  for (const auto& file : embedded_files_in(kFolder)) {
    auto reported = reported_from(file.text);
    if (!reported) return within(std::string(file.name), reported.error());
    if (file.name != std::string(kFolder) + reported->id + ".json")
      return malformed(std::string(file.name) + " holds the case " + in_quotes(reported->id));
    cases.push_back(*std::move(reported));
  }
  return cases;
}

std::vector<std::string> contradictions(const Reported& reported) {
  std::vector<std::string> found;
  const auto add = [&](std::string what) { found.push_back(std::move(what)); };

  const Due due = due_of(reported.trial);
  const std::string right = reported.right.value_or("none");
  if (due.exactly != right) add("right is " + right + ", the oracle says " + due.exactly);

  const auto question = subject::question_for(reported.interface, reported.trial);
  const auto answer = reference_for(reported.interface)->ask({&question, 1}).front();
  if (!subject::same(answer, due.answer))
    add("the reference answers " + to_text(answer) + ", not " + to_text(due.answer));

  std::vector<Answer> said;
  for (const auto& row : reported.rows) check_row(reported, row, said, add);
  if (reported.wrong) {
    const Answer wrong = rounded(*reported.wrong);
    const bool is_said = std::ranges::any_of(
        said, [&](const Answer& one) { return subject::same(rounded(one), wrong); });
    if (!is_said) add("no row says " + to_text(wrong) + ", which the fault gives");
  }
  return found;
}

}  // namespace shardproof::search
