#include "shardproof/search/run_record.hpp"

#include <algorithm>

namespace shardproof::search {

data::LawId law_of(const Finding& finding) {
  return finding.laws.empty() ? data::LawId::oracle_agreement : finding.laws.front();
}

std::string_view to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::holds:
      return "holds";
    case Outcome::vacuous:
      return "vacuous";
    case Outcome::caught:
      return "caught";
    case Outcome::tolerated:
      return "tolerated";
    case Outcome::missed:
      return "missed";
    case Outcome::misjudged:
      return "misjudged";
    case Outcome::failed:
      return "failed";
  }
  return "?";
}

std::uint64_t SubjectRecord::trials() const {
  std::uint64_t total = 0;
  for (const auto& rung : rungs) total += rung.trials;
  return total;
}

Conclusion conclusion(const RunRecord& record) {
  const auto any = [&](auto&& is) { return std::ranges::any_of(record.subjects, is); };
  if (any([](const auto& subject) {
        return subject.role == Role::reference && subject.outcome == Outcome::failed;
      })) {
    return Conclusion::reference_failed;
  }
  if (any([](const auto& subject) {
        return subject.outcome == Outcome::missed || subject.outcome == Outcome::misjudged ||
               subject.outcome == Outcome::failed;
      })) {
    return Conclusion::broken;
  }
  if (any([](const auto& subject) { return subject.outcome == Outcome::vacuous; }))
    return Conclusion::vacuous;
  return Conclusion::holds;
}

std::string_view to_text(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::reference_failed:
      return "reference-failed";
    case Conclusion::broken:
      return "broken";
    case Conclusion::vacuous:
      return "vacuous";
    case Conclusion::holds:
      return "holds";
  }
  return "?";
}

}  // namespace shardproof::search
