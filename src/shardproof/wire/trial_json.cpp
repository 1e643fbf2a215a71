#include "shardproof/wire/trial_json.hpp"

#include <limits>
#include <string>

#include "shardproof/wire/exact_json.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

using exact::Problem;

Problem malformed(std::string what) {
  return {.kind = Problem::Kind::malformed, .what = std::move(what), .where = {}, .hint = {}};
}

Value observation_json(const data::Observation& observation) {
  auto value = observation.special == data::Special::none
                   ? to_json(observation.value)
                   : Value(std::string(data::to_text(observation.special)));
  if (observation.times == 1) return value;
  return Value::Object{{.key = "value", .value = std::move(value)},
                       {.key = "times", .value = observation.times}};
}

exact::Result<std::uint64_t> times_from(const Value& value) {
  const auto times = dyadic_from(value);
  if (!times) return exact::within("times", times.error());
  if (!times->is_integer() || times->sign() <= 0 ||
      times->mantissa() > std::numeric_limits<std::uint64_t>::max()) {
    return malformed("times " + to_text(*times) + " is not a whole number from 1 to 2^64 - 1");
  }
  return static_cast<std::uint64_t>(times->mantissa());
}

std::optional<data::Special> special_from(const Value& value) {
  using data::Special;
  if (value.string() == nullptr) return std::nullopt;
  for (const auto special : {Special::nan, Special::infinity, Special::minus_infinity}) {
    if (data::to_text(special) == *value.string()) return special;
  }
  return std::nullopt;
}

exact::Result<data::Observation> observation_from(const Value& value) {
  data::Observation observation;
  const Value* number = &value;
  if (const auto* members = value.object()) {
    number = value.find("value");
    const auto* times_value = value.find("times");
    if (members->size() != 2 || number == nullptr || times_value == nullptr) {
      return malformed(R"(an observation is a number, or {"value": number, "times": count})");
    }
    const auto times = times_from(*times_value);
    if (!times) return times.error();
    observation.times = *times;
  }
  if (const auto special = special_from(*number)) {
    observation.special = *special;
    return observation;
  }
  auto held = dyadic_from(*number);
  if (!held) return held.error();
  observation.value = std::move(*held);
  return observation;
}

exact::Result<data::StraySums> stray_from(const Value& part) {
  const auto* stray = part.find("stray");
  const auto* sums = stray == nullptr ? nullptr : stray->array();
  if (part.object()->size() != 1 || sums == nullptr || sums->size() != 2) {
    return malformed(R"(a part is an array of observations, or {"stray": [sum, sumsq]})");
  }
  const auto sum = dyadic_from((*sums)[0]);
  if (!sum) return exact::within("sum", sum.error());
  const auto sumsq = dyadic_from((*sums)[1]);
  if (!sumsq) return exact::within("sumsq", sumsq.error());
  return data::StraySums{.sum = *sum, .sumsq = *sumsq};
}

exact::Result<data::PartValues> part_from(const Value& value) {
  data::PartValues part;
  if (value.object() != nullptr) {
    auto stray = stray_from(value);
    if (!stray) return stray.error();
    part.stray = std::move(*stray);
    return part;
  }
  if (value.array() == nullptr) {
    return malformed("a part is an array of observations; this is " + std::string(value.kind()));
  }
  for (const auto& element : *value.array()) {
    auto observation = observation_from(element);
    if (!observation) {
      return exact::within("observation " + std::to_string(part.observations.size()),
                           observation.error());
    }
    part.observations.push_back(std::move(*observation));
  }
  return part;
}

Value plan_json(const data::MergePlan& plan) {
  auto shape = Value(std::string(data::to_text(plan.shape)));
  if (!data::has_word(plan.shape)) return shape;
  return Value::Object{{.key = "shape", .value = shape}, {.key = "word", .value = plan.word}};
}

exact::Result<data::PlanShape> shape_from(const Value& value) {
  if (value.string() == nullptr)
    return malformed("a plan's shape is a string; this is " + std::string(value.kind()));
  if (const auto shape = data::plan_shape_named(*value.string())) return *shape;
  return malformed("there is no plan \"" + *value.string() + "\"");
}

exact::Result<std::uint64_t> word_from(const Value& value) {
  const auto word = dyadic_from(value);
  if (!word) return exact::within("word", word.error());
  if (!word->is_integer() || word->sign() < 0 ||
      word->mantissa() > std::numeric_limits<std::uint64_t>::max()) {
    return malformed("word " + to_text(*word) + " is not a whole number from 0 to 2^64 - 1");
  }
  return static_cast<std::uint64_t>(word->mantissa());
}

exact::Result<data::MergePlan> plan_from(const Value& value) {
  const auto* members = value.object();
  const Value* word_value = value.find("word");
  const Value* shape_value = members == nullptr ? &value : value.find("shape");
  if (shape_value == nullptr ||
      (members != nullptr && members->size() != (word_value == nullptr ? 1 : 2))) {
    return malformed(R"(a plan is a name, or {"shape": name, "word": number})");
  }
  const auto shape = shape_from(*shape_value);
  if (!shape) return shape.error();
  data::MergePlan plan{.shape = *shape, .word = 0};
  if ((word_value != nullptr) != data::has_word(*shape)) {
    return malformed("the plan \"" + std::string(data::to_text(*shape)) +
                     (word_value == nullptr ? "\" needs a word" : "\" has no word"));
  }
  if (word_value != nullptr) {
    const auto word = word_from(*word_value);
    if (!word) return word.error();
    plan.word = *word;
  }
  return plan;
}

/// Doubling must leave every count below 2^64.
std::optional<Problem> check_plan(const data::Trial& trial) {
  if (trial.plan.shape != data::PlanShape::doubling) return std::nullopt;
  const bool fits =
      trial.plan.word < 64 &&
      exact::bit_length(data::count(trial.dataset.observations)) + trial.plan.word <= 64;
  if (fits) return std::nullopt;
  return malformed("doubling " + std::to_string(trial.plan.word) +
                   " times makes more than 2^64 - 1 observations");
}

}  // namespace

Value to_json(const data::Trial& trial) {
  Value::Array parts;
  const auto observations = views_of(trial);
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const auto& stray = trial.partition.parts[i].stray;
    if (observations[i].empty() && stray != data::StraySums{}) {
      parts.push_back(Value::Object{
          {.key = "stray", .value = Value::Array{to_json(stray.sum), to_json(stray.sumsq)}}});
      continue;
    }
    Value::Array part;
    for (const auto& observation : observations[i]) part.push_back(observation_json(observation));
    parts.push_back(std::move(part));
  }
  Value::Object members{{.key = "parts", .value = std::move(parts)}};
  if (trial.plan.shape != data::PlanShape::all_at_once)
    members.push_back({.key = "plan", .value = plan_json(trial.plan)});
  return members;
}

exact::Result<data::Trial> trial_from(const Value& value) {
  const auto* parts = value.find("parts");
  const auto* plan_value = value.find("plan");
  const std::size_t known = plan_value == nullptr ? 1 : 2;
  if (parts == nullptr || parts->array() == nullptr || value.object()->size() != known) {
    return malformed(R"(a trial is {"parts": [part, …]}, and perhaps a "plan", and nothing else)");
  }
  std::vector<data::PartValues> values;
  for (const auto& element : *parts->array()) {
    auto part = part_from(element);
    if (!part) return exact::within("part " + std::to_string(values.size()), part.error());
    values.push_back(std::move(*part));
  }
  data::MergePlan plan;
  if (plan_value != nullptr) {
    const auto named = plan_from(*plan_value);
    if (!named) return exact::within("plan", named.error());
    plan = *named;
  }
  data::Trial trial = data::trial_of(values, plan);
  if (auto problem = check_plan(trial)) return *std::move(problem);
  return trial;
}

}  // namespace shardproof::wire
