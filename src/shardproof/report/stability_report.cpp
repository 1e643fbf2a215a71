#include "shardproof/report/stability_report.hpp"

#include <memory>
#include <vector>

#include <fmt/format.h>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/aggregate/exact_aggregate.hpp"
#include "shardproof/aggregate/textbook_state.hpp"
#include "shardproof/aggregate/youngs_cramer_state.hpp"
#include "shardproof/subject/state.hpp"

namespace shardproof::report {
namespace {

using search::kTellingOffsets;
using search::Stability;
using search::StabilityClass;
using subject::state_subject;

std::string_view meaning(StabilityClass stability) {
  switch (stability) {
    case StabilityClass::exact:
      return "its error does not grow with the mean";
    case StabilityClass::stable:
      return "it loses a digit for each digit by which the mean outgrows the spread";
    case StabilityClass::textbook:
      return "it loses two digits for each digit by which the mean outgrows the spread";
    case StabilityClass::none:
      return "it is wrong already where the mean is small: no matter of digits";
  }
  return "?";
}

std::string digits_text(const std::optional<double>& digits) {
  return digits ? fmt::format("{:.1f}", *digits) : "not asked";
}

std::vector<std::string> cells_of(const Stability& stability) {
  std::vector<std::string> cells = {std::string(search::to_text(stability.stability)),
                                    fmt::format("{:.2f}", stability.slope)};
  for (const auto& digits : stability.digits) cells.push_back(digits_text(digits));
  return cells;
}

const std::vector<Column>& columns_of_stability() {
  static const std::vector<Column> kColumns = {{.heading = "class"},
                                               {.heading = "slope", .is_number = true},
                                               {.heading = "at 1e3", .is_number = true},
                                               {.heading = "1e6", .is_number = true},
                                               {.heading = "1e9", .is_number = true},
                                               {.heading = "1e12", .is_number = true}};
  return kColumns;
}

std::vector<std::unique_ptr<subject::Subject>> compared() {
  std::vector<std::unique_ptr<subject::Subject>> subjects;
  subjects.push_back(state_subject<aggregate::ExactAggregate>("exact"));
  subjects.push_back(state_subject<aggregate::ChanState>("chan"));
  subjects.push_back(state_subject<aggregate::YoungsCramerState>("youngs-cramer"));
  subjects.push_back(state_subject<aggregate::TextbookState<double>>("textbook"));
  subjects.push_back(state_subject<aggregate::TextbookState<float>>("textbook in float32"));
  return subjects;
}

}  // namespace

std::string stability_section(const Stability& stability, Style style) {
  std::string text = painted("digits kept", Tone::title, style) + "  " +
                     std::string(meaning(stability.stability)) + '\n';
  return text + table(columns_of_stability(), {cells_of(stability)});
}

std::string stability_text(Style style) {
  std::vector<Column> heading = {{.heading = "state"}};
  heading.insert(heading.end(), columns_of_stability().begin(), columns_of_stability().end());
  std::vector<std::vector<std::string>> rows;
  for (const auto& subject : compared()) {
    std::vector<std::string> row = {subject->description().name};
    for (auto& cell : cells_of(search::stability_of(*subject))) row.push_back(std::move(cell));
    rows.push_back(std::move(row));
  }
  std::string text =
      painted("digits kept as the mean outgrows the spread", Tone::title, style) + "\n\n";
  text += table(heading, rows);
  text += "\n  " +
          wrapped(
              "slope: of log error against log kappa, where kappa is about mean / deviation, from "
              "offset 1 to 2^40. 0 is exact, 1 stable, 2 the textbook's. Columns 1e3 to 1e12: how "
              "many digits of the variance, which is about 5, are right at that offset; the median "
              "of nine datasets. The exact state rounds to 12 decimals, as the contract says.",
              2) +
          '\n';
  return text;
}

wire::Value to_json(const Stability& stability) {
  wire::Value::Array digits;
  for (std::size_t i = 0; i < kTellingOffsets.size(); ++i) {
    digits.push_back(wire::Value::Object{
        {.key = "offset", .value = kTellingOffsets.at(i)},
        {.key = "digits",
         .value = stability.digits.at(i) ? wire::Value(*stability.digits.at(i)) : wire::Value()}});
  }
  return wire::Value::Object{{.key = "class", .value = search::to_text(stability.stability)},
                             {.key = "slope", .value = stability.slope},
                             {.key = "digits", .value = std::move(digits)}};
}

}  // namespace shardproof::report
