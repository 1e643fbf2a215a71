#include "shardproof/subject/plugin/state_run.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "shardproof/subject/plugin/answers.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::subject::plugin {
namespace {

using exact::Problem;
using exact::Result;
using wire::Value;

/// A plan that names more states than that is a slip, and no reason to take all memory.
constexpr std::size_t kMostStates = 1 << 20;

Problem malformed(std::string what) {
  return {.kind = Problem::Kind::malformed, .what = std::move(what), .where = {}, .hint = {}};
}

/// The states of one trial.
class StateRun {
 public:
  explicit StateRun(const Functions& plugin) : plugin_(plugin) {}

  StateRun(const StateRun&) = delete;
  StateRun& operator=(const StateRun&) = delete;

  ~StateRun() {
    for (void* state : states_) plugin_.destroy(state);
  }

  Result<void> accumulate(std::size_t slot, const Value& observations) {
    return each(slot, observations, "accumulate", plugin_.accumulate);
  }

  Result<void> take(const Value& step, Value::Array& reads);

 private:
  using Step = Value::Array;

  /// Makes the states up to `slot`, as many as are missing.
  Result<void> need(std::size_t slot);

  /// Operand `index` of a step: a number of states, or a slot, whose state is then there.
  static Result<std::size_t> count_in(const Step& step, std::size_t index);
  Result<std::size_t> slot_in(const Step& step, std::size_t index);

  template <class Function>
  Result<void> each(std::size_t slot, const Value& observations, const char* name, Function once);

  /// Calls `function` with `operands` and asks that it be done.
  template <class Function, class... Operands>
  Result<void> call(const char* name, Function function, Operands... operands) const;

  Result<void> merge(const Step& step);
  Result<void> copy(const Step& step);
  Result<void> encode(const Step& step);
  Result<void> retract(const Step& step);
  Result<void> merge_into(const Step& step);
  Result<void> merge_all(const Step& step);
  Result<void> see_more(const Step& step);
  Result<void> synchronise(const Step& step);
  Result<Value> read(const Step& step);

  const Functions& plugin_;
  std::vector<void*> states_;
};

Result<void> StateRun::need(std::size_t slot) {
  if (slot >= kMostStates) return malformed("a plan names at most a million states");
  while (states_.size() <= slot) {
    Heard heard;
    void* state = plugin_.create(heard.answer());
    if (state == nullptr) return heard.done("create", SHARDPROOF_ERROR);
    states_.push_back(state);
  }
  return {};
}

Result<std::size_t> StateRun::count_in(const Step& step, std::size_t index) {
  const auto* number = index < step.size() ? step[index].number() : nullptr;
  const auto value = number != nullptr ? number->value().as_int64() : std::nullopt;
  if (!value || *value < 0) return malformed(wire::dump(Value(step)) + " is no step");
  return static_cast<std::size_t>(*value);
}

Result<std::size_t> StateRun::slot_in(const Step& step, std::size_t index) {
  auto slot = count_in(step, index);
  if (!slot) return slot;
  if (auto made = need(*slot); !made) return made.error();
  return slot;
}

template <class Function, class... Operands>
Result<void> StateRun::call(const char* name, Function function, Operands... operands) const {
  if (function == nullptr) return malformed("the plugin has no " + std::string(name));
  Heard heard;
  const int outcome = function(operands..., heard.answer());
  return heard.done(name, outcome);
}

template <class Function>
Result<void> StateRun::each(std::size_t slot,
                            const Value& observations,
                            const char* name,
                            Function once) {
  if (auto made = need(slot); !made) return made;
  const auto* numbers = observations.array();
  if (numbers == nullptr) return malformed("observations are an array of numbers");
  for (const auto& number : *numbers) {
    const auto x = double_from(number);
    if (!x) return x.error();
    if (auto seen = call(name, once, states_[slot], *x); !seen) return seen;
  }
  return {};
}

Result<void> StateRun::merge(const Step& step) {
  const auto into = slot_in(step, 1);
  const auto from = slot_in(step, 2);
  if (!into || !from) return (into ? from : into).error();
  return call("merge", plugin_.merge, states_[*into], states_[*from]);
}

Result<void> StateRun::copy(const Step& step) {
  const auto into = slot_in(step, 1);
  const auto from = slot_in(step, 2);
  if (!into || !from) return (into ? from : into).error();
  return call("copy", plugin_.copy, states_[*into], states_[*from]);
}

Result<void> StateRun::encode(const Step& step) {
  const auto slot = slot_in(step, 1);
  if (!slot) return slot.error();
  if (plugin_.encode == nullptr) return malformed("the plugin has no encode");
  Heard encoded;
  const int outcome = plugin_.encode(states_[*slot], encoded.answer());
  if (auto done = encoded.done("encode", outcome); !done) return done;
  Heard heard;
  void* fresh = plugin_.create(heard.answer());
  if (fresh == nullptr) return heard.done("create", SHARDPROOF_ERROR);
  // The bytes are all that the decoded state may know, so the encoded one goes first.
  plugin_.destroy(std::exchange(states_[*slot], fresh));
  return call(
      "decode", plugin_.decode, states_[*slot], encoded.said().data(), encoded.said().size());
}

Result<void> StateRun::retract(const Step& step) {
  const auto slot = slot_in(step, 1);
  if (!slot) return slot.error();
  if (step.size() < 3) return malformed("retract needs observations");
  return each(*slot, step[2], "retract", plugin_.retract);
}

Result<void> StateRun::merge_into(const Step& step) {
  const auto left = slot_in(step, 1);
  const auto right = slot_in(step, 2);
  const auto out = slot_in(step, 3);
  if (!left || !right || !out) return (!left ? left : !right ? right : out).error();
  return call("merge_into", plugin_.merge_into, states_[*left], states_[*right], states_[*out]);
}

Result<void> StateRun::merge_all(const Step& step) {
  const auto slot = slot_in(step, 1);
  const auto count = count_in(step, 2);
  if (!slot || !count) return (slot ? count : slot).error();
  if (*count > 0) {
    if (auto made = need(*count - 1); !made) return made;
  }
  const std::vector<const void*> operands(states_.begin(),
                                          states_.begin() + static_cast<std::ptrdiff_t>(*count));
  return call("merge_all", plugin_.merge_all, states_[*slot], operands.data(), operands.size());
}

Result<void> StateRun::see_more(const Step& step) {
  const auto slot = slot_in(step, 1);
  if (!slot) return slot.error();
  if (step.size() < 3) return malformed("accumulate needs observations");
  return accumulate(*slot, step[2]);
}

Result<void> StateRun::synchronise(const Step& step) {
  const auto count = count_in(step, 1);
  if (!count) return count.error();
  if (*count > 0) {
    if (auto made = need(*count - 1); !made) return made;
  }
  return call("synchronise", plugin_.synchronise, states_.data(), *count);
}

Result<Value> StateRun::read(const Step& step) {
  const auto slot = slot_in(step, 1);
  if (!slot) return slot.error();
  Value::Object read;
  const auto say = [&](const char* key, const char* name, auto function) -> Result<void> {
    if (function == nullptr) return {};
    Heard heard;
    const int outcome = function(states_[*slot], heard.answer());
    auto value = heard.value(name, outcome);
    if (!value) return value.error();
    read.push_back({.key = key, .value = std::move(*value)});
    return {};
  };
  if (auto said = say("count", "count", plugin_.count); !said) return said.error();
  if (auto said = say("mean", "mean", plugin_.mean); !said) return said.error();
  if (auto said = say("variance", "finalise", plugin_.finalise); !said) return said.error();
  return Value(std::move(read));
}

Result<void> StateRun::take(const Value& step, Value::Array& reads) {
  struct Named {
    std::string_view name;
    Result<void> (StateRun::*take)(const Step&);
  };

  static constexpr auto kSteps = std::to_array<Named>({
      {"merge", &StateRun::merge},
      {"copy", &StateRun::copy},
      {"encode", &StateRun::encode},
      {"retract", &StateRun::retract},
      {"merge-into", &StateRun::merge_into},
      {"merge-all", &StateRun::merge_all},
      {"accumulate", &StateRun::see_more},
      {"synchronise", &StateRun::synchronise},
  });
  const auto* words = step.array();
  const auto* name = words != nullptr && !words->empty() ? words->front().string() : nullptr;
  if (name == nullptr) return malformed(wire::dump(step) + " is no step");
  if (*name == "finalise") {
    auto value = read(*words);
    if (!value) return value.error();
    reads.push_back(std::move(*value));
    return {};
  }
  for (const auto& known : kSteps) {
    if (known.name == *name) return (this->*known.take)(*words);
  }
  return malformed("there is no step \"" + *name + "\" in protocol 1");
}

Result<Value::Array> reads_in(const Functions& plugin, const Value& trial) {
  const auto* parts = trial.find("parts");
  const auto* plan = trial.find("plan");
  if (parts == nullptr || parts->array() == nullptr || plan == nullptr ||
      plan->array() == nullptr) {
    return malformed("a trial is {\"parts\": […], \"plan\": […]}");
  }
  StateRun run(plugin);
  for (std::size_t slot = 0; slot < parts->array()->size(); ++slot) {
    if (auto seen = run.accumulate(slot, (*parts->array())[slot]); !seen) return seen.error();
  }
  Value::Array reads;
  for (const auto& step : *plan->array()) {
    if (auto taken = run.take(step, reads); !taken) return taken.error();
  }
  return reads;
}

}  // namespace

Value::Array steps_of(const Functions& plugin) {
  Value::Array steps;
  if ((plugin.flags & SHARDPROOF_FLAG_NO_SELF_MERGE) == 0) steps.emplace_back("self-merge");
  if (plugin.copy != nullptr) steps.emplace_back("copy");
  if (plugin.encode != nullptr && plugin.decode != nullptr) steps.emplace_back("encode");
  if (plugin.retract != nullptr) steps.emplace_back("retract");
  if (plugin.merge_into != nullptr) steps.emplace_back("merge-into");
  if (plugin.merge_all != nullptr) steps.emplace_back("merge-all");
  if (plugin.synchronise != nullptr) steps.emplace_back("synchronise");
  return steps;
}

Value::Array reads_of(const Functions& plugin) {
  Value::Array reads;
  if (plugin.count != nullptr) reads.emplace_back("count");
  if (plugin.mean != nullptr) reads.emplace_back("mean");
  return reads;
}

Value ask_state(const Functions& plugin, const Value& trial) {
  auto reads = reads_in(plugin, trial);
  return reads ? Value(std::move(*reads)) : error_json(exact::to_text(reads.error()));
}

}  // namespace shardproof::subject::plugin
