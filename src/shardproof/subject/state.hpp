/// States: how an aggregate, ours or a stranger's, becomes a subject.
///
///     struct MyState {
///       void accumulate(double x);
///       void merge(const MyState& other);
///       std::optional<double> finalise() const;  // the population variance; none for no observations
///     };
///     const auto subject = subject::state_subject<MyState>("my state");
///
/// A state may do more, and is judged on all that it does:
///
/// | member | what it must do |
/// |---|---|
/// | `using number = std::int64_t` | what it accumulates, where that is not a double |
/// | `observations() const` | how many observations it has seen, as any arithmetic type |
/// | `average() const` → `std::optional<double>` | their mean; none for no observations |
/// | `retract(x)` | undo one `accumulate(x)` |
/// | `encode() const` → `std::string`, `static decode(std::string_view)` | round-trip: the decoded state is the encoded one |
/// | `static merge_into(const S& a, const S& b, S& out)` | `out` may be `a` or `b` itself |
/// | `static merge_all(std::span<const S>)` → `S` | the merge of all of them, in one call; of none an empty state |
/// | `static synchronise(std::span<S>)` | afterwards each worker reads what all have seen, each observation once |
///
/// `merge` may be handed the state itself, and leaves any other as it was. A default-constructed state is empty.
#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shardproof/subject/subject.hpp"

namespace shardproof::subject {

namespace detail {

template <class S>
struct NumberOf {
  using type = double;
};

template <class S>
requires requires {
  typename S::number;
}

struct NumberOf<S> {
  using type = typename S::number;
};

}  // namespace detail

/// What a state accumulates: `S::number`, or double.
template <class S>
using NumberOf = typename detail::NumberOf<S>::type;

template <class S>
concept State = std::default_initializable<S> && std::copyable<S> &&
    requires(S state, const S& other, const NumberOf<S>& x) {
  state.accumulate(x);
  state.merge(other);
  { other.finalise() } -> std::convertible_to<std::optional<double>>;
};

template <class S>
concept Counts = requires(const S& state) {
  static_cast<double>(state.observations());
};

template <class S>
concept Averages = requires(const S& state) {
  { state.average() } -> std::convertible_to<std::optional<double>>;
};

template <class S>
concept Retracts = requires(S state, const NumberOf<S>& x) {
  state.retract(x);
};

template <class S>
concept Encodes = requires(const S& state, std::string_view text) {
  { state.encode() } -> std::convertible_to<std::string>;
  S{S::decode(text)};
};

template <class S>
concept MergesInto = requires(const S& a, const S& b, S& out) {
  S::merge_into(a, b, out);
};

template <class S>
concept MergesAll = requires(std::span<const S> states) {
  S{S::merge_all(states)};
};

template <class S>
concept Synchronises = requires(std::span<S> states) {
  S::synchronise(states);
};

template <State S>
constexpr Abilities abilities_of() {
  return {.count = Counts<S>,
          .mean = Averages<S>,
          .retract = Retracts<S>,
          .round_trip = Encodes<S>,
          .merge_into = MergesInto<S>,
          .merge_all = MergesAll<S>,
          .synchronise = Synchronises<S>};
}

/// What a state that accumulates `N` is asked: integers of up to 64 bits, exact dyadic numbers, doubles otherwise.
template <class N>
constexpr Numbers numbers_of() {
  if constexpr (std::integral<N>) {
    static_assert(std::numeric_limits<N>::digits <= 63 && std::signed_integral<N>,
                  "a state accumulates signed integers, floating-point or Dyadic numbers");
    return Numbers::int64;
  } else if constexpr (std::same_as<N, exact::Dyadic>) {
    return Numbers::any;
  } else {
    return Numbers::float64;
  }
}

/// An entry of the dataset as the number that a state accumulates: exact, unless `N` is a float, whose states are wrong
/// because of it.
template <class N>
N number_from(const data::Observation& observation, double as_double) {
  if constexpr (std::integral<N>) {
    return static_cast<N>(*observation.value.as_int64());
  } else if constexpr (std::same_as<N, exact::Dyadic>) {
    return observation.value;
  } else {
    return static_cast<N>(as_double);
  }
}

/// Follows a plan with states of type `S`.
template <State S>
class PlanRun {
 public:
  explicit PlanRun(const Question& question)
      : observations_(question.trial->dataset.observations),
        values_(question.script->values),
        slots_(question.script->plan.slots) {}

  void take(const data::PlanStep& step, Reads& reads) {
    using data::PlanOp;
    S& slot = slots_[step.slot];
    switch (step.op) {
      case PlanOp::accumulate:
        return repeat(step.other, [&](const auto& x) { slot.accumulate(x); });
      case PlanOp::retract:
        if constexpr (Retracts<S>) repeat(step.other, [&](const auto& x) { slot.retract(x); });
        return;
      case PlanOp::merge:
        return slot.merge(slots_[step.other]);
      case PlanOp::merge_into:
        if constexpr (MergesInto<S>) S::merge_into(slot, slots_[step.other], slots_[step.out]);
        return;
      case PlanOp::merge_all:
        if constexpr (MergesAll<S>)
          slot = S{S::merge_all(std::span<const S>(slots_).first(step.other))};
        return;
      case PlanOp::copy:
        slot = slots_[step.other];
        return;
      case PlanOp::round_trip:
        if constexpr (Encodes<S>) slot = S{S::decode(slot.encode())};
        return;
      case PlanOp::synchronise:
        if constexpr (Synchronises<S>) S::synchronise(std::span<S>(slots_).first(step.other));
        return;
      case PlanOp::read:
        reads.push_back(read(slot));
        return;
    }
  }

 private:
  template <class Do>
  void repeat(std::size_t entry, Do&& once) {
    const auto& observation = observations_[entry];
    const auto x = number_from<NumberOf<S>>(observation, values_[entry]);
    for (std::uint64_t i = 0; i < observation.times; ++i) once(x);
  }

  static Answer answer_of(const std::optional<double>& value) {
    return value ? Answer(*value) : Answer(NoVariance{});
  }

  static Read read(const S& state) {
    Read read{.variance = answer_of(state.finalise())};
    if constexpr (Counts<S>) read.count = Answer(static_cast<double>(state.observations()));
    if constexpr (Averages<S>) read.mean = answer_of(state.average());
    return read;
  }

  const std::vector<data::Observation>& observations_;
  const std::vector<double>& values_;
  std::vector<S> slots_;
};

template <State S>
class StateSubject final : public Subject {
 public:
  explicit StateSubject(
      std::string name)  // NOLINT(performance-unnecessary-value-param): moved from, below
      : description_{.name = std::move(name),
                     .kind = Kind::aggregate,
                     .numbers = numbers_of<NumberOf<S>>(),
                     .abilities = abilities_of<S>()} {}

  const Description& description() const override { return description_; }

  std::vector<Answer> ask(std::span<const Question> questions) const override {
    std::vector<Answer> answers;
    answers.reserve(questions.size());
    for (auto& reads : read(questions)) answers.push_back(std::move(reads.back().variance));
    return answers;
  }

  std::vector<Reads> read(std::span<const Question> questions) const override {
    std::vector<Reads> all;
    all.reserve(questions.size());
    for (const auto& question : questions) all.push_back(read_one(question));
    return all;
  }

 private:
  static Reads read_one(const Question& question) {
    const data::PlanSteps& plan = question.script->plan;
    Reads reads;
    reads.reserve(plan.reads);
    try {
      PlanRun<S> run(question);
      for (const auto& step : plan.steps) run.take(step, reads);
    } catch (const std::exception& error) {
      reads.push_back({.variance = Failed{error.what()}});
    }
    return reads;
  }

  Description description_;
};

/// The subject that follows each trial's plan with states of type `S`. An exception that a state throws is a failed
/// answer.
template <State S>
std::unique_ptr<Subject> state_subject(std::string name) {
  return std::make_unique<StateSubject<S>>(std::move(name));
}

}  // namespace shardproof::subject
