#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

Value example() {
  return Value::Object{{.key = "seq", .value = 2},
                       {.key = "answers", .value = Value::Array{1.0, nullptr, true, "é"}}};
}

TEST(Dump, CompactHasNoSpaces) {
  EXPECT_EQ(dump(example()), R"({"seq":2,"answers":[1.0,null,true,"é"]})");
}

TEST(Dump, SpacedIsWhatPythonPrints) {
  // Python: json.dumps({"seq": 2, "answers": [1.0, None, True, "é"]}, ensure_ascii=False)
  EXPECT_EQ(dump(example(), Layout::spaced), R"({"seq": 2, "answers": [1.0, null, true, "é"]})");
}

TEST(Dump, IntegersOfAnySizeAreTheirDigits) {
  const std::string digits = "-" + std::string(500, '7');
  EXPECT_EQ(dump(exact::Integer(digits)), digits);
  EXPECT_EQ(dump(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(dump(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

TEST(Dump, DoublesAreTheShortestTextThatReadsBack) {
  EXPECT_EQ(dump(0.1), "0.1");
  EXPECT_EQ(dump(1.0), "1.0");
  EXPECT_EQ(dump(1e16), "1e+16");
  EXPECT_EQ(dump(5e-324), "5e-324");
}

TEST(Dump, NonFiniteDoublesAreStrings) {
  EXPECT_EQ(dump(std::numeric_limits<double>::quiet_NaN()), R"("NaN")");
  EXPECT_EQ(dump(std::numeric_limits<double>::infinity()), R"("Infinity")");
  EXPECT_EQ(dump(-std::numeric_limits<double>::infinity()), R"("-Infinity")");
}

TEST(Dump, EscapesWhatMustBeEscapedAndNothingElse) {
  // Python: json.dumps('"\\/\b\f\n\r\t\x00\x1f\x7fé', ensure_ascii=False)
  EXPECT_EQ(dump(std::string("\"\\/\b\f\n\r\t\0\x1f\x7f"
                             "é",
                             13)),
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7f"
            "é\"");
}

TEST(Dump, PrettyKeepsShortThingsOnOneLine) {
  EXPECT_EQ(dump(example(), Layout::pretty), dump(example(), Layout::spaced));
}

TEST(Dump, PrettyGivesEveryEntryOfALongOneALine) {
  const std::string x(60, 'x');
  const Value value = Value::Object{{.key = "a", .value = Value::Array{x, x}},
                                    {.key = "b", .value = Value::Array{}}};
  EXPECT_EQ(dump(value, Layout::pretty),
            "{\n  \"a\": [\n    \"" + x + "\",\n    \"" + x + "\"\n  ],\n  \"b\": []\n}");
}

TEST(Dump, AppendsToWhatIsThere) {
  std::string out = "x";
  append(out, Value::Array{});
  EXPECT_EQ(out, "x[]");
}

}  // namespace
}  // namespace shardproof::wire
