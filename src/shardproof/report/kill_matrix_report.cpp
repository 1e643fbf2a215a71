#include "shardproof/report/kill_matrix_report.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardproof/law/laws.hpp"
#include "shardproof/report/layout.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::report {
namespace {

using data::LawId;
using diagnosis::KillMatrix;
using diagnosis::Kills;
using subject::Kind;
using wire::Value;

std::string_view to_text(Kind kind) {
  return kind == Kind::merge ? "merge" : "aggregate";
}

/// "72 %", "0.4 %", "< 0.1 %"
std::string share_text(std::uint64_t broken, std::uint64_t trials) {
  const double percent = 100.0 * static_cast<double>(broken) / static_cast<double>(trials);
  if (percent >= 9.95) return fmt::format("{:.0f} %", percent);
  return percent < 0.05 ? "< 0.1 %" : fmt::format("{:.1f} %", percent);
}

std::string kills_text(const Kills& kills, const std::vector<LawId>& laws) {
  std::vector<std::pair<std::uint64_t, LawId>> broken;
  for (std::size_t l = 0; l < laws.size(); ++l) {
    if (kills.broken[l].value_or(0) > 0) broken.emplace_back(*kills.broken[l], laws[l]);
  }
  if (broken.empty()) return "none";
  std::ranges::stable_sort(
      broken, [](const auto& left, const auto& right) { return left.first > right.first; });
  std::vector<std::string> words;
  for (const auto& [trials, law] : broken)
    words.push_back(fmt::format("{} {}", data::to_text(law), share_text(trials, kills.trials)));
  return listed(words);
}

std::vector<std::size_t> laws_of(Kind kind, const std::vector<LawId>& laws) {
  std::vector<std::size_t> columns;
  for (std::size_t l = 0; l < laws.size(); ++l) {
    if (law::applies(laws[l], kind)) columns.push_back(l);
  }
  return columns;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string markdown_cells(const Kills& kills, const std::vector<std::size_t>& columns) {
  std::vector<std::string> cells = {fmt::format("`{}`", kills.row->id)};
  for (const auto l : columns) {
    const auto broken = kills.broken[l].value_or(0);
    cells.push_back(broken == 0 ? "·" : share_text(broken, kills.trials));
  }
  return markdown_row(cells);
}

std::string markdown_table(const KillMatrix& matrix, Kind kind) {
  const auto columns = laws_of(kind, matrix.laws);
  std::vector<std::string> heading = {"variant"};
  std::vector<std::string> rule = {"---"};
  for (const auto l : columns) {
    heading.emplace_back(data::to_text(matrix.laws[l]));
    rule.emplace_back("--:");
  }
  std::string text = markdown_row(heading) + markdown_row(rule);
  for (const auto& kills : matrix.rows) {
    if (kills.row->kind() == kind) text += markdown_cells(kills, columns);
  }
  return text;
}

bool has_rows(const KillMatrix& matrix, Kind kind) {
  return std::ranges::any_of(matrix.rows,
                             [kind](const Kills& kills) { return kills.row->kind() == kind; });
}

std::string how_measured(const KillMatrix& matrix) {
  return fmt::format("The share of {} of the integers rung (seed {}) on which a law is broken.",
                     counted(matrix.options.trials, "random trial"),
                     matrix.options.seed);
}

}  // namespace

std::string kill_matrix_text(const KillMatrix& matrix) {
  std::string text = wrapped(how_measured(matrix), 0) + "\n\n";
  for (const auto& kills : matrix.rows)
    text += labelled(kills.row->id, kills_text(kills, matrix.laws), {.width = 28, .indent = 0});
  return text;
}

std::string kill_matrix_markdown(const KillMatrix& matrix) {
  std::string text = "# Which laws see which mechanism\n\n" + how_measured(matrix) + "\n";
  for (const auto kind : {Kind::merge, Kind::aggregate}) {
    if (!has_rows(matrix, kind)) continue;
    const auto* title = kind == Kind::merge ? "Merges" : "States";
    text += fmt::format("\n## {}\n\n{}", title, markdown_table(matrix, kind));
  }
  return text;
}

std::string kill_matrix_json(const KillMatrix& matrix) {
  Value::Array rows;
  for (const auto& kills : matrix.rows) {
    Value::Object broken;
    for (std::size_t l = 0; l < matrix.laws.size(); ++l) {
      if (kills.broken[l])
        broken.push_back(
            {.key = std::string(data::to_text(matrix.laws[l])), .value = *kills.broken[l]});
    }
    rows.push_back(Value::Object{{.key = "id", .value = kills.row->id},
                                 {.key = "kind", .value = to_text(kills.row->kind())},
                                 {.key = "trials", .value = kills.trials},
                                 {.key = "broken", .value = std::move(broken)}});
  }
  const Value value = Value::Object{{.key = "seed", .value = matrix.options.seed},
                                    {.key = "rung", .value = "integers"},
                                    {.key = "trials", .value = matrix.options.trials},
                                    {.key = "rows", .value = std::move(rows)}};
  return wire::dump(value, wire::Layout::pretty) + "\n";
}

}  // namespace shardproof::report
