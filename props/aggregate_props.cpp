/// For-all statements about aggregate/. The judge is the contract's formula in rationals, refusals
/// included.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hard_numbers.hpp"
#include "shardproof/aggregate/worker.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/merge.hpp"

namespace shardproof::props {
namespace {

using aggregate::DoubleTriple;
using aggregate::ExactState;
using aggregate::IntegerTriple;
using aggregate::summarise;
using aggregate::Summary;
using exact::Dyadic;
using exact::Integer;
using exact::Rational;

Summary summary_of(const IntegerTriple& worker) {
  return {worker.count, worker.sum, worker.sumsq};
}

Summary summary_of(const DoubleTriple& worker) {
  return {worker.count, *Dyadic::from_double(worker.sum), *Dyadic::from_double(worker.sumsq)};
}

const Summary& summary_of(const Summary& worker) {
  return worker;
}

template <class Worker>
std::vector<Summary> summaries_of(const std::vector<Worker>& workers) {
  std::vector<Summary> summaries;
  for (const Worker& worker : workers) summaries.push_back(summary_of(worker));
  return summaries;
}

Rational variance_by_definition(const Summary& total) {
  const Rational n(total.count);
  const Rational mean = to_rational(total.sum) / n;
  return to_rational(total.sumsq) / n - mean * mean;
}

/// Whether the worker must be refused: its own variance rounds to below zero, or below all doubles.
bool is_impossible(const Summary& worker) {
  if (worker.count == 0) return false;
  const Rational variance = variance_by_definition(worker);
  const auto rounded = exact::round12(variance);
  return rounded ? *rounded < 0 : variance < 0;
}

/// What the contract answers: a number, "none", "worker K" or "overflow".
template <class Worker>
std::string answer_by_definition(const std::vector<Worker>& workers) {
  Summary total;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    const Summary worker = summary_of(workers[i]);
    if (worker.count < 0 || is_impossible(worker)) return "worker " + std::to_string(i);
    if (worker.count == 0) continue;
    total.count += worker.count;
    total.sum += worker.sum;
    total.sumsq += worker.sumsq;
  }
  if (total.count == 0) return "none";
  const auto rounded = exact::round12(variance_by_definition(total));
  return rounded ? exact::to_text(*Dyadic::from_double(*rounded)) : "overflow";
}

std::string text_of(const exact::Result<std::optional<double>>& answer) {
  if (!answer) {
    return answer.error().kind == exact::Problem::Kind::overflow ? "overflow"
                                                                 : answer.error().where;
  }
  return *answer ? exact::to_text(*Dyadic::from_double(**answer)) : "none";
}

template <class Worker>
std::string answer(const std::vector<Worker>& workers) {
  return text_of(variance(std::span<const Worker>(workers)));
}

/// A triple of any widths, one that data of one value would have, or that with the sums a little
/// off.
IntegerTriple hard_integer_triple(Words& words) {
  const std::int64_t count = words.below(8) == 0 ? 0 : std::abs(words.hard_int64());
  if (words.below(3) == 0) {
    const std::int64_t sum = words.hard_int64();
    return {count, sum, std::max(sum / 4, std::abs(words.hard_int64()))};
  }
  const std::int64_t small = count % 1000;
  const std::int64_t value = words.between(-1'000'000, 1'000'000);
  const std::int64_t off = words.below(4) == 0 ? words.between(-1, 5) : words.between(0, 1 << 20);
  return {small,
          small * value + words.between(-1, 1),
          small * value * value + off + 2 * std::abs(value)};
}

/// The same in doubles: near the edge of what data can have, where rounding decides.
DoubleTriple hard_double_triple(Words& words) {
  const std::int64_t count =
      words.below(8) == 0 ? 0 : (words.coin() ? words.between(1, 9) : std::abs(words.hard_int64()));
  const double sum =
      words.coin() ? words.hard_double() : static_cast<double>(words.between(-1000, 1000)) / 10;
  const double edge = sum * (sum / static_cast<double>(std::max<std::int64_t>(count, 1)));
  double sumsq = words.beside(edge);
  if (words.coin()) sumsq += std::abs(words.hard_double());
  return {count, sum, std::isfinite(sumsq) ? sumsq : std::numeric_limits<double>::max()};
}

Summary hard_summary(Words& words) {
  switch (words.below(4)) {
    case 0:
      return summary_of(hard_integer_triple(words));
    case 1:
      return summary_of(hard_double_triple(words));
    case 2: {
      std::vector<double> values;
      for (int left = words.between(0, 5); left > 0; --left) values.push_back(words.hard_double());
      return summarise(std::span<const double>(values)).value();
    }
    default: {
      const Integer value = words.integer(200);
      return {3, Integer(3 * value), Integer(3 * value * value + words.between(0, 9))};
    }
  }
}

template <class Make>
auto workers_of(Make make) {
  return from_words([make](Words& words) {
    std::vector<decltype(make(words))> workers;
    for (int left = words.between(0, 6); left > 0; --left) workers.push_back(make(words));
    return workers;
  });
}

void classify(const std::string& answer) {
  RC_CLASSIFY(answer.starts_with("worker"), "refused");
  RC_CLASSIFY(answer == "none", "none");
  RC_CLASSIFY(answer == "0", "zero");
}

/// Workers that the merge accepts, since most lists of hostile ones have one that it must refuse.
template <class Worker>
std::vector<Worker> accepted(std::vector<Worker> workers) {
  std::erase_if(workers, [](const Worker& worker) { return fault_of(worker).has_value(); });
  return workers;
}

RC_GTEST_PROP(MergeProps, integer_triples_are_answered_or_refused_by_the_definition, ()) {
  const auto workers = *workers_of(hard_integer_triple);
  const std::string oracle = answer_by_definition(workers);
  classify(oracle);
  RC_ASSERT(answer(workers) == oracle);
  RC_ASSERT(answer(summaries_of(workers)) == oracle);
  RC_ASSERT(answer(accepted(workers)) == answer_by_definition(accepted(workers)));
}

RC_GTEST_PROP(MergeProps, double_triples_are_answered_or_refused_by_the_definition, ()) {
  const auto workers = *workers_of(hard_double_triple);
  const std::string oracle = answer_by_definition(workers);
  classify(oracle);
  RC_ASSERT(answer(workers) == oracle);
  RC_ASSERT(answer(summaries_of(workers)) == oracle);
  RC_ASSERT(answer(accepted(workers)) == answer_by_definition(accepted(workers)));
}

RC_GTEST_PROP(MergeProps, summaries_are_answered_or_refused_by_the_definition, ()) {
  const auto workers = *workers_of(hard_summary);
  RC_ASSERT(answer(workers) == answer_by_definition(workers));
  RC_ASSERT(answer(accepted(workers)) == answer_by_definition(accepted(workers)));
}

RC_GTEST_PROP(MergeProps, the_quick_test_never_spares_a_worker_at_fault, ()) {
  const auto doubles = *from_words(hard_double_triple);
  const auto integers = *from_words(hard_integer_triple);
  RC_PRE(doubles.count != 0 && integers.count != 0);
  RC_CLASSIFY(is_plainly_sound(doubles), "doubles decided");
  if (is_plainly_sound(doubles)) RC_ASSERT(!is_impossible(summary_of(doubles)));
  if (is_plainly_sound(integers)) RC_ASSERT(!is_impossible(summary_of(integers)));
}

RC_GTEST_PROP(MergeProps, merging_some_first_changes_nothing, ()) {
  const auto workers = accepted(*workers_of(hard_summary));
  const auto cut =
      static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(workers.size()) + 1));
  const std::span<const Summary> all(workers);
  const std::vector<Summary> two = {merge(all.first(cut)).value(), merge(all.subspan(cut)).value()};
  RC_ASSERT(answer(two) == answer(workers));
  RC_ASSERT(merge(std::span<const Summary>(two)).value() == merge(all).value());
}

/// One thing to add to a state.
struct Input {
  int kind;
  std::int64_t integer;
  double real;
  IntegerTriple integers;
  DoubleTriple doubles;
  Summary summary;
};

Input hard_input(Words& words) {
  return {words.below(5),
          words.hard_int64(),
          words.hard_double(),
          hard_integer_triple(words),
          hard_double_triple(words),
          hard_summary(words)};
}

void add(const Input& input, ExactState& state) {
  switch (input.kind) {
    case 0:
      return state.add(input.integer);
    case 1:
      return (void)state.add(input.real);
    case 2:
      return (void)state.add(input.integers);
    case 3:
      return (void)state.add(input.doubles);
    default:
      return (void)state.add(input.summary);
  }
}

/// What the input contributes, by the contract.
Summary contribution(const Input& input) {
  const auto unless_refused = [](const auto& worker) {
    return fault_of(worker) ? Summary{} : summary_of(worker);
  };
  switch (input.kind) {
    case 0:
      return {1, input.integer, Dyadic(input.integer) * Dyadic(input.integer)};
    case 1: {
      const Dyadic value = *Dyadic::from_double(input.real);
      return {1, value, value * value};
    }
    case 2:
      return unless_refused(input.integers);
    case 3:
      return unless_refused(input.doubles);
    default:
      return unless_refused(input.summary);
  }
}

RC_GTEST_PROP(ExactStateProps, every_order_and_partition_gives_the_same_bits, ()) {
  auto inputs = *from_words([](Words& words) {
    std::vector<Input> made;
    for (int left = words.between(0, 12); left > 0; --left) made.push_back(hard_input(words));
    return made;
  });
  auto words = *from_words([](Words& w) { return w; });

  std::vector<Summary> contributions;
  for (const auto& input : inputs) contributions.push_back(contribution(input));
  const std::string oracle = answer(contributions);

  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = inputs.size(); i > 1; --i) {
      std::swap(inputs[i - 1], inputs[static_cast<std::size_t>(words.below(static_cast<int>(i)))]);
    }
    std::vector<ExactState> states(static_cast<std::size_t>(words.between(1, 5)));
    const auto some_state = [&] {
      return static_cast<std::size_t>(words.below(static_cast<int>(states.size())));
    };
    for (const auto& input : inputs) add(input, states[some_state()]);
    while (states.size() > 1) {
      std::swap(states[some_state()], states.back());
      const ExactState last = states.back();
      states.pop_back();
      states[some_state()].merge(last);
    }
    RC_ASSERT(text_of(states[0].variance()) == oracle);
    Summary total = merge(std::span<const Summary>(contributions)).value();
    RC_ASSERT(states[0].summary() == total);
  }
}

RC_GTEST_PROP(ExactStateProps, holds_what_summarise_holds, ()) {
  const auto values = *from_words([](Words& words) {
    std::vector<double> made;
    for (int left = words.between(0, 30); left > 0; --left) made.push_back(words.hard_double());
    return made;
  });
  ExactState state;
  std::vector<data::Observation> observations;
  for (const double value : values) {
    RC_ASSERT(state.add(value).has_value());
    observations.push_back({*Dyadic::from_double(value), 1});
  }
  const Summary whole = summarise(std::span<const double>(values)).value();
  RC_ASSERT(state.summary() == whole);
  RC_ASSERT(summarise(std::span<const data::Observation>(observations)) == whole);
}

RC_GTEST_PROP(SummariseProps, integers_equal_their_sum_by_hand, ()) {
  const auto observations = *from_words([](Words& words) {
    std::vector<data::Observation> made;
    for (int left = words.between(0, 30); left > 0; --left) {
      const auto width = words.between(0, 63);
      made.push_back({.value = words.hard_int64(),
                      .times = std::max<std::uint64_t>(words.word() >> width, 1)});
    }
    return made;
  });
  Summary slow;
  std::vector<std::int64_t> once;
  Summary slow_once;
  for (const auto& [value, times, special] : observations) {
    once.push_back(*value.as_int64());
    slow_once.count += 1;
    slow_once.sum += value;
    slow_once.sumsq += value * value;
    slow.count += times;
    slow.sum += value * Dyadic(Integer(times));
    slow.sumsq += value * value * Dyadic(Integer(times));
  }
  RC_ASSERT(summarise(std::span<const data::Observation>(observations)) == slow);
  RC_ASSERT(summarise(std::span<const std::int64_t>(once)) == slow_once);
}

}  // namespace
}  // namespace shardproof::props
