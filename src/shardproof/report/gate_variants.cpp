#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "shardproof/report/failure.hpp"
#include "shardproof/report/gate_sections.hpp"

namespace shardproof::report {
namespace {

using search::Finding;
using search::Outcome;
using search::Role;
using search::RunRecord;
using search::SubjectRecord;
using subject::Family;
using subject::kFamilies;

/// What it came out as: "broken" or "imprecise" for what was caught as it should be, capitals for
/// what went wrong.
std::string caught_as(const SubjectRecord& subject) {
  switch (subject.outcome) {
    case Outcome::caught: {
      const auto* finding = finding_of(subject);
      return std::string(finding == nullptr ? "caught" : law::to_text(finding->verdict));
    }
    case Outcome::missed:
      return "MISSED";
    case Outcome::misjudged:
      return "MISJUDGED";
    case Outcome::failed:
      return "FALSE ALARM";
    case Outcome::holds:
    case Outcome::vacuous:
    case Outcome::tolerated:
      return std::string(search::to_text(subject.outcome));
  }
  return "?";
}

std::vector<std::string> row_of(const SubjectRecord& subject) {
  std::vector<std::string> row = {label_of(subject), caught_as(subject)};
  const auto* finding = finding_of(subject);
  if (finding == nullptr) {
    row.insert(row.end(), {"", "", grouped(subject.trials()), ""});
    return row;
  }
  row.insert(row.end(),
             {std::string(data::to_text(law_of(*finding))),
              std::string(data::to_text(finding->rung)),
              grouped(finding->trials_until),
              fmt::format("{}{}", finding->certified ? '*' : ' ', data::to_text(finding->shrunk))});
  return row;
}

/// `line` with the words of its verdict in colour. Only after the layout, which counts columns.
std::string tinted(const std::string& line, Style style) {
  struct Word {
    std::string_view word;
    Tone tone;
  };

  constexpr std::array kWords = {Word{" MISSED", Tone::bad},
                                 Word{" MISJUDGED", Tone::bad},
                                 Word{" FALSE ALARM", Tone::bad},
                                 Word{" tolerated", Tone::warning},
                                 Word{" vacuous", Tone::warning}};
  for (const auto& [word, tone] : kWords) {
    const auto found = line.find(word);
    if (found == std::string::npos) continue;
    return line.substr(0, found) + painted(word, tone, style) + line.substr(found + word.size());
  }
  return line;
}

std::string family_line(Family family, const std::vector<const SubjectRecord*>& members) {
  const auto wanted = family == Family::equivalent ? Outcome::holds : Outcome::caught;
  const auto good = std::ranges::count(
      members, wanted, [](const SubjectRecord* subject) { return subject->outcome; });
  return fmt::format("{}: {} of {} {}",
                     subject::to_text(family),
                     good,
                     members.size(),
                     family == Family::equivalent ? "right ones hold" : "caught");
}

}  // namespace

const Finding* finding_of(const SubjectRecord& subject) {
  if (subject.broken) return &*subject.broken;
  if (subject.imprecise) return &*subject.imprecise;
  return nullptr;
}

std::string label_of(const SubjectRecord& subject) {
  return subject.variant ? std::string(subject.variant->id) : subject.name;
}

bool is_equivalent(const SubjectRecord& subject) {
  return subject.variant && subject.variant->standing == subject::Standing::equivalent;
}

std::string variants_section(const RunRecord& record, Style style) {
  const std::vector<Column> heading = {{.heading = "variant"},
                                       {.heading = "caught as"},
                                       {.heading = "law"},
                                       {.heading = "rung"},
                                       {.heading = "trials", .is_number = true},
                                       {.heading = " counterexample"}};
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> titles;  // one before each row; most are empty
  for (const auto family : kFamilies) {
    std::vector<const SubjectRecord*> members;
    for (const auto& subject : record.subjects) {
      if (subject.role == Role::variant && subject.variant && subject.variant->family == family) {
        members.push_back(&subject);
      }
    }
    for (const auto* member : members) {
      titles.push_back(member == members.front() ? family_line(family, members) : "");
      rows.push_back(row_of(*member));
    }
  }
  if (rows.empty()) return "";

  // One table for all, so that the columns stand under one another; then the titles go between.
  const auto lines = table(heading, rows, 1);
  std::string text;
  std::size_t start = 0;
  for (std::size_t i = 0; start < lines.size(); ++i) {
    const auto end = lines.find('\n', start);
    if (i > 0 && !titles[i - 1].empty()) {
      text += painted(titles[i - 1], Tone::title, style) + '\n';
    }
    text += tinted(lines.substr(start, end - start), style) + '\n';
    start = end + 1;
  }
  return text + '\n' +
         wrapped(
             "trials: until the first failure, that one included; all of them for what held. "
             "*: there is none smaller, every smaller trial was tried. [0, 1 x3] is a worker with "
             "a 0 and three 1s; [] has no observations, and what it sends as sums all the same "
             "stands after \"reporting\".",
             0) +
         '\n';
}

}  // namespace shardproof::report
