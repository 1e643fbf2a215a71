#include "shardproof/report/failure.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/fraction.hpp"
#include "shardproof/law/state_judge.hpp"
#include "shardproof/report/layout.hpp"

namespace shardproof::report {
namespace {

/// A fraction of more characters is not read but counted.
constexpr std::size_t kReadable = 48;

/// A fraction that is too long to read, shortened.
std::string shortened(const std::string& fraction) {
  if (fraction.size() <= kReadable) return fraction;
  const auto nearest = exact::nearest_double(exact::Rational(fraction));
  const auto about = nearest ? "nearest double " + exact::to_text(*nearest)
                             : std::string("above the largest double");
  return fmt::format("a fraction of {} digits, {}", fraction.size(), about);
}

}  // namespace

std::string exact_text(const exact::Rational& value) {
  return shortened(exact::to_text(value));
}

std::string oracle_text(const std::string& exactly, const subject::Answer& rounded) {
  const bool is_none = exactly.empty() || exactly == "none";
  auto answer = subject::to_text(rounded);
  if (is_none) return answer;
  // 0 and 0.0, 4 and 4.0 are one number to a reader.
  if (answer == exactly || answer == exactly + ".0") return exactly;
  return shortened(exactly) + ", by contract " + answer;
}

namespace {

/// "variance 1/4, mean 1/2, count 2", with what the subject reads.
std::string due_text(const law::ReadDue& due, const subject::Read& read) {
  std::string text =
      "variance " + (due.variance.variance ? exact_text(to_rational(*due.variance.variance))
                                           : std::string("none"));
  if (read.mean)
    text += ", mean " + (due.mean ? exact_text(to_rational(*due.mean)) : std::string("none"));
  if (read.count) text += ", count " + exact::to_text(due.count);
  return text;
}

}  // namespace

Said said_about(const data::Trial& trial,
                const law::Verdict& verdict,
                const subject::Reads& reads,
                Said answers) {
  if (!data::is_for_states(trial.plan.shape) || reads.empty()) return answers;
  const auto* broken = std::get_if<law::Broken>(&verdict);
  const bool finite = data::are_finite(trial.dataset.observations);
  const std::size_t last = reads.size() - 1;
  // Laws that compare answers are about the last read.
  const std::size_t at = broken == nullptr || !finite ? last : std::min(broken->read, last);
  const std::string where =
      reads.size() == 1 ? "" : fmt::format(", at read {} of {}", at + 1, reads.size());
  return {.oracle = finite ? due_text(law::reads_due(trial)[at], reads[at]) + where
                           : "the same, however they are split and ordered",
          .subject = subject::to_text(reads[at]) + where};
}

std::string cause_of(const law::Verdict& verdict) {
  return std::visit(
      law::Overloaded{
          [](const law::Holds&) { return std::string(); },
          [](const law::Imprecise& imprecise) {
            return fmt::format(
                "imprecise: off by {} where a stable algorithm in double may be by {}",
                exact::to_text(imprecise.error),
                exact::to_text(imprecise.bound));
          },
          [](const law::Broken& broken) {
            if (broken.quantity != law::Quantity::variance)
              return fmt::format("the {} is wrong, and the variance is not",
                                 law::to_text(broken.quantity));
            return std::string(broken.cancellation ? "cancellation: no further off than Q/n − "
                                                     "(S/n)² in double can be, so digits are "
                                                     "lost and not a term"
                                                   : "");
          },
          [](const law::Undefined& undefined) { return "undefined: " + undefined.why; },
          [](const law::SubjectFailed&) { return std::string("the subject gave no answer"); },
      },
      verdict);
}

std::string failure_lines(const Failure& failure) {
  std::string text = labelled("parts", data::to_text(*failure.trial));
  text += labelled("oracle says", failure.oracle_says);
  text += labelled("subject says", cut(failure.subject_says, 10 * kWidth));
  if (!failure.cause.empty()) text += labelled("likely cause", failure.cause);
  return text;
}

std::string replay_line(const search::Counterexample& counterexample) {
  return "echo " + shell_quoted(search::to_json_line(counterexample)) + " | shardproof replay -";
}

wire::Value to_json(const subject::Answer& answer) {
  if (const auto* number = std::get_if<double>(&answer)) return *number;
  if (const auto* failed = std::get_if<subject::Failed>(&answer)) {
    return wire::Value::Object{{.key = "error", .value = failed->detail}};
  }
  return nullptr;
}

wire::Value to_json(const law::Verdict& verdict) {
  wire::Value::Object object = {{.key = "kind", .value = law::to_text(verdict)}};
  std::visit(law::Overloaded{
                 [](const law::Holds&) {},
                 [&](const law::Imprecise& imprecise) {
                   object.push_back({.key = "error", .value = imprecise.error});
                   object.push_back({.key = "bound", .value = imprecise.bound});
                 },
                 [&](const law::Broken& broken) {
                   object.push_back({.key = "law", .value = data::to_text(broken.law)});
                   object.push_back({.key = "cancellation", .value = broken.cancellation});
                   object.push_back({.key = "quantity", .value = law::to_text(broken.quantity)});
                   object.push_back({.key = "read", .value = std::uint64_t{broken.read}});
                 },
                 [&](const law::Undefined& undefined) {
                   object.push_back({.key = "why", .value = undefined.why});
                 },
                 [&](const law::SubjectFailed& failed) {
                   object.push_back({.key = "detail", .value = failed.detail});
                 },
             },
             verdict);
  return object;
}

}  // namespace shardproof::report
