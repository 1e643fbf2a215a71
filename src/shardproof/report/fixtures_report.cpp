#include "shardproof/report/fixtures_report.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "shardproof/wire/json.hpp"

namespace shardproof::report {
namespace {

using search::SeedRun;
using search::SeedTables;
using search::SeedValue;

constexpr std::size_t kColumns = 4;
using Row = std::array<std::string, kColumns>;

std::string_view outcome(bool passed) {
  return passed ? "Passed" : "Failed";
}

/// `rows` with their columns aligned and a rule under the first row.
std::string table(const std::vector<Row>& rows) {
  std::array<std::size_t, kColumns> widths{};
  for (const auto& row : rows) {
    // What is printed is ASCII, so bytes are columns.
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < kColumns; ++i) {
      text += i == 0 ? "  " : " | ";
      text += row[i];
      if (i + 1 < kColumns) text.append(widths[i] - row[i].size(), ' ');
    }
    text += '\n';
    if (&row != &rows.front()) continue;
    for (std::size_t i = 0; i < kColumns; ++i) {
      text += i == 0 ? "  " : "-|-";
      text.append(widths[i], '-');
    }
    text += '\n';
  }
  return text;
}

std::string table_of(const SeedRun& run) {
  std::vector<Row> rows = {{"Boundary fixture", "Actual", "Expected", "Outcome"}};
  for (const auto& check : run.checks) {
    rows.push_back({check.label,
                    search::to_text(check.actual),
                    search::to_text(check.expected),
                    std::string(outcome(check.passed))});
  }
  return table(rows);
}

std::string title_of(const SeedRun& run, std::size_t number) {
  const auto passed = std::ranges::count(run.checks, true, &search::SeedCheck::passed);
  std::string text = std::to_string(number) + " / " + run.name + ": " + run.approach + '\n';
  text += "  outcome  " + std::string(outcome(run.passed)) + ", " + std::to_string(passed) +
          " of " + std::to_string(run.checks.size()) + " fixtures pass\n";
  return text;
}

/// What is known of the program's text.
std::string origin_of(const SeedRun& run, const SeedTables& tables) {
  if (run.sha256.empty()) return "  source   " + search::seed_case().repair.ours + '\n';
  return std::string("  sha-256  ") + run.sha256 +
         (tables.scale == 1 ? "\n" : " (the text with N = 1)\n");
}

wire::Value to_json(const SeedValue& value) {
  if (const auto* whole = std::get_if<exact::Integer>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return nullptr;
}

wire::Value to_json(const SeedRun& run) {
  wire::Value::Array observations;
  for (const auto& check : run.checks) {
    observations.push_back(wire::Value::Object{
        {.key = "check", .value = check.label},
        {.key = "actual", .value = to_json(check.actual)},
        {.key = "expected", .value = to_json(check.expected)},
        {.key = "passed", .value = check.passed},
    });
  }
  return wire::Value::Object{
      {.key = "observations", .value = std::move(observations)},
      {.key = "passed", .value = run.passed},
  };
}

std::vector<const SeedRun*> all_of(const SeedTables& tables) {
  std::vector<const SeedRun*> runs;
  for (const auto& run : tables.published) runs.push_back(&run);
  runs.push_back(&tables.repair);
  return runs;
}

}  // namespace

std::string fixtures_text(const SeedTables& tables) {
  const auto& seed = search::seed_case();
  std::string text = seed.id + " case " + seed.number + ": " + seed.title + '\n';
  text += "scale N = " + exact::to_text(tables.scale) + '\n';
  std::size_t number = 0;
  for (const auto* run : all_of(tables)) {
    text += '\n' + title_of(*run, ++number) + origin_of(*run, tables) + '\n' + table_of(*run);
  }
  return text;
}

std::string fixtures_json(const SeedTables& tables) {
  std::string text;
  for (const auto* run : all_of(tables)) {
    text += wire::dump(to_json(*run), wire::Layout::spaced) + '\n';
  }
  return text;
}

}  // namespace shardproof::report
