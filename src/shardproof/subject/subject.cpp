#include "shardproof/subject/subject.hpp"

#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "shardproof/aggregate/summarise.hpp"
#include "shardproof/data/plan_steps.hpp"
#include "shardproof/exact/double_text.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using exact::Dyadic;

bool is_int53(const exact::Integer& value) {
  return exact::bit_length(value) <= 53;
}

bool is_int53(const Dyadic& value) {
  return value.is_integer() && is_int53(value.mantissa());
}

class FunctionSubject final : public Subject {
 public:
  FunctionSubject(Description description, MergeFunction merge)
      : description_(std::move(description)), merge_(std::move(merge)) {}

  const Description& description() const override { return description_; }

  std::vector<Answer> ask(std::span<const Question> questions) const override {
    std::vector<Answer> answers;
    answers.reserve(questions.size());
    for (const auto& question : questions) answers.push_back(answer_to(question.summaries));
    return answers;
  }

 private:
  Answer answer_to(std::span<const Summary> summaries) const {
    try {
      return merge_(summaries);
    } catch (const std::exception& error) {
      return Failed{error.what()};
    }
  }

  Description description_;
  MergeFunction merge_;
};

}  // namespace

bool same(const Answer& left, const Answer& right) {
  if (const auto* l = std::get_if<double>(&left)) {
    const auto* r = std::get_if<double>(&right);
    return r != nullptr && (*l == *r || (std::isnan(*l) && std::isnan(*r)));
  }
  return left == right;
}

bool same(const Read& left, const Read& right) {
  const auto both = [](const std::optional<Answer>& l, const std::optional<Answer>& r) {
    return l.has_value() == r.has_value() && (!l || same(*l, *r));
  };
  return same(left.variance, right.variance) && both(left.count, right.count) &&
         both(left.mean, right.mean);
}

std::string to_text(const Answer& answer) {
  if (const auto* value = std::get_if<double>(&answer)) return exact::to_text(*value);
  if (const auto* failed = std::get_if<Failed>(&answer)) return "failed: " + failed->detail;
  return "none";
}

std::string to_text(const Read& read) {
  std::string text = "variance " + to_text(read.variance);
  if (read.mean) text += ", mean " + to_text(*read.mean);
  if (read.count) text += ", count " + to_text(*read.count);
  return text;
}

std::string_view to_text(Numbers numbers) {
  switch (numbers) {
    case Numbers::int53:
      return "int53";
    case Numbers::int64:
      return "int64";
    case Numbers::bigint:
      return "bigint";
    case Numbers::float64:
      return "float64";
    case Numbers::any:
      return "any";
  }
  return "?";
}

bool holds(Numbers numbers, const Summary& summary) {
  switch (numbers) {
    case Numbers::int53:
      return is_int53(summary.count) && is_int53(summary.sum) && is_int53(summary.sumsq);
    case Numbers::int64:
      return exact::to_int64(summary.count) && summary.sum.as_int64() && summary.sumsq.as_int64();
    case Numbers::bigint:
      return summary.sum.is_integer() && summary.sumsq.is_integer();
    case Numbers::float64:
      return Dyadic(summary.count).as_double() && summary.sum.as_double() &&
             summary.sumsq.as_double();
    case Numbers::any:
      return true;
  }
  return false;
}

bool holds(Numbers numbers, const data::Observation& observation) {
  const Dyadic& value = observation.value;
  if (observation.special != data::Special::none) return numbers == Numbers::float64;
  switch (numbers) {
    case Numbers::int53:
      return is_int53(value);
    case Numbers::int64:
      return value.as_int64().has_value();
    case Numbers::bigint:
      return value.is_integer();
    case Numbers::float64:
      return value.as_double().has_value();
    case Numbers::any:
      return true;
  }
  return false;
}

bool holds(Numbers numbers, const Question& question) {
  for (const auto& summary : question.summaries) {
    if (!holds(numbers, summary)) return false;
  }
  return true;
}

Question question_of(const data::Trial& trial) {
  Question question{.trial = &trial, .summaries = {}};
  const auto views = data::views_of(trial);
  question.summaries.reserve(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i].empty()) {
      const auto& stray = trial.partition.parts[i].stray;
      question.summaries.push_back({.count = 0, .sum = stray.sum, .sumsq = stray.sumsq});
    } else {
      question.summaries.push_back(aggregate::summarise(views[i]));
    }
  }
  return question;
}

namespace {

double double_of(const data::Observation& observation) {
  switch (observation.special) {
    case data::Special::nan:
      return std::numeric_limits<double>::quiet_NaN();
    case data::Special::infinity:
      return std::numeric_limits<double>::infinity();
    case data::Special::minus_infinity:
      return -std::numeric_limits<double>::infinity();
    case data::Special::none:
      break;
  }
  return observation.value.as_double().value_or(0);
}

}  // namespace

Question question_for(Kind kind, const data::Trial& trial) {
  if (kind == Kind::merge) return question_of(trial);
  auto script = std::make_shared<Script>();
  script->plan = data::steps_of(trial);
  script->values.reserve(trial.dataset.observations.size());
  for (const auto& observation : trial.dataset.observations)
    script->values.push_back(double_of(observation));
  return {.trial = &trial, .summaries = {}, .script = std::move(script)};
}

namespace {

bool can_follow(const Abilities& abilities, data::PlanShape shape) {
  switch (shape) {
    case data::PlanShape::all_at_once:
      return false;
    case data::PlanShape::self_merge:
      return abilities.self_merge;
    case data::PlanShape::doubling:
      return abilities.copy;
    case data::PlanShape::merge_all:
      return abilities.merge_all;
    case data::PlanShape::round_trip:
      return abilities.round_trip;
    case data::PlanShape::aliased_output:
      return abilities.merge_into;
    case data::PlanShape::retraction:
      return abilities.retract;
    case data::PlanShape::synchronised:
      return abilities.synchronise;
    default:
      return true;
  }
}

bool is_accumulable(Numbers numbers, const data::Dataset& dataset) {
  std::uint64_t total = 0;
  for (const auto& observation : dataset.observations) {
    if (!holds(numbers, observation) || observation.times > kMostAccumulated - total) return false;
    total += observation.times;
  }
  return true;
}

}  // namespace

bool accepts(const Description& description, const Question& question) {
  const data::Trial& trial = *question.trial;
  if (description.kind == Kind::merge) {
    return !data::is_for_states(trial.plan.shape) && data::are_finite(trial.dataset.observations) &&
           holds(description.numbers, question);
  }
  return can_follow(description.abilities, trial.plan.shape) &&
         is_accumulable(description.numbers, trial.dataset);
}

bool accepts(const Description& description, const data::Trial& trial) {
  if (description.kind == Kind::merge) return accepts(description, question_of(trial));
  return accepts(description, Question{.trial = &trial, .summaries = {}});
}

std::vector<Reads> Subject::read(std::span<const Question> questions) const {
  std::vector<Reads> reads;
  reads.reserve(questions.size());
  for (auto& answer : ask(questions)) reads.push_back({Read{.variance = std::move(answer)}});
  return reads;
}

std::unique_ptr<Subject> merge_subject(std::string name, Numbers numbers, MergeFunction merge) {
  return std::make_unique<FunctionSubject>(
      Description{.name = std::move(name), .kind = Kind::merge, .numbers = numbers},
      std::move(merge));
}

}  // namespace shardproof::subject
