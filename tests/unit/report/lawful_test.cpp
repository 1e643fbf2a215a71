/// What a test suite is told of a merge or a state.
#include "shardproof/report/lawful.hpp"

#include <algorithm>
#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/merge.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/state.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::report {
namespace {

using data::RungId;
using subject::Kind;
using subject::Numbers;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Chan's state whose merge forgets what lies between the two.
struct Forgetful : aggregate::ChanState {
  void merge(const Forgetful& other) {
    const double within = m2 + other.m2;
    ChanState::merge(other);
    m2 = within;
  }
};

Lawfulness of_row(std::string_view id, const Spelling& spelling = {.name = "my_merge"}) {
  return lawfulness(*subject::subject_of(*subject::variant_named(id)), {}, spelling);
}

TEST(Lawfulness, OfARightMergeHolds) {
  const auto judged = lawfulness(*subject::reference(), {.expect = law::Expect::contract});
  EXPECT_TRUE(judged.holds);
  EXPECT_THAT(judged.report, StartsWith("HOLDS  reference: "));
}

TEST(Lawfulness, OfARightStateHolds) {
  const auto judged = lawfulness(*subject::state_subject<aggregate::ChanState>("ChanState"));
  EXPECT_TRUE(judged.holds) << judged.report;
}

TEST(Lawfulness, OfAWrongMergeSaysHowAndNamesTheMistake) {
  const auto judged = of_row("average-of-variances");
  EXPECT_FALSE(judged.holds);
  EXPECT_THAT(judged.report, StartsWith("BROKEN  average-of-variances: "));
  EXPECT_THAT(judged.report, HasSubstr("parts          [0] | [1]\n"));
  EXPECT_THAT(judged.report, HasSubstr("the smallest there is"));
  EXPECT_THAT(judged.report, HasSubstr("named          average-of-variances\n"));
}

TEST(Lawfulness, OfAWrongStateSaysHowAndNamesTheMistake) {
  const auto judged =
      lawfulness(*subject::state_subject<Forgetful>("Forgetful"), {}, {.name = "Forgetful"});
  EXPECT_FALSE(judged.holds);
  EXPECT_THAT(judged.report, HasSubstr("[0] | [1]"));
  EXPECT_THAT(judged.report, HasSubstr("between-term-dropped"));
  EXPECT_THAT(judged.report,
              HasSubstr("  std::vector<Forgetful> s(2);\n"
                        "  s[0].accumulate(0);\n"
                        "  s[1].accumulate(1);\n"
                        "  s[0].merge(s[1]);\n"));
}

TEST(Lawfulness, EndsWithATestThatCallsTheMergeWithAnArrayForEachWorker) {
  EXPECT_THAT(of_row("average-of-variances").report,
              HasSubstr("  const std::vector<std::array<double, 3>> workers = "
                        "{{{1, 0, 0}}, {{1, 1, 1}}};\n"
                        "  const std::optional<double> variance = my_merge(workers);\n"
                        "  ASSERT_TRUE(variance);\n"
                        "  EXPECT_NEAR(*variance, 0.25, "));
}

TEST(Lawfulness, EndsWithATestThatCallsTheMergeWithAStructForEachWorker) {
  EXPECT_THAT(of_row("average-of-variances",
                     {.name = "f", .worker = "shardproof::aggregate::IntegerTriple"})
                  .report,
              HasSubstr("  const std::vector<shardproof::aggregate::IntegerTriple> workers = "
                        "{{1, 0, 0}, {1, 1, 1}};\n"
                        "  const std::optional<double> variance = f(workers);\n"));
}

TEST(Lawfulness, WritesIntegersBeyond64BitsAsDoubles) {
  const auto overflowing = subject::merge_subject(
      "overflowing", Numbers::float64, [](std::span<const aggregate::Summary> workers) {
        const auto is_large = [](const auto& worker) {
          return exact::Dyadic(INT64_MAX) < worker.sum;
        };
        const auto variance = aggregate::variance(workers).value();
        if (!variance) return subject::Answer(subject::NoVariance{});
        return subject::Answer(std::ranges::any_of(workers, is_large) ? -1.0 : *variance);
      });
  const auto judged =
      lawfulness(*overflowing, {}, {.name = "f", .worker = "shardproof::aggregate::DoubleTriple"});
  EXPECT_FALSE(judged.holds);
  EXPECT_THAT(
      judged.report,
      HasSubstr(
          " workers = {{1, 18446744073709551616.0, 340282366920938463463374607431768211456.0}};"));
}

TEST(Lawfulness, LeavesOutATestWhoseNumbersCannotBeWrittenInCpp) {
  // Right for integers only. A Summary has no literal for the others.
  const auto truncating = subject::merge_subject(
      "truncating", Numbers::any, [](std::span<const aggregate::Summary> workers) {
        const auto is_whole = [](const auto& worker) { return worker.sum.is_integer(); };
        const auto variance = aggregate::variance(workers).value();
        if (!variance) return subject::Answer(subject::NoVariance{});
        return subject::Answer(std::ranges::all_of(workers, is_whole) ? *variance : *variance + 1);
      });
  const auto judged =
      lawfulness(*truncating, {}, {.name = "f", .worker = "shardproof::aggregate::Summary"});
  EXPECT_FALSE(judged.holds);
  EXPECT_THAT(judged.report, HasSubstr("the counterexample"));
  EXPECT_THAT(judged.report, Not(HasSubstr("a regression test")));
}

TEST(Lawfulness, AsksForThePrecisionThatIsAskedFor) {
  // Another last bit now and then, and nothing worse.
  const auto rounded_first = subject::subject_of(*subject::variant_named("fraction-rounded-first"));
  EXPECT_TRUE(lawfulness(*rounded_first).holds);
  EXPECT_FALSE(lawfulness(*rounded_first, {.expect = law::Expect::contract}).holds);
}

TEST(Lawfulness, OfTooFewTrialsIsNone) {
  const auto judged = lawfulness(*subject::reference(), {.trials = 1});
  EXPECT_FALSE(judged.holds);
  EXPECT_THAT(judged.report, StartsWith("VACUOUS"));
}

TEST(Lawfulness, ClimbsOnlyTheRungsThatAreAskedFor) {
  const auto judged = lawfulness(*subject::reference(), {.rungs = {RungId::offset}});
  EXPECT_TRUE(judged.holds);
  EXPECT_THAT(judged.report, Not(HasSubstr("\n  small")));
  EXPECT_THAT(judged.report, HasSubstr("\n  offset"));
}

TEST(Lawfulness, KnowsOnWhichRungsNothingIsAsked) {
  EXPECT_TRUE(is_asked({Kind::merge, Numbers::int64}, RungId::small));
  EXPECT_FALSE(is_asked({Kind::merge, Numbers::int64}, RungId::decimals));
  EXPECT_FALSE(is_asked({Kind::merge, Numbers::float64}, RungId::nonfinite));
  EXPECT_TRUE(is_asked({Kind::aggregate, Numbers::float64}, RungId::nonfinite));
}

}  // namespace
}  // namespace shardproof::report
