#include "shardproof/law/state_laws.hpp"

#include <cmath>

#include "shardproof/data/plan_steps.hpp"
#include "shardproof/law/plan_bounds.hpp"
#include "shardproof/law/relate.hpp"
#include "shardproof/law/state_judge.hpp"

namespace shardproof::law {
namespace {

using data::LawId;
using data::PlanShape;
using data::Trial;
using exact::Rational;
using subject::Answer;
using subject::Read;
using subject::Reads;
using subject::Subject;

Trial with_plan(Trial trial, PlanShape shape, std::uint64_t word = 0) {
  trial.plan = {.shape = shape, .word = word};
  return trial;
}

/// Whether a plan of that shape merges two states at a time and does nothing else.
bool merges_alone(PlanShape shape) {
  switch (shape) {
    case PlanShape::left_fold:
    case PlanShape::right_fold:
    case PlanShape::balanced:
    case PlanShape::from_empty:
    case PlanShape::random_tree:
      return true;
    default:
      return false;
  }
}

/// The trial with the plan that `law` is about: its own, if that has the shape already.
Trial by_plan_of(LawId law, const Trial& trial) {
  const PlanShape shape = *plan_of(law);
  if (trial.plan.shape == shape) return trial;
  return with_plan(trial, shape, shape == PlanShape::doubling ? 3 : 0);
}

Related folded(const Trial& trial) {
  return {.trial = with_plan(trial, PlanShape::left_fold)};
}

Trial first_two_parts(const Trial& trial) {
  auto parts = data::parts_of(trial);
  parts.resize(2);
  return data::trial_of(parts, {.shape = PlanShape::left_fold, .word = 0});
}

Trial without_last_part(const Trial& trial) {
  auto parts = data::parts_of(trial);
  parts.pop_back();
  return data::trial_of(parts, {.shape = PlanShape::left_fold, .word = 0});
}

std::vector<Related> with_empty_parts(const Trial& trial) {
  const std::size_t parts = trial.partition.parts.size();
  return {{.trial = without_empty_parts(trial)},
          {.trial = with_empty_part(trial, 0, {})},
          {.trial = with_empty_part(with_empty_part(trial, 0, {}), 0, {})},
          {.trial = with_empty_part(trial, parts / 2, {})},
          {.trial = with_empty_part(trial, parts, {})}};
}

std::vector<Related> other_plans(const Trial& trial) {
  return {{.trial = with_plan(trial, PlanShape::merge_all)},
          {.trial = with_plan(trial, PlanShape::balanced)},
          {.trial = with_plan(trial, PlanShape::from_empty)},
          {.trial = with_plan(trial, PlanShape::random_tree, 1)},
          {.trial = with_plan(trial, PlanShape::random_tree, 2)}};
}

/// Splits and orders of observations that are not all numbers, and twice as many of them.
std::vector<Related> other_ways(const Trial& trial) {
  std::vector<Related> ways = {{.trial = unsplit(trial)},
                               {.trial = fully_split(trial)},
                               {.trial = with_parts_reversed(trial)},
                               {.trial = with_plan(trial, PlanShape::right_fold)},
                               {.trial = with_parts_reversed(fully_split(trial))},
                               {.trial = replicated(trial)}};
  return ways;
}

std::optional<Comparison> by_own_plan(LawId law, const Trial& trial) {
  Comparison comparison{.base = by_plan_of(law, trial), .others = {}, .bitwise = true};
  switch (law) {
    case LawId::self_merge:
      comparison.others = {{.trial = with_plan(trial, PlanShape::doubling, 1)}};
      return comparison;
    case LawId::doubling:
      comparison.others = {folded(trial)};
      comparison.bitwise = false;
      return comparison;
    case LawId::retraction:
      if (trial.partition.parts.empty()) return std::nullopt;
      comparison.others = {{.trial = without_last_part(trial)}};
      comparison.bitwise = false;
      return comparison;
    case LawId::synchronisation:
      comparison.others = {folded(trial)};
      comparison.bitwise = false;
      return comparison;
    default:
      comparison.others = {folded(trial)};
      return comparison;
  }
}

/// Whether two of the reads of one plan that must be the same are not.
bool reads_differ(LawId law, const Reads& reads) {
  switch (law) {
    case LawId::operands_unchanged:
    case LawId::repeated_reads:
      for (std::size_t i = 0; i + 1 < reads.size(); i += 2) {
        if (!same(reads[i], reads[i + 1])) return true;
      }
      return false;
    case LawId::synchronisation:
      for (std::size_t i = 1; i < reads.size(); ++i) {
        if (!same(reads[i], reads[0])) return true;
      }
      return false;
    default:
      return false;
  }
}

/// What is allowed between two reads, both ways of computing it taken together: what the textbook form may lose. Lost
/// digits are between the oracle and a read; a law that compares reads is broken by the algebra.
struct Allowance {
  double variance = 0;
  double mean = 0;

  Allowance& operator+=(const ReadBounds& bounds) {
    variance += bounds.textbook_variance;
    mean += bounds.mean;
    return *this;
  }
};

bool differ(const Answer& left, const Answer& right, double factor, double allowed) {
  if (std::isinf(allowed))
    return false;  // the squares of deviations overflow: anything may come of it
  const auto* l = std::get_if<double>(&left);
  const auto* r = std::get_if<double>(&right);
  if (l == nullptr || r == nullptr || !std::isfinite(*l) || !std::isfinite(*r))
    return !subject::same(left, right);
  const Rational difference = Rational(*r) - Rational(factor) * Rational(*l);
  return abs(difference) > Rational(allowed);
}

Trial finite_part(const Trial& trial) {
  auto parts = data::parts_of(trial);
  for (auto& part : parts) {
    std::erase_if(part.observations,
                  [](const auto& x) { return x.special != data::Special::none; });
  }
  return data::trial_of(parts, trial.plan);
}

/// How comparing two reads is done.
struct Comparing {
  Expect expect = Expect::float64;
  bool bitwise = false;
};

/// What the contract's two roundings may move an answer by: half a unit of the 12th decimal, and u for each.
double contract_rounding(const Answer& answer) {
  const auto* value = std::get_if<double>(&answer);
  return 5e-13 + (value == nullptr ? 0 : 0x1p-51 * std::abs(*value));
}

Allowance allowance_of(const Trial& trial, const Read& read, const Related& other, Comparing how) {
  Allowance allowance;
  if (how.bitwise) return allowance;
  const double rounding = how.expect == Expect::contract ? contract_rounding(read.variance) : 0;
  allowance += float64_bounds(finite_part(trial)).back();
  allowance.variance = other.factor * (allowance.variance + 2 * rounding);
  allowance += float64_bounds(finite_part(other.trial)).back();
  return allowance;
}

bool reads_contradict(const Trial& trial,
                      const Read& read,
                      const Related& other,
                      const Read& other_read,
                      Comparing how) {
  how.bitwise = how.bitwise && other.factor == 1;
  const Allowance allowed = allowance_of(trial, read, other, how);
  if (differ(read.variance, other_read.variance, other.factor, allowed.variance)) return true;
  const bool same_values = other.factor == 1 && trial.dataset == other.trial.dataset;
  if (!same_values) return false;
  if (read.mean && other_read.mean && differ(*read.mean, *other_read.mean, 1, allowed.mean))
    return true;
  const bool same_counts =
      data::reads_the_dataset(trial.plan) == data::reads_the_dataset(other.trial.plan);
  return same_counts && read.count && other_read.count &&
         !subject::same(*read.count, *other_read.count);
}

Reads reads_of(const Subject& subject, const Trial& trial) {
  const auto question = subject::question_for(subject::Kind::aggregate, trial);
  return subject.read({&question, 1}).front();
}

}  // namespace

std::optional<PlanShape> plan_of(LawId law) {
  switch (law) {
    case LawId::operands_unchanged:
      return PlanShape::operands;
    case LawId::repeated_reads:
      return PlanShape::repeated_reads;
    case LawId::round_trip:
      return PlanShape::round_trip;
    case LawId::self_merge:
      return PlanShape::self_merge;
    case LawId::output_alias:
      return PlanShape::aliased_output;
    case LawId::retraction:
      return PlanShape::retraction;
    case LawId::doubling:
      return PlanShape::doubling;
    case LawId::synchronisation:
      return PlanShape::synchronised;
    default:
      return std::nullopt;
  }
}

std::optional<Comparison> comparison_of(LawId law, const Trial& asked) {
  if (plan_of(law)) return by_own_plan(law, asked);
  // A law about merging is asked by a plan of merges alone: what else a plan does has a law of its own.
  const Trial trial =
      merges_alone(asked.plan.shape) ? asked : with_plan(asked, PlanShape::left_fold);
  const std::size_t parts = trial.partition.parts.size();
  const auto comparison = [](Trial base, std::vector<Related> others) {
    return Comparison{.base = std::move(base), .others = std::move(others), .bitwise = false};
  };
  switch (law) {
    case LawId::identity:
      return comparison(trial, with_empty_parts(trial));
    case LawId::singletons:
      if (trial.dataset.observations.empty()) return std::nullopt;
      return comparison(unsplit(with_plan(trial, PlanShape::left_fold)),
                        {{.trial = fully_split(with_plan(trial, PlanShape::left_fold))}});
    case LawId::commutativity: {
      if (parts < 2) return std::nullopt;
      const Trial two = first_two_parts(trial);
      return comparison(two, {{.trial = with_parts_reversed(two)}});
    }
    case LawId::associativity:
      if (parts < 3) return std::nullopt;
      return comparison(with_plan(trial, PlanShape::left_fold),
                        {{.trial = with_plan(trial, PlanShape::right_fold)}});
    case LawId::plan_invariance:
      return comparison(with_plan(trial, PlanShape::left_fold), other_plans(trial));
    case LawId::partition_invariance:
      if (trial.dataset.observations.empty()) return std::nullopt;
      return comparison(trial, {{.trial = unsplit(trial)}});
    case LawId::non_finite:
      if (data::are_finite(trial.dataset.observations)) return std::nullopt;
      return comparison(trial, other_ways(trial));
    case LawId::worker_order:
    case LawId::shift:
    case LawId::scale:
    case LawId::replication:
      return comparison(trial, related_trials(law, trial));
    default:
      return std::nullopt;
  }
}

bool state_breaks(LawId law, const Subject& subject, const Trial& trial, Expect expect) {
  const auto comparison = comparison_of(law, trial);
  if (!comparison || !accepts(subject.description(), comparison->base)) return false;
  const Trial& base = comparison->base;
  const Reads reads = reads_of(subject, base);
  if (reads_differ(law, reads)) return true;
  const bool precise = expect == Expect::contract || expect == Expect::exact;
  const Comparing how{.expect = expect, .bitwise = comparison->bitwise || precise};
  for (const auto& other : comparison->others) {
    if (!accepts(subject.description(), other.trial)) continue;
    const Reads other_reads = reads_of(subject, other.trial);
    if (reads_contradict(base, reads.back(), other, other_reads.back(), how)) return true;
  }
  return false;
}

}  // namespace shardproof::law
