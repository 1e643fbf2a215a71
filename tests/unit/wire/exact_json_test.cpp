#include "shardproof/wire/exact_json.hpp"

#include <string>

#include <gtest/gtest.h>

#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

std::string text_of(const exact::Dyadic& value) {
  return dump(to_json(value));
}

exact::Problem problem_in(const Value& value) {
  return dyadic_from(value).error();
}

TEST(ExactJson, AnIntegerIsAnInteger) {
  EXPECT_EQ(text_of(exact::Dyadic(exact::Integer(1) << 100)), "1267650600228229401496703205376");
}

TEST(ExactJson, WhatADoubleHoldsIsThatDouble) {
  EXPECT_EQ(text_of(exact::Dyadic(-1, -1)), "-0.5");
  EXPECT_EQ(text_of(exact::Dyadic::from_double(0.1).value()), "0.1");
}

TEST(ExactJson, AnythingElseIsAFractionInLowestTerms) {
  EXPECT_EQ(text_of(exact::Dyadic((exact::Integer(1) << 60) + 1, -1)),
            R"("1152921504606846977/2")");
}

TEST(ExactJson, EachReadsBackAsItself) {
  const auto tenth = exact::Dyadic::from_double(0.1).value();
  for (const auto& value : {exact::Dyadic(0),
                            tenth,
                            tenth * tenth,
                            -tenth * tenth * tenth,
                            exact::Dyadic(exact::Integer(1) << 5000)}) {
    EXPECT_EQ(dyadic_from(to_json(value)).value(), value);
  }
}

TEST(ExactJson, ReadsFractionsThatAreNotInLowestTerms) {
  EXPECT_EQ(dyadic_from("6/4").value(), exact::Dyadic(3, -1));
  EXPECT_EQ(dyadic_from("-007/008").value(), exact::Dyadic(-7, -3));
  EXPECT_EQ(dyadic_from("5/1").value(), exact::Dyadic(5));
}

TEST(ExactJson, RefusesADenominatorThatIsNoPowerOfTwo) {
  EXPECT_EQ(problem_in("1/3").what, R"(the denominator of "1/3" is not a power of two)");
  EXPECT_EQ(problem_in("1/0").what, R"(the denominator of "1/0" is not a power of two)");
}

TEST(ExactJson, RefusesStringsThatAreNoFraction) {
  for (const std::string text :
       {"", "/", "1/", "/2", "1", "1.5", "1/-2", "+1/2", " 1/2", "1/2/4", "1e5/2", "-/2"}) {
    EXPECT_FALSE(dyadic_from(text).has_value()) << text;
  }
  EXPECT_FALSE(dyadic_from(std::string(kMostDigits + 1, '1') + "/2").has_value());
}

TEST(ExactJson, RefusesNanAndInfinityAsOutOfTheDomain) {
  for (const std::string text : {"NaN", "Infinity", "-Infinity"}) {
    EXPECT_EQ(problem_in(text).kind, exact::Problem::Kind::out_of_domain);
    EXPECT_EQ(problem_in(text).what, text + " is not finite");
  }
}

TEST(ExactJson, RefusesWhatIsNoNumber) {
  EXPECT_EQ(problem_in(nullptr).what, "null where a number belongs");
  EXPECT_EQ(problem_in(true).what, "a boolean where a number belongs");
  EXPECT_EQ(problem_in(Value::Array{}).what, "an array where a number belongs");
}

TEST(ExactJson, QuotesOnlyTheStartOfALongStringAndKeepsItUtf8) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "é";
  const auto quoted = problem_in("x" + text).what;
  EXPECT_LT(quoted.size(), 80U);
  EXPECT_TRUE(parse(quoted.substr(0, quoted.rfind('"') + 1)).has_value()) << quoted;
}

}  // namespace
}  // namespace shardproof::wire
