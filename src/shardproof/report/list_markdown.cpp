#include <fmt/format.h>

#include "shardproof/report/list_report.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::report {
namespace {

using subject::Kind;
using subject::Standing;
using subject::Variant;

/// `text` as one cell: a bar would end it.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// The source as a link by its last words, where it is an address; what else is said about it stays.
std::string source_cell(std::string_view seen_in) {
  if (!seen_in.starts_with("https://")) return cell(seen_in);
  const auto end = std::min(seen_in.find(';'), seen_in.size());
  const auto address = seen_in.substr(0, end);
  auto title = address.substr(std::string_view("https://").size());
  if (title.starts_with("github.com/")) title.remove_prefix(std::string_view("github.com/").size());
  return fmt::format("[{}]({}){}", cell(title), address, cell(seen_in.substr(end)));
}

std::string witness_cell(const Variant& row) {
  const auto witness = search::witness_of(row.id);
  return witness ? "`" + cell(data::to_text(witness->trial)) + "`" : "";
}

std::string row_line(const Variant& row) {
  const bool is_wrong = row.standing != Standing::equivalent;
  return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                     row.id,
                     row.kind() == Kind::merge ? "merge" : "aggregate",
                     subject::to_text(row.family),
                     cell(row.mechanism),
                     is_wrong ? cell(row.repair) : "",
                     is_wrong ? data::to_text(row.caught_by) : subject::to_text(row.standing),
                     is_wrong ? data::to_text(row.caught_on) : "",
                     witness_cell(row),
                     source_cell(row.seen_in));
}

}  // namespace

std::string variants_markdown() {
  std::string text =
      "# Atlas of wrong merges\n\n"
      "Every row of the catalogue: what is wrong, what puts it right, the narrowest law that the "
      "smallest known\n"
      "counterexample breaks, the rung of the ladder where it first fails, and where it was "
      "seen.\n\n"
      "| variant | kind | family | mechanism | repair | law | rung | witness | seen in |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const auto& row : subject::catalogue()) text += row_line(row);
  return text;
}

}  // namespace shardproof::report
