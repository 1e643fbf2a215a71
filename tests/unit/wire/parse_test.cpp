#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

using namespace std::literals;

exact::Problem problem_in(std::string_view text) {
  const auto value = parse(text);
  EXPECT_FALSE(value.has_value()) << text.substr(0, 80);
  return value.has_value() ? exact::Problem{} : value.error();
}

TEST(Parse, ReadsEveryKindOfValue) {
  const auto value = parse(R"( {"a": [null, true, false], "b": {"c": "d"}, "e": -2.5} )").value();
  ASSERT_NE(value.object(), nullptr);
  EXPECT_EQ(*value.find("a"), Value(Value::Array{nullptr, true, false}));
  EXPECT_EQ(*value.find("b")->find("c"), Value("d"));
  EXPECT_EQ(*value.find("e"), Value(-2.5));
  EXPECT_EQ(value.find("f"), nullptr);
}

TEST(Parse, KeepsTheOrderOfMembers) {
  const auto value = parse(R"({"z":1,"a":2,"m":3})").value();
  EXPECT_EQ((*value.object())[0].key, "z");
  EXPECT_EQ((*value.object())[1].key, "a");
  EXPECT_EQ((*value.object())[2].key, "m");
}

TEST(Parse, DecodesEscapesInStringsAndKeys) {
  EXPECT_EQ(*parse(R"("\u00e9\ud83d\ude00\n\"\\\/\u0000")").value().string(), "é😀\n\"\\/\0"s);
  EXPECT_NE(parse(R"({"\u0061":1})").value().find("a"), nullptr);
}

TEST(Parse, RefusesARepeatedKeyHoweverItIsSpelt) {
  EXPECT_EQ(problem_in(R"({"a":1,"b":2,"a":3})").what,
            R"(the key "a" stands twice in the object that ends here)");
  EXPECT_FALSE(parse(R"({"a":1,"\u0061":2})").has_value());
  EXPECT_TRUE(parse(R"({"a":1,"b":{"a":1}})").has_value());
}

TEST(Parse, AllowsTheStatedDepthAndNoMore) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(parse(nested(kDeepest)).has_value());
  EXPECT_EQ(problem_in(nested(kDeepest + 1)).what,
            "more than 64 arrays and objects within one another");
}

TEST(Parse, SurvivesAMillionOpenBrackets) {
  EXPECT_FALSE(parse(std::string(1'000'000, '[')).has_value());
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += R"({"a":)";
  EXPECT_FALSE(parse(objects).has_value());
}

TEST(Parse, SaysTheLineAndTheColumnInCharacters) {
  EXPECT_EQ(problem_in("[1,\n  2,\n  x]").where, "line 3, column 3");
  EXPECT_EQ(problem_in("[\"éé\", x]").where, "line 1, column 8");
  EXPECT_EQ(problem_in("[1}").where, "line 1, column 3");
}

TEST(Parse, CountsLinesFromTheOneItIsTold) {
  EXPECT_EQ(parse("[1,\nx]", 7).error().where, "line 8, column 1");
}

TEST(Parse, SaysWhatIsWrongWithoutQuotingTheInput) {
  EXPECT_EQ(problem_in("[1}").what, "not JSON: unexpected '}'; expected ']'");
  EXPECT_EQ(problem_in("\"\xff" + std::string(100'000, 'x')).what,
            "not JSON: invalid string: ill-formed UTF-8 byte");
}

TEST(Parse, RefusesWhatIsNotUtf8) {
  for (const std::string_view bytes :
       {"\"\xff\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf5\x80\x80\x80\"", "\"\xe2\x82\""}) {
    EXPECT_FALSE(parse(bytes).has_value());
  }
  EXPECT_FALSE(parse(R"("\ud800")").has_value());
}

TEST(Parse, SkipsAByteOrderMarkAtTheStart) {
  EXPECT_EQ(parse("\xEF\xBB\xBF[1]").value(), Value(Value::Array{1}));
  EXPECT_FALSE(parse("[\xEF\xBB\xBF 1]").has_value());
  EXPECT_FALSE(parse("\xEF\xBB[1]").has_value());
}

TEST(Parse, RefusesANulByteWhereverItStands) {
  EXPECT_EQ(problem_in("[1]\0[2]"sv).what, "a NUL byte after the JSON");
  EXPECT_EQ(problem_in("[1]\0"sv).what, "a NUL byte after the JSON");
  EXPECT_EQ(problem_in("1\0"sv).what, "a NUL byte after the JSON");
  EXPECT_EQ(problem_in("[1,\0"sv).what, "a NUL byte in JSON");
  EXPECT_FALSE(parse("\0"sv).has_value());
  EXPECT_FALSE(parse("\"\0\""sv).has_value());
}

TEST(Parse, RefusesWhatOnlySomeParsersAccept) {
  for (const std::string_view text : {"/*x*/1",
                                      "[1,]",
                                      "{\"a\":1,}",
                                      "'a'",
                                      "{a:1}",
                                      "[1] [2]",
                                      "1 2",
                                      "[1]x",
                                      "True",
                                      "\"\t\""}) {
    EXPECT_FALSE(parse(text).has_value()) << text;
  }
}

TEST(IsIncomplete, OfEveryBeginningOfAText) {
  const std::string text = R"( {"a": [1.5e+3, true, null, "é\u00e9\ud83d\ude00"], "b": {}} )";
  for (std::size_t length = 0; length < text.size() - 1; ++length) {
    EXPECT_TRUE(is_incomplete(text.substr(0, length))) << text.substr(0, length);
  }
  EXPECT_FALSE(is_incomplete(text));
}

TEST(IsIncomplete, IsFalseWhereMoreTextCannotHelp) {
  for (const std::string_view text :
       {"[1}", "[1 2", "trx", "[1]]", "01", "[1e400", "{\"a\":1,\"a\":2}", "\"\xff", "[1]x", "1"}) {
    EXPECT_FALSE(is_incomplete(text)) << text;
  }
  EXPECT_FALSE(is_incomplete("[1,\0"sv));
  EXPECT_FALSE(is_incomplete(std::string(kDeepest + 1, '[')));
}

TEST(Value, AnswersTheWrongQuestionWithNull) {
  const Value value(Value::Array{1});
  EXPECT_EQ(value.object(), nullptr);
  EXPECT_EQ(value.number(), nullptr);
  EXPECT_EQ(value.find("a"), nullptr);
  EXPECT_EQ(value.kind(), "an array");
}

}  // namespace
}  // namespace shardproof::wire
