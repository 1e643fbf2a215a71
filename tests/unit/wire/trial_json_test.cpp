#include "shardproof/wire/trial_json.hpp"

#include <string>

#include <gtest/gtest.h>

#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

const exact::Dyadic kTenth = exact::Dyadic::from_double(0.1).value();

data::Trial example() {
  return data::trial_of(
      {{.observations = {{.value = 0}, {.value = 1, .times = 3}}},
       {.observations = {{.value = kTenth}, {.value = kTenth * kTenth, .times = 1ULL << 40}}},
       {.observations = {}},
       {.observations = {}, .stray = {.sum = 99, .sumsq = kTenth}}});
}

std::string refusal_of(const std::string& trial) {
  const auto read = trial_from(parse(trial).value());
  return read.has_value() ? "accepted" : to_text(read.error());
}

TEST(TrialJson, IsWhatPeopleRead) {
  const auto trial = data::trial_of({{.observations = {{.value = 0}, {.value = 1, .times = 3}}},
                                     {.observations = {}},
                                     {.observations = {}, .stray = {.sum = 99, .sumsq = 999}}});
  EXPECT_EQ(dump(to_json(trial), Layout::spaced),
            R"({"parts": [[0, {"value": 1, "times": 3}], [], {"stray": [99, 999]}]})");
}

TEST(TrialJson, ReadsBackAsTheSameTrial) {
  EXPECT_EQ(trial_from(parse(dump(to_json(example()), Layout::pretty)).value()).value(), example());
}

TEST(TrialJson, OfNoPartIsNotOfOneEmptyPart) {
  const auto none = data::trial_of({});
  const auto one_empty = data::trial_of({{.observations = {}}});
  EXPECT_EQ(trial_from(to_json(none)).value(), none);
  EXPECT_EQ(trial_from(to_json(one_empty)).value(), one_empty);
  EXPECT_NE(none, one_empty);
}

TEST(TrialJson, ReadsMembersInAnyOrder) {
  EXPECT_EQ(trial_from(parse(R"({"parts": [[{"times": 2, "value": 5}]]})").value()).value(),
            data::trial_of({{.observations = {{.value = 5, .times = 2}}}}));
}

TEST(TrialJson, AMultiplicityIsAWholeNumberThatFits) {
  EXPECT_EQ(refusal_of(R"({"parts": [[{"value": 1, "times": 18446744073709551615}]]})"),
            "accepted");
  for (const std::string times : {"0", "-1", "1.5", "18446744073709551616"}) {
    EXPECT_EQ(
        refusal_of(R"({"parts": [[7, {"value": 1, "times": )" + times + "}]]}"),
        "part 0: observation 1: times " + times + " is not a whole number from 1 to 2^64 - 1");
  }
}

TEST(TrialJson, NamesThePartAndTheObservationThatAreWrong) {
  EXPECT_EQ(refusal_of(R"({"parts": [[], [1, null]]})"),
            "part 1: observation 1: null where a number belongs");
  EXPECT_EQ(refusal_of(R"({"parts": [[1], {"stray": [1]}]})"),
            R"(part 1: a part is an array of observations, or {"stray": [sum, sumsq]})");
  EXPECT_EQ(refusal_of(R"({"parts": [3]})"),
            "part 0: a part is an array of observations; this is a number");
}

TEST(TrialJson, ReadsBackEveryPlan) {
  for (const auto shape : data::kPlanShapes) {
    data::Trial planned = data::trial_of({{.observations = {{.value = 0}, {.value = 1}}}, {}});
    planned.plan = {.shape = shape, .word = data::has_word(shape) ? 5U : 0U};
    EXPECT_EQ(trial_from(to_json(planned)).value(), planned) << to_text(shape);
  }
}

TEST(TrialJson, ReadsBackWhatIsNotANumber) {
  const auto text =
      R"({"parts": [["NaN", {"value": "-Infinity", "times": 2}]], "plan": "left-fold"})";
  const auto read = trial_from(parse(text).value()).value();
  EXPECT_EQ(read.dataset.observations[0].special, data::Special::nan);
  EXPECT_EQ(read.dataset.observations[1].special, data::Special::minus_infinity);
  EXPECT_EQ(trial_from(to_json(read)).value(), read);
}

TEST(TrialJson, RefusesAPlanThatThereIsNot) {
  EXPECT_EQ(refusal_of(R"({"parts": [], "plan": 1})"),
            "plan: a plan's shape is a string; this is a number");
  EXPECT_EQ(refusal_of(R"({"parts": [], "plan": "zigzag"})"), R"(plan: there is no plan "zigzag")");
  EXPECT_EQ(refusal_of(R"({"parts": [], "plan": "doubling"})"),
            R"(plan: the plan "doubling" needs a word)");
  EXPECT_EQ(refusal_of(R"({"parts": [], "plan": {"shape": "left-fold", "word": 1}})"),
            R"(plan: the plan "left-fold" has no word)");
  EXPECT_EQ(refusal_of(R"({"parts": [], "plan": {"shape": "doubling", "word": -1}})"),
            "plan: word -1 is not a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(refusal_of(R"({"parts": [], "plan": {"shape": "doubling", "word": 1, "x": 2}})"),
            R"(plan: a plan is a name, or {"shape": name, "word": number})");
}

TEST(TrialJson, RefusesDoublingsThatNoCountHolds) {
  EXPECT_EQ(refusal_of(R"({"parts": [[1, 2]], "plan": {"shape": "doubling", "word": 63}})"),
            "doubling 63 times makes more than 2^64 - 1 observations");
  EXPECT_EQ(refusal_of(R"({"parts": [[1]], "plan": {"shape": "doubling", "word": 63}})"),
            "accepted");
}

TEST(TrialJson, RefusesMembersItDoesNotKnow) {
  EXPECT_EQ(refusal_of(R"({"parts": [], "order": 1})"),
            R"(a trial is {"parts": [part, …]}, and perhaps a "plan", and nothing else)");
  EXPECT_NE(refusal_of(R"({"parts": [[{"value": 1}]]})"), "accepted");
  EXPECT_NE(refusal_of(R"({"parts": [[{"value": 1, "times": 2, "x": 3}]]})"), "accepted");
  EXPECT_NE(refusal_of(R"({"parts": [{"stray": [1, 2], "x": 3}]})"), "accepted");
  EXPECT_NE(refusal_of("[]"), "accepted");
}

}  // namespace
}  // namespace shardproof::wire
