/// For-all statements about the states of aggregate/, on hostile numbers and in no order at all: any program of
/// accumulate, merge (with itself, too) and retract. The exact state is the judge, the running bound the measure.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hard_numbers.hpp"
#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/aggregate/exact_state.hpp"
#include "shardproof/aggregate/youngs_cramer_state.hpp"
#include "shardproof/law/judge.hpp"
#include "shardproof/law/running_bound.hpp"

namespace shardproof::props {
namespace {

using aggregate::ChanState;
using aggregate::ExactState;
using aggregate::YoungsCramerState;
using law::RunningBound;

/// The same observations, kept in each way.
struct Slot {
  std::vector<double> held;
  ExactState exact;
  ChanState chan;
  YoungsCramerState youngs_cramer;
  RunningBound bound;

  void accumulate(double x) {
    held.push_back(x);
    RC_ASSERT(exact.add(x).has_value());
    chan.accumulate(x);
    youngs_cramer.accumulate(x);
    bound.accumulate(RunningBound::of(x, 0));
  }

  void merge(const Slot& other) {
    const std::vector<double> more = other.held;
    held.insert(held.end(), more.begin(), more.end());
    exact.merge(other.exact);
    chan.merge(other.chan);
    youngs_cramer.merge(other.youngs_cramer);
    bound = law::merged(bound, other.bound);
  }

  void retract(std::size_t place) {
    const double x = held[place];
    held.erase(held.begin() + static_cast<std::ptrdiff_t>(place));
    RC_ASSERT(exact.retract(x).has_value());
    chan.retract(x);
    youngs_cramer.retract(x);
    bound.retract(RunningBound::of(x, 0));
  }
};

/// Observations whose sums overflow nowhere: a state that keeps them would be excused. Half of the programs stay near one
/// offset, where digits are lost.
double observation(Words& words, double offset) {
  const double x = words.hard_double();
  if (offset != 0) return offset + std::fmod(x, 16);
  return std::abs(x) < 1e300 ? x : std::fmod(x, 1000);
}

std::vector<Slot> run_program(Words& words) {
  std::vector<Slot> slots(static_cast<std::size_t>(words.between(1, 4)));
  const double offset =
      words.coin() ? 0 : std::ldexp(words.coin() ? 1.3 : -1.7, words.between(4, 50));
  for (int left = words.between(1, 60); left > 0; --left) {
    Slot& slot = slots[static_cast<std::size_t>(words.below(static_cast<int>(slots.size())))];
    const int choice = words.below(8);
    if (choice == 0 && slot.held.size() < 500) {
      slot.merge(slots[static_cast<std::size_t>(words.below(static_cast<int>(slots.size())))]);
    } else if (choice == 1 && !slot.held.empty()) {
      slot.retract(static_cast<std::size_t>(words.below(static_cast<int>(slot.held.size()))));
    } else {
      slot.accumulate(observation(words, offset));
    }
  }
  return slots;
}

/// Where the bound is infinite a state may say anything.
bool is_within(const std::optional<exact::Fraction>& exact,
               const std::optional<double>& answer,
               double bound) {
  if (std::isinf(bound)) return true;
  if (exact.has_value() != answer.has_value()) return false;
  return !exact || law::error_of(*exact, *answer) <= bound;
}

std::optional<exact::Fraction> exact_mean(const ExactState& state) {
  const auto total = state.summary();
  if (total.count.is_zero()) return std::nullopt;
  return exact::Fraction{total.sum.mantissa(), total.count, total.sum.exponent()};
}

template <class S>
void assert_within(const Slot& slot, const S& state) {
  const auto bounds = law::read_bounds(slot.bound);
  RC_CLASSIFY(std::isinf(bounds.variance), "M2 may overflow");
  RC_ASSERT(state.observations() == slot.held.size());
  RC_ASSERT(is_within(slot.exact.exact_variance(), state.finalise(), bounds.variance));
  RC_ASSERT(is_within(exact_mean(slot.exact), state.average(), bounds.mean));
}

RC_GTEST_PROP(StateProps, any_program_keeps_chans_state_within_the_bound, ()) {
  for (const Slot& slot : *from_words(run_program)) assert_within(slot, slot.chan);
}

RC_GTEST_PROP(StateProps, any_program_keeps_youngs_and_cramers_state_within_the_bound, ()) {
  for (const Slot& slot : *from_words(run_program)) assert_within(slot, slot.youngs_cramer);
}

RC_GTEST_PROP(StateProps, any_program_leaves_the_exact_state_as_if_it_had_seen_what_is_held, ()) {
  for (const Slot& slot : *from_words(run_program)) {
    ExactState afresh;
    for (const double x : slot.held) RC_ASSERT(afresh.add(x).has_value());
    RC_ASSERT(slot.exact == afresh);
    RC_ASSERT(slot.exact.variance().has_value() == afresh.variance().has_value());
    if (afresh.variance()) RC_ASSERT(*slot.exact.variance() == *afresh.variance());
  }
}

RC_GTEST_PROP(StateProps, text_reads_back_as_the_same_state, ()) {
  for (const Slot& slot : *from_words(run_program)) {
    RC_ASSERT(ExactState::decode(slot.exact.encode()).value() == slot.exact);
    RC_ASSERT(YoungsCramerState::decode(slot.youngs_cramer.encode()).encode() ==
              slot.youngs_cramer.encode());
    RC_ASSERT(ChanState::decode(slot.chan.encode()).encode() == slot.chan.encode());
  }
}

}  // namespace
}  // namespace shardproof::props
