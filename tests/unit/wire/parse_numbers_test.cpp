/// Numbers: what JSON libraries usually lose.
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

Number number_in(const std::string& text) {
  return *parse(text).value().number();
}

exact::Problem problem_in(const std::string& text) {
  const auto value = parse(text);
  EXPECT_FALSE(value.has_value()) << text.substr(0, 80);
  return value.has_value() ? exact::Problem{} : value.error();
}

exact::Dyadic exactly(double value) {
  return exact::Dyadic::from_double(value).value();
}

TEST(ParseNumbers, AnIntegerIsThatIntegerOnBothSidesOf64Bits) {
  for (const std::string text : {"0",
                                 "-1",
                                 "9007199254740993",  // 2^53 + 1, which no double is
                                 "9223372036854775807",
                                 "9223372036854775808",
                                 "-9223372036854775808",
                                 "-9223372036854775809",
                                 "18446744073709551615",
                                 "18446744073709551616",
                                 "340282366920938463463374607431768211457"}) {
    SCOPED_TRACE(text);
    EXPECT_TRUE(number_in(text).written_as_integer());
    EXPECT_EQ(number_in(text).value(), exact::Dyadic(exact::Integer(text)));
  }
}

TEST(ParseNumbers, AnIntegerBeyondEveryDoubleIsThatInteger) {
  const std::string digits = "1" + std::string(400, '0') + "1";
  EXPECT_EQ(number_in(digits).value(), exact::Dyadic(exact::Integer(digits)));
  EXPECT_EQ(number_in("-" + digits).value(), -exact::Dyadic(exact::Integer(digits)));
}

TEST(ParseNumbers, AnIntegerMayHaveAsManyDigitsAsIsStated) {
  EXPECT_EQ(number_in(std::string(kMostDigits, '9')).value(),
            exact::Dyadic(exact::Integer(std::string(kMostDigits, '9'))));
  EXPECT_TRUE(parse("-" + std::string(kMostDigits, '9')).has_value());
}

TEST(ParseNumbers, ALongerIntegerIsRefusedWithItsLengthAndTheLimit) {
  const auto problem = problem_in("[1, -" + std::string(kMostDigits + 1, '9') + "]");
  EXPECT_EQ(problem.kind, exact::Problem::Kind::out_of_domain);
  EXPECT_EQ(problem.what, "an integer of 4901 digits; at most 4900 are read");
  EXPECT_EQ(problem.where, "line 1, column 5");
}

TEST(ParseNumbers, AMillionDigitsAreRefusedAtOnce) {
  EXPECT_EQ(problem_in(std::string(1'000'000, '7')).what,
            "an integer of 1000000 digits; at most 4900 are read");
}

TEST(ParseNumbers, ANumberWithAFractionOrAnExponentIsItsNearestDoubleTakenExactly) {
  EXPECT_EQ(number_in("0.1").value(), exactly(0.1));
  EXPECT_EQ(number_in("1e23").value(), exactly(1e23));
  EXPECT_EQ(number_in("9007199254740993.0").value(),
            exactly(9007199254740992.0));  // a tie, to even
  EXPECT_EQ(number_in("9007199254740993.0000000000000000000000001").value(),
            exactly(9007199254740994.0));
  EXPECT_EQ(number_in("1.7976931348623157e308").value(),
            exactly(std::numeric_limits<double>::max()));
}

TEST(ParseNumbers, ANearestDoubleIsNotRoundedTwice) {
  // 1 + 2^−53 + 2^−78, all its digits: through a long double of 64 bits it would be a tie, and come
  // out as 1.
  EXPECT_EQ(number_in("1.00000000000000011102230577123810425447"
                      "3866294716799529851414263248443603515625")
                .value(),
            exactly(1.0 + std::numeric_limits<double>::epsilon()));
}

TEST(ParseNumbers, HowANumberWasWrittenIsRemembered) {
  EXPECT_TRUE(number_in("2").written_as_integer());
  EXPECT_FALSE(number_in("2.0").written_as_integer());
  EXPECT_FALSE(number_in("2e0").written_as_integer());
  EXPECT_EQ(number_in("2").value(), number_in("2.0").value());
  EXPECT_NE(number_in("2"), number_in("2.0"));
}

TEST(ParseNumbers, ZeroHasNoSign) {
  EXPECT_EQ(number_in("-0").value(), exact::Dyadic(0));
  EXPECT_EQ(number_in("-0.0").value(), exact::Dyadic(0));
  EXPECT_EQ(number_in("0e999999999999999999999").value(), exact::Dyadic(0));
}

TEST(ParseNumbers, BelowTheSmallestDoubleIsZeroOrThatDouble) {
  EXPECT_EQ(number_in("2e-324").value(), exact::Dyadic(0));
  EXPECT_EQ(number_in("3e-324").value(), exact::Dyadic(1, -1074));
  EXPECT_EQ(number_in("1e-400").value(), exact::Dyadic(0));
  EXPECT_EQ(number_in("-1e-99999999999999999999").value(), exact::Dyadic(0));
  EXPECT_EQ(number_in("0." + std::string(1'000'000, '0') + "1").value(), exact::Dyadic(0));
}

TEST(ParseNumbers, AboveTheLargestDoubleIsRefusedWithItsPlace) {
  for (const std::string text :
       {"1e400", "-1e400", "1.7976931348623159e308", "1e99999999999999999999", "1e5000"}) {
    const auto problem = problem_in("[0,\n " + text + "]");
    EXPECT_EQ(problem.kind, exact::Problem::Kind::out_of_domain) << text;
    EXPECT_EQ(problem.what, text + " is above the largest double");
    EXPECT_EQ(problem.where, "line 2, column 2");
  }
}

TEST(ParseNumbers, AMillionDigitsOfExponentAreRefusedAtOnceAndNotQuotedWhole) {
  EXPECT_LT(problem_in("1e" + std::string(1'000'000, '1')).what.size(), 100U);
}

TEST(ParseNumbers, NanAndInfinityAreNoNumbersHoweverTheyAreSpelt) {
  for (const std::string text :
       {"NaN", "nan", "[NAN]", "Infinity", "-Infinity", "[1,inf]", "-inf"}) {
    const auto problem = problem_in(text);
    EXPECT_EQ(problem.kind, exact::Problem::Kind::out_of_domain) << text;
    EXPECT_EQ(problem.what, "NaN and infinity are no numbers here") << text;
  }
}

TEST(ParseNumbers, WhatIsNoJsonNumberIsRefused) {
  for (const std::string text :
       {"01", "-01", "+1", ".5", "1.", "1.e5", "0x10", "1_000", "--1", "1e", "1e+", "1/2"}) {
    EXPECT_FALSE(parse("[" + text + "]").has_value()) << text;
  }
}

}  // namespace
}  // namespace shardproof::wire
