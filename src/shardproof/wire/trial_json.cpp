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
  auto value = to_json(observation.value);
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
  return Value::Object{{.key = "parts", .value = std::move(parts)}};
}

exact::Result<data::Trial> trial_from(const Value& value) {
  const auto* parts = value.find("parts");
  if (parts == nullptr || parts->array() == nullptr || value.object()->size() != 1) {
    return malformed(R"(a trial is {"parts": [part, …]} and nothing else)");
  }
  std::vector<data::PartValues> values;
  for (const auto& element : *parts->array()) {
    auto part = part_from(element);
    if (!part) return exact::within("part " + std::to_string(values.size()), part.error());
    values.push_back(std::move(*part));
  }
  return data::trial_of(values);
}

}  // namespace shardproof::wire
