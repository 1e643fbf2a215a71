#include "shardproof/report/regression_test.hpp"

#include <algorithm>
#include <optional>
#include <regex>
#include <vector>

#include <fmt/format.h>

#include "shardproof/data/plan_steps.hpp"
#include "shardproof/exact/double_text.hpp"
#include "shardproof/law/bounds.hpp"
#include "shardproof/law/judge.hpp"
#include "shardproof/law/plan_bounds.hpp"
#include "shardproof/wire/exact_json.hpp"

namespace shardproof::report {
namespace {

using subject::Kind;
using subject::Language;

/// The words in which the languages differ.
struct Syntax {
  std::string_view open;  ///< of a list
  std::string_view close;
};

Syntax syntax_of(Language language) {
  return language == Language::cplusplus ? Syntax{"{", "}"} : Syntax{"[", "]"};
}

std::string number_text(const exact::Dyadic& value) {
  std::string text;
  wire::append(text, value);
  return text;
}

std::string list_of(const std::vector<std::string>& items, const Syntax& syntax) {
  return fmt::format("{}{}{}", syntax.open, fmt::join(items, ", "), syntax.close);
}

/// The number as a literal of C++, which knows no integers beyond 64 bits; none where whole numbers are due and this is none
/// that can be written.
std::optional<std::string> literal(const exact::Dyadic& value, bool whole) {
  if (value.as_int64()) return number_text(value);
  if (whole) return std::nullopt;
  return number_text(value) + (value.is_integer() ? ".0" : "");
}

/// A vector of `worker`: an array takes one pair of braces more than a struct does.
std::optional<std::string> workers_text(const data::Trial& trial, const std::string& worker) {
  const bool is_array = worker.starts_with("std::array");
  const bool whole =
      worker.find("double") == std::string::npos && worker.find("Double") == std::string::npos;
  const Syntax syntax = syntax_of(Language::cplusplus);
  std::vector<std::string> workers;
  for (const auto& summary : subject::question_of(trial).summaries) {
    const auto count = literal(summary.count, !is_array || whole);
    const auto sum = literal(summary.sum, whole);
    const auto sumsq = literal(summary.sumsq, whole);
    if (!count || !sum || !sumsq) return std::nullopt;
    const auto triple = list_of({*count, *sum, *sumsq}, syntax);
    workers.push_back(is_array ? "{" + triple + "}" : triple);
  }
  return list_of(workers, syntax);
}

std::string summaries_text(const data::Trial& trial, Language language) {
  const Syntax syntax = syntax_of(language);
  std::vector<std::string> workers;
  for (const auto& summary : subject::question_of(trial).summaries) {
    workers.push_back(list_of(
        {exact::to_text(summary.count), number_text(summary.sum), number_text(summary.sumsq)},
        syntax));
  }
  return list_of(workers, syntax);
}

/// The first of the names that the source defines, as a function or a class would be.
std::string name_in(const std::string& source, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const std::regex defined("\\b" + std::string(name) + "\\s*(\\(|=)");
    if (std::regex_search(source, defined)) return name;
  }
  return *names.begin();
}

std::string class_in(const std::string& source) {
  static const std::regex kClass(R"((?:class|struct)\s+(\w+))");
  std::smatch match;
  return std::regex_search(source, match, kClass) ? match[1].str() : "State";
}

/// What is compared with what.
struct Demand {
  std::string oracle;  ///< "0.25"; empty for none
  std::string bound;   ///< "1e-12"; empty: to the bit
};

std::optional<Demand> demand_of(const search::Finding& finding, Kind kind, law::Expect expect) {
  const auto& trial = finding.shrunk;
  if (std::holds_alternative<subject::NoVariance>(finding.oracle_says)) return Demand{};
  const auto* answer = std::get_if<double>(&finding.oracle_says);
  if (answer == nullptr) return std::nullopt;
  Demand demand{.oracle = exact::to_text(*answer), .bound = {}};
  if (expect == law::Expect::contract || expect == law::Expect::exact) return demand;
  double bound = 0;
  if (kind == Kind::merge) {
    const auto oracle = law::oracle_says(trial);
    bound = law::float64_bound(
        law::moments_of(trial.dataset.observations, exact::to_rational(*oracle.variance)));
  } else {
    bound = law::float64_bounds(trial).back().variance;
  }
  demand.bound = exact::to_text(bound);
  return demand;
}

std::string assertion(const std::string& says, const Demand& demand, Language language) {
  switch (language) {
    case Language::python:
      if (demand.oracle.empty()) return fmt::format("    assert {} is None\n", says);
      if (demand.bound.empty()) return fmt::format("    assert {} == {}\n", says, demand.oracle);
      return fmt::format("    assert abs({} - {}) <= {}\n", says, demand.oracle, demand.bound);
    case Language::javascript:
      if (demand.oracle.empty()) return fmt::format("  assert.equal({} ?? null, null);\n", says);
      if (demand.bound.empty())
        return fmt::format("  assert.equal({}, {});\n", says, demand.oracle);
      return fmt::format(
          "  assert.ok(Math.abs({} - {}) <= {});\n", says, demand.oracle, demand.bound);
    default: {
      const auto value = fmt::format("  const std::optional<double> variance = {};\n", says);
      if (demand.oracle.empty()) return value + "  EXPECT_FALSE(variance);\n";
      const auto compared =
          demand.bound.empty()
              ? fmt::format("  EXPECT_EQ(*variance, {});\n", demand.oracle)
              : fmt::format("  EXPECT_NEAR(*variance, {}, {});\n", demand.oracle, demand.bound);
      return value + "  ASSERT_TRUE(variance);\n" + compared;
    }
  }
}

/// The plan as statements on a list of states; none where it has a step besides accumulate, merge and the last read.
std::optional<std::string> statements(const data::Trial& trial, Language language) {
  const auto plan = data::steps_of(trial);
  const std::string_view indent = language == Language::python ? "    " : "  ";
  const std::string_view end = language == Language::python ? "" : ";";
  std::string text;
  for (const auto& step : plan.steps) {
    switch (step.op) {
      case data::PlanOp::accumulate: {
        const auto& [value, times, special] = trial.dataset.observations[step.other];
        if (special != data::Special::none || times > 8) return std::nullopt;
        const auto number =
            language == Language::cplusplus ? *literal(value, false) : number_text(value);
        for (std::uint64_t i = 0; i < times; ++i)
          text += fmt::format("{}s[{}].accumulate({}){}\n", indent, step.slot, number, end);
        break;
      }
      case data::PlanOp::merge:
        text += fmt::format("{}s[{}].merge(s[{}]){}\n", indent, step.slot, step.other, end);
        break;
      case data::PlanOp::read:
        if (&step != &plan.steps.back()) return std::nullopt;
        return text;
      default:
        return std::nullopt;
    }
  }
  return std::nullopt;
}

std::string states_text(const std::string& type, std::size_t slots, Language language) {
  switch (language) {
    case Language::python:
      return fmt::format("    s = [{}() for _ in range({})]\n", type, slots);
    case Language::javascript:
      return fmt::format(
          "  const s = Array.from({{ length: {} }}, () => new {}());\n", slots, type);
    default:
      return fmt::format("  std::vector<{}> s({});\n", type, slots);
  }
}

std::string framed(const std::string& body,
                   const std::string& name,
                   const std::string& title,
                   const Tested& tested) {
  const auto stem = tested.file.substr(0, tested.file.find_last_of('.'));
  switch (tested.language) {
    case Language::python:
      return fmt::format(
          "def test_variance_across_shards():\n    from {} import {}\n\n    # {}\n{}",
          stem,
          name,
          title,
          body);
    case Language::javascript:
      return fmt::format(
          "import assert from \"node:assert/strict\";\nimport test from \"node:test\";\n"
          "import {{ {} }} from \"./{}\";\n\ntest(\"variance across shards\", () => {{\n  // "
          "{}\n{}}});\n",
          name,
          tested.file,
          title,
          body);
    default:
      return fmt::format(
          "TEST(VarianceAcrossShards, IsThatOfAllObservations) {{\n  // {}\n{}}}\n", title, body);
  }
}

}  // namespace

std::string regression_test(const search::Finding& finding, Kind kind, const Tested& tested) {
  const auto language = tested.language;
  const bool known = language == Language::python || language == Language::javascript ||
                     language == Language::cplusplus;
  const auto& trial = finding.shrunk;
  if (!known || !data::are_finite(trial.dataset.observations)) return "";
  const auto* broken = std::get_if<law::Broken>(&finding.verdict);
  if (broken != nullptr && broken->quantity != law::Quantity::variance) return "";
  const auto demand = demand_of(finding, kind, tested.expect);
  if (!demand) return "";
  const std::string title = data::to_text(trial);
  if (kind == Kind::merge) {
    const auto name =
        tested.name.empty() ? name_in(tested.source, {"merge", "solve"}) : tested.name;
    if (language != Language::cplusplus) {
      return framed(
          assertion(name + "(" + summaries_text(trial, language) + ")", *demand, language),
          name,
          title,
          tested);
    }
    const auto workers = workers_text(trial, tested.worker);
    if (!workers) return "";
    return framed(fmt::format("  const std::vector<{}> workers = {};\n", tested.worker, *workers) +
                      assertion(name + "(workers)", *demand, language),
                  name,
                  title,
                  tested);
  }
  const auto steps = statements(trial, language);
  if (!steps) return "";
  const auto type = tested.name.empty() ? class_in(tested.source) : tested.name;
  const auto slot = data::steps_of(trial).steps.back().slot;
  return framed(states_text(type, data::steps_of(trial).slots, language) + *steps +
                    assertion(fmt::format("s[{}].finalise()", slot), *demand, language),
                type,
                title,
                tested);
}

}  // namespace shardproof::report
