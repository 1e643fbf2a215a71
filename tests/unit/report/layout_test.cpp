#include "shardproof/report/layout.hpp"

#include <gtest/gtest.h>

namespace shardproof::report {
namespace {

TEST(Columns, AreCodePoints) {
  EXPECT_EQ(columns("n − 1"), 5U);
}

TEST(Cut, SaysThatSomethingIsMissing) {
  EXPECT_EQ(cut("[0, 1] | [2]", 12), "[0, 1] | [2]");
  EXPECT_EQ(cut("[0, 1] | [2]", 11), "[0, 1] | […");
  EXPECT_EQ(cut("n − 1 − 2", 5), "n − …");
}

TEST(Cut, MakesControlCharactersSpaces) {
  EXPECT_EQ(cut("a\x1b[31m\nb", 20), "a [31m b");
}

TEST(Wrapped, BreaksBetweenWordsAndIndentsWhatFollows) {
  EXPECT_EQ(wrapped("one two three", 2, 9), "one two\n  three");
}

TEST(Wrapped, KeepsLongWordsWhole) {
  EXPECT_EQ(wrapped("a https://long.example b", 0, 8), "a\nhttps://long.example\nb");
}

TEST(Grouped, SeparatesThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(18446744073709551615U), "18,446,744,073,709,551,615");
}

TEST(Counted, KnowsTheSingular) {
  EXPECT_EQ(counted(1, "trial"), "1 trial");
  EXPECT_EQ(counted(0, "trial"), "0 trials");
}

TEST(ShellQuoted, IsOneWordWhateverIsInIt) {
  EXPECT_EQ(shell_quoted("it's \"$HOME\" `x` \\"), "'it'\\''s \"$HOME\" `x` \\'");
}

TEST(Table, AlignsNumbersToTheRightAndCutsTheLastCell) {
  EXPECT_EQ(table({{.heading = "a"}, {.heading = "n", .is_number = true}, {.heading = "rest"}},
                  {{"x", "1", std::string(200, 'y')}, {"long", "23"}}),
            "  a      n  rest\n  x      1  " + std::string(87, 'y') + "…\n  long  23\n");
}

}  // namespace
}  // namespace shardproof::report
