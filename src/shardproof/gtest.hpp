/// shardproof/gtest.hpp: merges and states judged in GoogleTest.
///
///     #include <shardproof/gtest.hpp>
///
///     std::optional<double> my_merge(std::span<const shardproof::aggregate::DoubleTriple> workers);
///
///     TEST(MyMerge, IsShardProof) {
///       SHARDPROOF_EXPECT_LAWFUL(my_merge);
///     }
///
///     TEST(MyMerge, HasTheContractsVeryBits) {
///       SHARDPROOF_EXPECT_LAWFUL(my_merge, {.expect = shardproof::Expect::contract});
///     }
///
///     TEST(MyState, IsShardProof) {
///       SHARDPROOF_EXPECT_LAWFUL_STATE(MyState);
///     }
///
/// What a merge may take and return: `subject/callable.hpp`; what a state is: `subject/state.hpp`. What can be asked for:
/// `LawfulOptions` in `report/lawful.hpp`. A failure's message is the hunt's report: the verdict, the smallest counterexample,
/// the name of the mistake, what was tried, and a test of that one case to paste.
///
/// A state's laws rung by rung, a test each, so that the names of those that fail say what kind of wrong it is:
///
///     INSTANTIATE_TYPED_TEST_SUITE_P(Mine, ShardproofState, MyState);
///
/// gives Mine/ShardproofState/0.HoldsOnSmallData, .HoldsOnHugeCounts, … ; several states are a `testing::Types<…>`. Options, of
/// which the rungs are taken no notice of, by a specialisation in the global namespace before that line:
///
///     template <>
///     inline const shardproof::LawfulOptions kShardproofOptions<MyState> = {.seed = 7};
///
/// Link `shardproof::testing`, and the GoogleTest of your choice.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include "shardproof/report/lawful.hpp"
#include "shardproof/subject/callable.hpp"
#include "shardproof/subject/state.hpp"

/// Judges a merge, SHARDPROOF_EXPECT_LAWFUL(merge) or (merge, {.expect = …}); takes `<<` as GoogleTest's own do.
#define SHARDPROOF_EXPECT_LAWFUL(...)                   \
  EXPECT_PRED_FORMAT1(::shardproof::gtest::as_reported, \
                      ::shardproof::gtest::judged_merge(#__VA_ARGS__, __VA_ARGS__))

/// The same, and ends the test if the merge is not lawful.
#define SHARDPROOF_ASSERT_LAWFUL(...)                   \
  ASSERT_PRED_FORMAT1(::shardproof::gtest::as_reported, \
                      ::shardproof::gtest::judged_merge(#__VA_ARGS__, __VA_ARGS__))

/// Judges a state, SHARDPROOF_EXPECT_LAWFUL_STATE(State) or (State, {.expect = …}). A type with a comma in it needs an alias.
#define SHARDPROOF_EXPECT_LAWFUL_STATE(State, ...)      \
  EXPECT_PRED_FORMAT1(::shardproof::gtest::as_reported, \
                      ::shardproof::gtest::judged_state<State>(#State __VA_OPT__(, ) __VA_ARGS__))

#define SHARDPROOF_ASSERT_LAWFUL_STATE(State, ...)      \
  ASSERT_PRED_FORMAT1(::shardproof::gtest::as_reported, \
                      ::shardproof::gtest::judged_state<State>(#State __VA_OPT__(, ) __VA_ARGS__))

namespace shardproof {

using law::Expect;
using report::LawfulOptions;

/// What the macros are made of.
namespace gtest {

/// What stands before the macro's options, where it is a name; else, for a lambda, `merge`.
inline std::string name_in(std::string_view arguments) {
  constexpr std::string_view kOfNames =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:<>";
  const auto end = arguments.find_first_not_of(kOfNames);
  const bool is_name = end != 0 && (end == std::string_view::npos || arguments[end] == ',');
  return is_name ? std::string(arguments.substr(0, end)) : "merge";
}

template <class F>
report::Lawfulness judged_merge(std::string_view arguments,
                                F merge,
                                const LawfulOptions& options = {}) {
  const std::string name = name_in(arguments);
  const auto subject = subject::callable_subject(name, std::move(merge));
  std::string_view worker;
  if constexpr (!std::is_void_v<subject::WorkerOf<F>>)
    worker = subject::WorkerForm<subject::WorkerOf<F>>::kName;
  return report::lawfulness(*subject, options, {.name = name, .worker = std::string(worker)});
}

template <subject::State S>
report::Lawfulness judged_state(const std::string& name, const LawfulOptions& options = {}) {
  return report::lawfulness(*subject::state_subject<S>(name), options, {.name = name});
}

inline ::testing::AssertionResult as_reported(const char* /*expression*/,
                                              const report::Lawfulness& lawfulness) {
  if (lawfulness.holds) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << lawfulness.report;
}

/// The type of the typed test that is running, as whoever is in its scope writes it.
inline std::string type_under_test() {
  std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->type_param();
  for (const std::string_view nameless : {"(anonymous namespace)::", "{anonymous}::"}) {
    for (auto at = name.find(nameless); at != std::string::npos; at = name.find(nameless))
      name.erase(at, nameless.size());
  }
  return name;
}

}  // namespace gtest
}  // namespace shardproof

// ── The typed suite. In the global namespace, because GoogleTest makes names of its name. ─────────────────────────────

/// How the suite's tests hunt a state; to be specialised.
template <class State>
inline const shardproof::LawfulOptions kShardproofOptions = {};

template <class State>
class ShardproofState : public ::testing::Test {
 protected:
  static void holds_on(shardproof::data::RungId rung) {
    const std::string name = shardproof::gtest::type_under_test();
    const auto subject = shardproof::subject::state_subject<State>(name);
    if (!shardproof::report::is_asked(subject->description().domain(), rung))
      GTEST_SKIP() << "its numbers hold nothing that is asked there";
    auto options = kShardproofOptions<State>;
    options.rungs = {rung};
    const auto judged = shardproof::report::lawfulness(*subject, options, {.name = name});
    EXPECT_PRED_FORMAT1(shardproof::gtest::as_reported, judged);
  }
};

TYPED_TEST_SUITE_P(ShardproofState);
// For those who want the macros only.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ShardproofState);

TYPED_TEST_P(ShardproofState, HoldsOnSmallData) {
  this->holds_on(shardproof::data::RungId::small);
}

TYPED_TEST_P(ShardproofState, HoldsOnIntegers) {
  this->holds_on(shardproof::data::RungId::integers);
}

TYPED_TEST_P(ShardproofState, HoldsOnHugeCounts) {
  this->holds_on(shardproof::data::RungId::counts);
}

TYPED_TEST_P(ShardproofState, HoldsOnDecimals) {
  this->holds_on(shardproof::data::RungId::decimals);
}

TYPED_TEST_P(ShardproofState, HoldsFarFromZero) {
  this->holds_on(shardproof::data::RungId::offset);
}

TYPED_TEST_P(ShardproofState, HoldsAtExtremeScales) {
  this->holds_on(shardproof::data::RungId::scale);
}

TYPED_TEST_P(ShardproofState, HoldsOnWideIntegers) {
  this->holds_on(shardproof::data::RungId::wide);
}

TYPED_TEST_P(ShardproofState, HoldsOnNanAndInfinity) {
  this->holds_on(shardproof::data::RungId::nonfinite);
}

TYPED_TEST_P(ShardproofState, HoldsOnKnownCases) {
  this->holds_on(shardproof::data::RungId::fixtures);
}

REGISTER_TYPED_TEST_SUITE_P(ShardproofState,
                            HoldsOnSmallData,
                            HoldsOnIntegers,
                            HoldsOnHugeCounts,
                            HoldsOnDecimals,
                            HoldsFarFromZero,
                            HoldsAtExtremeScales,
                            HoldsOnWideIntegers,
                            HoldsOnNanAndInfinity,
                            HoldsOnKnownCases);
