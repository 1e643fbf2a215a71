#include "shardproof/law/laws.hpp"

#include <algorithm>
#include <cmath>

#include "shardproof/exact/round12.hpp"
#include "shardproof/law/bounds.hpp"
#include "shardproof/law/judge.hpp"
#include "shardproof/law/relate.hpp"
#include "shardproof/law/state_judge.hpp"
#include "shardproof/law/state_laws.hpp"

namespace shardproof::law {
namespace {

using data::LawId;
using data::Trial;
using exact::Rational;
using subject::Answer;
using subject::Kind;
using subject::Question;
using subject::Subject;

std::vector<Answer> ask(const Subject& subject, const std::vector<const Trial*>& trials) {
  std::vector<Question> questions;
  questions.reserve(trials.size());
  for (const auto* trial : trials)
    questions.push_back(subject::question_for(subject.description().kind, *trial));
  return subject.ask(questions);
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

/// The laws that one answer can break by itself.
bool is_of_one_answer(LawId law) {
  return law == LawId::none_iff_empty || law == LawId::constant_is_zero ||
         law == LawId::non_negative || law == LawId::oracle_agreement || law == LawId::whole_state;
}

bool breaks_alone(LawId law, const Subject& subject, const Trial& trial, Expect expect) {
  if (!data::are_finite(trial.dataset.observations)) return false;  // no variance to agree with
  const Verdict verdict = verdict_on(subject, trial, expect);
  const auto* broken = std::get_if<Broken>(&verdict);
  if (broken == nullptr) return false;
  return law == LawId::oracle_agreement || broken->law == law;
}

bool breaks_determinism(const Subject& subject, const Trial& trial) {
  const auto answers = ask(subject, {&trial, &trial});
  const auto again = ask(subject, {&trial});
  // Who fails gives no answer: that is another verdict.
  const auto differ = [](const Answer& l, const Answer& r) {
    const bool both =
        !std::holds_alternative<subject::Failed>(l) && !std::holds_alternative<subject::Failed>(r);
    return both && !subject::same(l, r);
  };
  return differ(answers[0], answers[1]) || differ(answers[0], again[0]);
}

}  // namespace

bool applies(LawId law, Kind kind) {
  switch (law) {
    case LawId::determinism:
    case LawId::none_iff_empty:
    case LawId::constant_is_zero:
    case LawId::non_negative:
    case LawId::oracle_agreement:
    case LawId::partition_invariance:
    case LawId::worker_order:
    case LawId::shift:
    case LawId::scale:
    case LawId::replication:
      return true;
    case LawId::empty_worker:
    case LawId::regrouping:
      return kind == Kind::merge;  // identity and associativity are the same of a state
    default:
      return kind == Kind::aggregate;
  }
}

bool compares_answers(LawId law, Kind kind, const Trial& trial) {
  if (!applies(law, kind)) return false;
  if (law == LawId::determinism) return true;
  if (kind == Kind::aggregate) return comparison_of(law, trial).has_value();
  return !related_trials(law, trial).empty();
}

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
    case LawId::identity:
      return "merging with a state that has seen nothing changes nothing, on either side";
    case LawId::operands_unchanged:
      return "merging leaves the state that is merged in as it was";
    case LawId::repeated_reads:
      return "reading changes nothing, however often and at whatever point";
    case LawId::round_trip:
      return "a state that was encoded and decoded is the same state";
    case LawId::self_merge:
      return "merging a state with itself equals merging it with a copy";
    case LawId::output_alias:
      return "merging into one of the operands equals merging into a third state";
    case LawId::retraction:
      return "retracting what was accumulated undoes it";
    case LawId::doubling:
      return "merging a state with a copy of itself, again and again, changes neither mean nor "
             "variance";
    case LawId::synchronisation:
      return "however often workers synchronise, each observation counts once and each worker "
             "reads the whole";
    case LawId::non_finite:
      return "what an infinity or a NaN does to the answer does not depend on split, order or "
             "number";
    case LawId::whole_state:
      return "count and mean are those of all the observations, as the variance is";
    case LawId::singletons:
      return "accumulating observations equals merging states of one each";
    case LawId::commutativity:
      return "merging a into b equals merging b into a";
    case LawId::associativity:
      return "folding from the left equals folding from the right";
    case LawId::plan_invariance:
      return "the answer does not depend on the order and shape of the merges";
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

Expect expect_of(Kind kind, Expect asked) {
  const bool precise = asked == Expect::contract || asked == Expect::exact;
  return kind == Kind::aggregate && precise ? Expect::float64 : asked;
}

Verdict verdict_on(const Subject& subject, const Trial& trial, Expect expect) {
  const auto kind = subject.description().kind;
  const Question question = subject::question_for(kind, trial);
  if (kind == Kind::merge)
    return judge(trial, oracle_says(trial), subject.ask({&question, 1}).front(), expect);
  if (data::are_finite(trial.dataset.observations))
    return judge(trial, reads_due(trial), subject.read({&question, 1}).front(), expect);
  for (const auto law : data::kLaws) {
    const bool is_asked_here = law == LawId::non_finite || plan_of(law) == trial.plan.shape;
    if (!is_asked_here || !state_breaks(law, subject, trial, expect)) continue;
    // What is left when the NaN is retracted may be off by what doubles are: a missed bit is no broken policy.
    const bool within_float64 = !state_breaks(law, subject, trial, Expect::float64);
    return within_float64 ? Verdict(Imprecise{}) : Verdict(Broken{.law = law});
  }
  return Holds{};
}

bool breaks(LawId law, const Subject& subject, const Trial& trial, Expect expect) {
  const Kind kind = subject.description().kind;
  if (!applies(law, kind)) return false;
  if (law == LawId::determinism) return breaks_determinism(subject, trial);
  if (is_of_one_answer(law)) return breaks_alone(law, subject, trial, expect);
  if (kind == Kind::aggregate) return state_breaks(law, subject, trial, expect);
  const auto related = related_trials(law, trial);
  std::vector<const Trial*> trials = {&trial};
  std::vector<const Related*> asked;
  for (const auto& other : related) {
    if (!accepts(subject.description(), other.trial)) continue;
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
    const auto plan = plan_of(law);
    return (!plan || *plan == trial.plan.shape) && breaks(law, subject, trial, expect);
  });
  return broken;
}

}  // namespace shardproof::law
