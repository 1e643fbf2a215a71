#include "shardproof/law/laws.hpp"

#include <algorithm>
#include <cmath>

#include "shardproof/exact/round12.hpp"
#include "shardproof/law/bounds.hpp"
#include "shardproof/law/judge.hpp"
#include "shardproof/law/relate.hpp"

namespace shardproof::law {
namespace {

using data::LawId;
using data::Trial;
using exact::Rational;
using subject::Answer;
using subject::Question;
using subject::Subject;

std::vector<Answer> ask(const Subject& subject, const std::vector<const Trial*>& trials) {
  std::vector<Question> questions;
  questions.reserve(trials.size());
  for (const auto* trial : trials) questions.push_back(subject::question_of(*trial));
  return subject.ask(questions);
}

bool is_asked(const Subject& subject, const Trial& trial) {
  return holds(subject.description().numbers, subject::question_of(trial));
}

/// How far an answer of the precision `expect` may be from the exact variance.
Rational allowance(const Trial& trial, const OracleSays& oracle, Expect expect) {
  const Rational variance = to_rational(*oracle.variance);
  switch (expect) {
    case Expect::contract: {
      // Two roundings to double, each by at most u of a number no larger than the variance and half a unit.
      const Rational half_unit(1, exact::Integer(2'000'000'000'000));
      return half_unit + Rational(0x1p-52) * (variance + half_unit);
    }
    case Expect::exact:
      return Rational(0x1p-53) * variance + Rational(0x1p-1074);
    case Expect::float64:
      return Rational(float64_bound(moments_of(trial.dataset.observations, variance)));
    case Expect::textbook:
      return Rational(textbook_bound(moments_of(trial.dataset.observations, variance)));
  }
  return 0;
}

/// Whether answers to two trials whose variances are in the ratio 1 : factor cannot both be right.
bool contradict(const Trial& trial,
                const Answer& answer,
                const Related& other,
                const Answer& other_answer,
                Expect expect) {
  const bool bitwise = other.factor == 1 && (expect == Expect::contract || expect == Expect::exact);
  const auto* here = std::get_if<double>(&answer);
  const auto* there = std::get_if<double>(&other_answer);
  if (bitwise || here == nullptr || there == nullptr) return !subject::same(answer, other_answer);
  if (!std::isfinite(*here) || !std::isfinite(*there)) return true;

  const OracleSays oracle = oracle_says(trial);
  const OracleSays other_oracle = oracle_says(other.trial);
  if (!oracle.variance || !other_oracle.variance) return false;  // judged by none-iff-empty
  const Rational allowed = Rational(other.factor) * allowance(trial, oracle, expect) +
                           allowance(other.trial, other_oracle, expect);
  return abs(Rational(Rational(*there) - Rational(other.factor) * Rational(*here))) > allowed;
}

bool breaks_alone(LawId law, const Subject& subject, const Trial& trial, Expect expect) {
  const auto answer = ask(subject, {&trial}).front();
  const Verdict verdict = judge(trial, oracle_says(trial), answer, expect);
  const auto* broken = std::get_if<Broken>(&verdict);
  if (broken == nullptr) return false;
  return law == LawId::oracle_agreement || broken->law == law;
}

bool breaks_determinism(const Subject& subject, const Trial& trial) {
  const auto answers = ask(subject, {&trial, &trial});
  const auto again = ask(subject, {&trial});
  return !subject::same(answers[0], answers[1]) || !subject::same(answers[0], again[0]);
}

}  // namespace

std::string_view statement(LawId law) {
  switch (law) {
    case LawId::determinism:
      return "the same question gets the same answer";
    case LawId::none_iff_empty:
      return "the answer is none exactly when there are no observations";
    case LawId::empty_worker:
      return "a worker without observations changes nothing, whatever its sums are";
    case LawId::constant_is_zero:
      return "the variance of equal observations is 0";
    case LawId::non_negative:
      return "a variance is not below 0";
    case LawId::oracle_agreement:
      return "the answer is the variance of all the observations";
    case LawId::partition_invariance:
      return "the answer does not depend on how the dataset is split";
    case LawId::worker_order:
      return "the answer does not depend on the order of the workers";
    case LawId::shift:
      return "adding a constant to every observation changes nothing";
    case LawId::scale:
      return "doubling every observation makes the answer four times as large";
    case LawId::replication:
      return "observing everything twice changes nothing";
    case LawId::regrouping:
      return "merging some workers first changes nothing";
  }
  return "?";
}

bool breaks(LawId law, const Subject& subject, const Trial& trial, Expect expect) {
  switch (law) {
    case LawId::determinism:
      return breaks_determinism(subject, trial);
    case LawId::none_iff_empty:
    case LawId::constant_is_zero:
    case LawId::non_negative:
    case LawId::oracle_agreement:
      return breaks_alone(law, subject, trial, expect);
    default:
      break;
  }
  const auto related = related_trials(law, trial);
  std::vector<const Trial*> trials = {&trial};
  std::vector<const Related*> asked;
  for (const auto& other : related) {
    if (!is_asked(subject, other.trial)) continue;
    trials.push_back(&other.trial);
    asked.push_back(&other);
  }
  const auto answers = ask(subject, trials);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (contradict(trial, answers.front(), *asked[i], answers[i + 1], expect)) return true;
  }
  return false;
}

std::vector<LawId> broken_laws(const Subject& subject, const Trial& trial, Expect expect) {
  std::vector<LawId> broken;
  std::ranges::copy_if(data::kLaws, std::back_inserter(broken), [&](LawId law) {
    return breaks(law, subject, trial, expect);
  });
  return broken;
}

}  // namespace shardproof::law
