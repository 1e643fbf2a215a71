#include "shardproof/wire/summaries.hpp"

#include <string>

#include <gtest/gtest.h>

#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

std::string refusal_of(const std::string& question) {
  const auto summaries = summaries_from(parse(question).value());
  return summaries.has_value() ? "accepted" : to_text(summaries.error());
}

TEST(Summaries, AreReadInWorkerOrder) {
  const auto summaries = summaries_from(parse("[[1,0,0],[2,7,29.5]]").value()).value();
  ASSERT_EQ(summaries.size(), 2U);
  EXPECT_EQ(summaries[0], (aggregate::Summary{.count = 1, .sum = 0, .sumsq = 0}));
  EXPECT_EQ(summaries[1],
            (aggregate::Summary{.count = 2, .sum = 7, .sumsq = exact::Dyadic(59, -1)}));
}

TEST(Summaries, OfNoWorkersAreNone) {
  EXPECT_TRUE(summaries_from(parse("[]").value()).value().empty());
}

TEST(Summaries, ReadBackWhatWasWritten) {
  const auto tenth = exact::Dyadic::from_double(0.1).value();
  const aggregate::Summary summary{
      .count = exact::Integer(1) << 70, .sum = tenth, .sumsq = tenth * tenth};
  EXPECT_EQ(summary_from(parse(dump(to_json(summary))).value()).value(), summary);
}

TEST(Summaries, ACountMayBeWrittenAsADouble) {
  EXPECT_EQ(summaries_from(parse("[[2.0,2,2],[2e1,0,0]]").value()).value()[1].count, 20);
}

TEST(Summaries, ANegativeOrFractionalCountIsRefusedWithTheWorkerAndTheRule) {
  EXPECT_EQ(refusal_of("[[1,0,0],[-1,0,0]]"), "worker 1: count -1 is negative");
  EXPECT_EQ(refusal_of("[[2.5,0,0]]"), "worker 0: count 2.5 is not a whole number");
}

TEST(Summaries, ASumThatIsNoNumberIsRefusedByName) {
  EXPECT_EQ(refusal_of(R"([[1,"NaN",0]])"), "worker 0: sum: NaN is not finite");
  EXPECT_EQ(refusal_of(R"([[1,0,"-Infinity"]])"), "worker 0: sumsq: -Infinity is not finite");
  EXPECT_EQ(refusal_of("[[null,0,0]]"), "worker 0: count: null where a number belongs");
  EXPECT_EQ(refusal_of(R"([[1,"1/3",0]])"),
            R"(worker 0: sum: the denominator of "1/3" is not a power of two)");
}

TEST(Summaries, AnotherShapeIsRefusedWithWhatItIs) {
  EXPECT_EQ(refusal_of("{}"),
            "a question is an array of workers, [[count, sum, sumsq], …]; this is an object");
  EXPECT_EQ(refusal_of("[3,1,2]"),
            "worker 0: a worker is an array [count, sum, sumsq]; this is a number");
  EXPECT_EQ(refusal_of("[[1,0,0],[1,0]]"),
            "worker 1: a worker is an array [count, sum, sumsq]; this is an array of 2");
  EXPECT_EQ(refusal_of("[[1,0,0,0]]"),
            "worker 0: a worker is an array [count, sum, sumsq]; this is an array of 4");
}

}  // namespace
}  // namespace shardproof::wire
