#include "shardproof/report/diagnosis_lines.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "shardproof/diagnosis/expression.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/report/failure.hpp"

namespace shardproof::report {
namespace {

using diagnosis::Decomposition;
using exact::Rational;
using search::Replayed;
using subject::Arithmetic;
using subject::Variant;

/// The number to compare with the terms: the formula's exact value if there is one, else what the
/// subject answered, which the contract has rounded.
struct Compared {
  Rational value;
  bool is_exact = false;
};

std::optional<Rational> formula_value(const Variant& row,
                                      const Replayed& replayed,
                                      Arithmetic arithmetic) {
  const auto question = subject::question_of(replayed.recorded.trial);
  return subject::unrounded(row.steps, question.summaries, arithmetic);
}

std::optional<Compared> compared(const Replayed& replayed, const Variant* row) {
  const auto* answer = std::get_if<double>(&replayed.subject_says);
  if (answer == nullptr || !std::isfinite(*answer)) return std::nullopt;
  if (row != nullptr && row->steps.arithmetic == Arithmetic::exact) {
    if (auto exactly = formula_value(*row, replayed, Arithmetic::exact)) {
      return Compared{.value = *std::move(exactly), .is_exact = true};
    }
  }
  return Compared{.value = Rational(*answer), .is_exact = false};
}

/// Whether the subject's number is this term, as far as the number goes.
bool is_term(const Compared& says, const Rational& term) {
  if (says.is_exact) return says.value == term;
  const auto rounded = exact::round12(term);
  return rounded && Rational(*rounded) == says.value;
}

/// What is said of the one term or the other.
std::string which_term(const Compared& says, const Decomposition& parts) {
  const auto how = says.is_exact ? "exactly" : "as the contract rounds it";
  const bool is_within = is_term(says, parts.within);
  const bool is_between = is_term(says, parts.between);
  if (is_within && is_between) {
    return fmt::format(
        "one term: the subject says {} half of it, and within and between are equal here", how);
  }
  if (is_within) {
    return fmt::format(
        "the between-worker term, {}: the subject says {} the within-worker term, {}",
        exact_text(parts.between),
        how,
        exact_text(parts.within));
  }
  if (is_between) {
    return fmt::format(
        "the within-worker term, {}: the subject says {} the between-worker term, {}",
        exact_text(parts.within),
        how,
        exact_text(parts.between));
  }
  return "";
}

constexpr std::size_t kMostNames = 3;

/// "the sample variance, n/(n − 1) times the right one"
std::string name_of(const diagnosis::Form& form) {
  return std::string(form.name) + (form.flaw.empty() ? "" : ", ") + std::string(form.flaw);
}

/// The other numbers that wrong merges are known by; within and between, the first two, are said already.
std::string same_as(const Compared& says, const Decomposition& parts) {
  const diagnosis::ExpressionValues values(parts.workers);
  std::vector<std::string> names;
  for (const auto& expression : diagnosis::expressions_of_everyone().subspan(2)) {
    const auto value = values.of(expression);
    if (value && is_term(says, *value)) names.push_back(name_of(*expression.form));
  }
  if (names.empty()) return "";
  const std::size_t more = names.size() - std::min(names.size(), kMostNames);
  names.resize(names.size() - more);
  return (says.is_exact ? "exactly " : "as the contract rounds it ") +
         fmt::format("{}", fmt::join(names, "; also ")) +
         (more == 0 ? "" : fmt::format("; and {} more", more));
}

/// Where the formula is right and the number type is not: what it gives in each.
std::string arithmetic_lines(const Variant& row, const Replayed& replayed, const Rational& total) {
  struct Kind {
    std::string_view label;
    Arithmetic arithmetic;
  };

  std::string text;
  for (const auto& [label, arithmetic] : {Kind{"in exact", Arithmetic::exact},
                                          Kind{"in doubles", Arithmetic::float64},
                                          Kind{"in floats", Arithmetic::float32}}) {
    if (arithmetic == Arithmetic::float32 && row.steps.arithmetic != Arithmetic::float32) continue;
    const auto value = formula_value(row, replayed, arithmetic);
    if (!value) continue;
    std::string what = exact_text(*value);
    if (arithmetic == Arithmetic::exact && *value == total) what += ": the formula is right";
    if (arithmetic == row.steps.arithmetic) what += ": what the subject runs in, before it rounds";
    text += labelled(label, what);
  }
  return text;
}

std::string last_step(const Variant& row, const Replayed& replayed) {
  if (row.steps.round == nullptr) return "the formula is right here, and so is its last step";
  return fmt::format(
      "none: the formula is right; its last step, the rounding, makes {} of what the contract "
      "rounds "
      "to {}",
      subject::to_text(replayed.subject_says),
      subject::to_text(replayed.oracle_says));
}

std::string difference_lines(const Replayed& replayed,
                             const Variant* row,
                             const Decomposition& parts) {
  const auto says = compared(replayed, row);
  if (!says)
    return labelled("what is wrong", "there is no finite number to compare with the terms");
  std::string text;
  const Rational difference = says->value - parts.total;
  text +=
      labelled("difference",
               exact_text(difference) +
                   (says->is_exact ? ": the formula's exact value less the exact variance"
                                   : ": the answer, which was rounded, less the exact variance"));
  if (row != nullptr && row->steps.arithmetic != Arithmetic::exact) {
    return text + arithmetic_lines(*row, replayed, parts.total);
  }
  if (says->is_exact && difference == 0) {
    return text + labelled("missing", row == nullptr ? "nothing" : last_step(*row, replayed));
  }
  const auto missing = which_term(*says, parts);
  const auto same = same_as(*says, parts);
  if (!missing.empty()) text += labelled("missing", missing);
  if (!same.empty()) text += labelled(missing.empty() ? "that is" : "here that is", same);
  if (missing.empty() && same.empty()) {
    text += labelled("missing", "no single term makes the difference; see the mechanism");
  }
  return text;
}

}  // namespace

std::string answers_section(const Replayed& replayed,
                            const Variant* row,
                            const std::optional<Decomposition>& parts,
                            Style style) {
  std::string text = painted("the answers", Tone::title, style) + '\n';
  const Said said =
      said_about(replayed.recorded.trial,
                 replayed.verdict,
                 replayed.reads,
                 {.oracle = oracle_text(replayed.oracle_exactly, replayed.oracle_says),
                  .subject = subject::to_text(replayed.subject_says)});
  text += labelled("oracle says", said.oracle);
  text += labelled("subject says", said.subject);
  if (replayed.is_stale()) {
    return text + labelled("verdict", "holds now: stale, there is nothing wrong with this answer");
  }
  const std::string kind(law::to_text(replayed.verdict));
  const auto cause = cause_of(replayed.verdict);
  // The other causes start with their kind.
  const bool is_broken = std::holds_alternative<law::Broken>(replayed.verdict);
  text += labelled("verdict", cause.empty() ? kind : is_broken ? kind + ", " + cause : cause);
  // What a state gets wrong may be another read, or not the variance at all: its terms are no explanation.
  const bool is_merge = !data::is_for_states(replayed.recorded.trial.plan.shape);
  if (parts && is_merge) text += difference_lines(replayed, row, *parts);
  return text;
}

}  // namespace shardproof::report
