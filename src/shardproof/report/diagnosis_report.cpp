#include "shardproof/report/diagnosis_report.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "shardproof/diagnosis/expression.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/report/failure.hpp"

namespace shardproof::report {
namespace {

using diagnosis::Decomposed;
using diagnosis::Diagnosis;
using diagnosis::Explanation;
using diagnosis::Expression;
using diagnosis::LikeReference;
using diagnosis::Named;
using diagnosis::Specimen;
using diagnosis::Unknown;

/// "12 failing trials and 2,412 others"
std::string asked_text(const Diagnosis& diagnosis) {
  return fmt::format("{} and {}",
                     counted(diagnosis.failing, "failing trial"),
                     counted(diagnosis.compared, "other"));
}

std::string row_lines(const subject::Variant& row) {
  return labelled("named", row.id) + labelled("mechanism", row.mechanism) +
         labelled("repair", row.repair);
}

std::string cause_lines(const Named& named, const Diagnosis& diagnosis) {
  std::string text;
  for (const auto* row : named.rows) text += row_lines(*row);
  const bool several = named.rows.size() > 1;
  if (several) {
    text += labelled("which of them",
                     named.one_function
                         ? "they are one function: nothing that was tried tells them apart"
                         : "one of them: what this subject can be asked does not tell them apart");
  }
  return text + labelled("how sure",
                         fmt::format("{} the same answers, {}, on {}; no other known mistake does",
                                     several ? "they give" : "it gives",
                                     diagnosis::to_text(diagnosis.closeness),
                                     asked_text(diagnosis)));
}

std::string cause_lines(const LikeReference& like, const Diagnosis& diagnosis) {
  std::string text = labelled("not reproduced",
                              fmt::format("answers like a merge that is right, {}, on {}",
                                          diagnosis::to_text(diagnosis.closeness),
                                          asked_text(diagnosis)));
  if (like.cancellation) {
    text += labelled("mechanism",
                     "the formula is right; digits are lost where the mean is large beside the "
                     "spread, as Q/n − (S/n)² loses them in doubles");
    text += labelled("repair",
                     "merge exactly, or keep means and squared deviations in place of raw sums");
  }
  return text;
}

std::string difference_text(const Specimen& specimen) {
  const auto* number = std::get_if<double>(&specimen.says);
  if (number == nullptr || !std::isfinite(*number) || !specimen.variance) return "";
  const exact::Rational difference = exact::Rational(*number) - *specimen.variance;
  return fmt::format(", {} by {}",
                     difference < 0 ? "short" : "too large",
                     exact_text(exact::Rational(abs(difference))));
}

std::string specimen_lines(const Diagnosis& diagnosis) {
  std::string text;
  for (const auto& specimen : diagnosis.specimens) {
    text += labelled(text.empty() ? "for example" : "",
                     fmt::format("{}: says {}, the variance is {}{}",
                                 cut(data::to_text(specimen.trial), 60),
                                 subject::to_text(specimen.says),
                                 specimen.variance ? exact_text(*specimen.variance) : "none",
                                 difference_text(specimen)));
  }
  return text;
}

std::string expression_lines(std::string_view label, const Expression& expression) {
  std::string text = diagnosis::to_text(expression);
  if (!expression.form->flaw.empty() && expression.selection->name.empty())
    text += fmt::format(" ({})", expression.form->flaw);
  return labelled(label, text);
}

std::string cause_lines(const Decomposed& decomposed, const Diagnosis& diagnosis) {
  const Explanation& explanation = decomposed.explanation;
  std::string text;
  for (const auto& expression : explanation.expressions)
    text += expression_lines(text.empty() ? "it computes" : "or", expression);
  const auto explained = counted(explanation.trials, "wrong answer");
  text += labelled(
      "how sure",
      explanation.is_certain
          ? fmt::format("that is each of {}, and nothing else that is known gives them all",
                        explained)
          : fmt::format("each of {} fits all of them: what was asked does not tell them apart",
                        explained));
  return text + specimen_lines(diagnosis);
}

std::string cause_lines(const Unknown& /*unknown*/, const Diagnosis& diagnosis) {
  return labelled("unknown",
                  fmt::format("no known mechanism explains it: no row of the catalogue gives "
                              "these answers on {}, and no known expression all the wrong ones",
                              asked_text(diagnosis))) +
         specimen_lines(diagnosis);
}

}  // namespace

std::string diagnosis_section(const Diagnosis& diagnosis, Style style) {
  const auto lines =
      std::visit([&](const auto& cause) { return cause_lines(cause, diagnosis); }, diagnosis.cause);
  return painted("the diagnosis, as if the subject had no name", Tone::title, style) + '\n' + lines;
}

}  // namespace shardproof::report
