#include "shardproof/search/seed_case.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/search/embedded.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/summaries.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace shardproof::search {
namespace {

using exact::Dyadic;
using exact::Integer;
using exact::Problem;
using wire::Value;

constexpr std::string_view kFile = "seed/case.json";

/// The file is ours and was tested: what does not fit in it is a defect.
[[noreturn]] void refuse(const std::string& what) {
  throw std::runtime_error(std::string(kFile) + ": " + what);
}

template <class T>
T read(exact::Result<T> result) {
  if (!result) refuse(to_text(result.error()));
  return *std::move(result);
}

const Value& member(const Value& value, std::string_view key) {
  const auto* found = value.find(key);
  if (found == nullptr) refuse("no member \"" + std::string(key) + "\"");
  return *found;
}

const std::string& text(const Value& value, std::string_view key) {
  const auto* found = member(value, key).string();
  if (found == nullptr) refuse("\"" + std::string(key) + "\" is not a string");
  return *found;
}

const Value::Array& array(const Value& value, std::string_view key) {
  const auto* found = member(value, key).array();
  if (found == nullptr) refuse("\"" + std::string(key) + "\" is not an array");
  return *found;
}

Integer integer(const Value& value) {
  const auto* number = value.number();
  if (number == nullptr || !number->written_as_integer()) refuse("an integer is missing");
  return number->value().mantissa();
}

const Value& case_file() {
  static const Value kText = [] {
    const auto files = embedded_files();
    const auto found = std::ranges::find(files, kFile, &EmbeddedFile::name);
    if (found == files.end()) refuse("is not embedded");
    return read(wire::parse(found->text));
  }();
  return kText;
}

/// The value of a term "N", "7N" or "7N^2".
Integer term_at_scale(std::string_view term, const Integer& scale) {
  const auto letter = term.find('N');
  const auto power = letter == std::string_view::npos ? term : term.substr(letter + 1);
  const bool is_square = power == "^2";
  if (letter == std::string_view::npos || (!power.empty() && !is_square)) {
    refuse("no term in N: " + std::string(term));
  }
  const Integer coefficient =
      letter == 0 ? Integer(1) : Integer(std::string(term.substr(0, letter)));
  return coefficient * (is_square ? Integer(scale * scale) : scale);
}

/// `value` with the terms in it, its strings, replaced by their values.
Value at_scale(const Value& value, const Integer& scale) {
  if (const auto* term = value.string()) return term_at_scale(*term, scale);
  if (const auto* elements = value.array()) {
    Value::Array scaled;
    for (const auto& element : *elements) scaled.push_back(at_scale(element, scale));
    return scaled;
  }
  if (const auto* members = value.object()) {
    Value::Object scaled;
    for (const auto& entry : *members) {
      scaled.push_back({.key = entry.key, .value = at_scale(entry.value, scale)});
    }
    return scaled;
  }
  return value;
}

SeedValue seed_value(const Value& value) {
  if (value.is_null()) return subject::NoVariance{};
  const auto* number = value.number();
  if (number == nullptr) refuse("neither a number nor null: " + wire::dump(value));
  if (number->written_as_integer()) return number->value().mantissa();
  return number->value().as_double().value();
}

SeedValue expected_value(const Value& scaled) {
  const auto* quotient = scaled.find("round12");
  if (quotient == nullptr) return seed_value(scaled);
  const exact::Fraction variance{.numerator = integer(member(*quotient, "dividend")),
                                 .denominator = integer(member(*quotient, "divisor"))};
  return exact::round12(variance).value();  // finite: it is smaller than what bounds the scale
}

SeedFixture fixture_at(const Value& fixture, const Integer& scale) {
  std::optional<data::Trial> trial;
  if (scale <= kLargestTrialScale) {
    trial = read(wire::trial_from(at_scale(member(fixture, "trial"), scale)));
  }
  return {
      .label = text(fixture, "label"),
      .summaries = read(wire::summaries_from(at_scale(member(fixture, "summaries"), scale))),
      .trial = std::move(trial),
      .expected = expected_value(at_scale(member(fixture, "expected"), scale)),
  };
}

PublishedProgram program_from(const Value& program) {
  PublishedProgram published{
      .name = text(program, "name"),
      .approach = text(program, "approach"),
      .variant = text(program, "variant"),
      .mechanism = text(program, "mechanism"),
      .sha256 = text(program, "sha256"),
      .exit_code = static_cast<int>(integer(member(program, "exit_code"))),
      .observed = {},
      .passed = {},
  };
  for (const auto& value : array(program, "observed")) {
    published.observed.push_back(seed_value(value));
  }
  for (const auto& outcome : array(program, "outcomes")) {
    published.passed.push_back(outcome == Value("Passed"));
  }
  return published;
}

SeedCase case_from(const Value& file) {
  const auto& contract = member(file, "contract");
  const auto& evaluation = member(file, "evaluation");
  const auto& recorded = member(file, "recorded");
  const auto& repair = member(file, "repair");
  SeedCase seed{
      .id = text(file, "id"),
      .number = text(file, "case"),
      .title = text(file, "title"),
      .domain = text(file, "domain"),
      .contract =
          text(contract, "input") + "; " + text(contract, "answer") + "; " + text(contract, "none"),
      .root_cause = text(file, "root_cause"),
      .why_it_matters = text(file, "why_it_matters"),
      .scope = text(file, "scope"),
      .evaluation_group = text(evaluation, "group"),
      .evaluation_rule = text(evaluation, "rule"),
      .evaluation_standing = text(evaluation, "standing"),
      .python = text(recorded, "python"),
      .recorded_at = text(recorded, "at"),
      .sha256 = text(recorded, "case_sha256"),
      .programs = {},
      .repair = {.name = text(repair, "name"),
                 .approach = text(repair, "approach"),
                 .withheld = text(repair, "withheld"),
                 .ours = text(repair, "ours")},
  };
  for (const auto& program : array(file, "programs")) {
    seed.programs.push_back(program_from(program));
  }
  return seed;
}

/// None for None.
std::optional<Dyadic> exact_value(const SeedValue& value) {
  if (const auto* whole = std::get_if<Integer>(&value)) return Dyadic(*whole);
  if (const auto* real = std::get_if<double>(&value)) return Dyadic::from_double(*real).value();
  return std::nullopt;
}

}  // namespace

std::string to_text(const SeedValue& value) {
  if (const auto* whole = std::get_if<Integer>(&value)) return exact::to_text(*whole);
  if (const auto* real = std::get_if<double>(&value)) return exact::to_text(*real);
  return "None";
}

bool python_equal(const SeedValue& left, const SeedValue& right) {
  return exact_value(left) == exact_value(right);
}

const Integer& largest_seed_scale() {
  // 5N ≤ 2^512 − 2^458 − 1, see the header.
  static const Integer kLargest = ((Integer(1) << 512) - (Integer(1) << 458) - 1) / 5;
  return kLargest;
}

exact::Result<std::vector<SeedFixture>> seed_fixtures(const Integer& scale) {
  if (scale < 1) {
    return Problem{.kind = Problem::Kind::out_of_domain,
                   .what = "there is no fixture at N = " + exact::to_text(scale),
                   .where = {},
                   .hint = "the smallest scale is 1"};
  }
  if (scale > largest_seed_scale()) {
    return Problem{.kind = Problem::Kind::overflow,
                   .what = "at this scale the case's own programs end with an OverflowError",
                   .where = {},
                   .hint = "the largest scale is " + exact::to_text(largest_seed_scale())};
  }
  std::vector<SeedFixture> fixtures;
  for (const auto& fixture : array(case_file(), "fixtures")) {
    fixtures.push_back(fixture_at(fixture, scale));
  }
  return fixtures;
}

const SeedCase& seed_case() {
  static const SeedCase kSeed = case_from(case_file());
  return kSeed;
}

}  // namespace shardproof::search
