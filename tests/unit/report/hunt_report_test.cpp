#include "shardproof/report/hunt_report.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden.hpp"
#include "shardproof/diagnosis/failing_trials.hpp"
#include "shardproof/report/regression_test.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::report {
namespace {

using subject::Language;
using ::testing::HasSubstr;

/// The report of a short hunt for one of our own, as if it were a stranger's: the same on every machine.
HuntReport report_on(const std::string& name, law::Expect expect = law::Expect::float64) {
  const auto subject = search::subject_named(name).value();
  HuntReport report;
  report.record =
      search::hunt(*subject, {.expect = expect, .trials = 300, .small_step = 64}).value();
  report.record.seconds = 0;
  if (conclusion(report.record) == search::HuntConclusion::broken) {
    auto failing = diagnosis::failing_trials(*subject, {.expect = law::Expect::float64});
    report.diagnosis = diagnosis::diagnose(*subject, failing);
  }
  report.speed_note = "1,234 trials in 56 requests";
  return report;
}

TEST(HuntReport, OfAWrongMergeShowsItsCounterexampleAndItsName) {
  auto report = report_on("average-of-variances");
  report.replay = "shardproof replay .shardproof/x.json --subject merge.py";
  report.corpus = ".shardproof";
  report.record.written = "x.json";
  golden::expect("hunt_broken.txt", hunt_text(report));
  golden::expect("hunt_broken.json", hunt_json(report));
}

TEST(HuntReport, OfARightMergeSaysWhatWasTried) {
  golden::expect("hunt_holds.txt", hunt_text(report_on("reference")));
}

TEST(HuntReport, OfAMergeThatCancelsSaysThatTheFormulaIsRight) {
  golden::expect("hunt_cancellation.txt", hunt_text(report_on("textbook-float64")));
}

TEST(HuntReport, SaysBesideTheVerdictWhetherTheLastBitsAreTheContracts) {
  EXPECT_THAT(hunt_text(report_on("fraction-rounded-first")),
              HasSubstr("  last bits      others than the contract's on "));
  EXPECT_THAT(hunt_text(report_on("reference")),
              HasSubstr("  last bits      the contract's, on every trial"));
}

TEST(HuntReport, OfAStateSaysWhichReadIsWrong) {
  EXPECT_THAT(hunt_text(report_on("between-term-dropped")), HasSubstr("at read 1 of 2"));
}

TEST(HuntReport, SaysThatASubjectFailedAndHow) {
  HuntReport report;
  report.record.subject.name = "merge.py";
  search::Finding finding;
  finding.verdict = law::SubjectFailed{"exited with status 3"};
  finding.subject_says = 0.5;
  report.record.subject.broken = finding;
  const auto text = hunt_text(report);
  EXPECT_THAT(text, HasSubstr("FAILED  merge.py: gave no answer"));
  EXPECT_THAT(text, HasSubstr("  subject says   exited with status 3\n"));
  EXPECT_THAT(text, HasSubstr("  asked again    it answered 0.5\n"));
}

TEST(HuntReport, ShowsBothAnswersOfASubjectThatGaveTwo) {
  HuntReport report;
  report.record.subject.name = "merge.py";
  report.record.nondeterminism = search::Nondeterminism{
      .trial = {}, .first = {{.variance = 1.0}}, .second = {{.variance = 2.0}}};
  const auto text = hunt_text(report);
  EXPECT_THAT(text, HasSubstr("NONDETERMINISTIC  merge.py: the same trial got two answers"));
  EXPECT_THAT(text, HasSubstr("  first          variance 1.0\n  then           variance 2.0\n"));
}

TEST(HuntReport, ComparesWithTheBaseline) {
  HuntReport report;
  report.record.subject.name = "merge.py";
  report.worsened = {{.rung = data::RungId::decimals, .before = 0.25, .now = 0.75}};
  const auto text = hunt_text(report);
  EXPECT_THAT(text, HasSubstr("WORSE  merge.py"));
  EXPECT_THAT(text, HasSubstr("decimals: error/bound 0.75, where the baseline has 0.25"));
  EXPECT_THAT(hunt_json(report), HasSubstr("\"conclusion\": \"worse\""));
}

TEST(HuntReport, KeepsANameFromDrawingOnTheTerminal) {
  HuntReport report;
  report.record.subject.name = "a\x1b[31mb\nc";
  EXPECT_THAT(hunt_text(report), ::testing::Not(HasSubstr("\x1b")));
  EXPECT_TRUE(wire::parse(hunt_json(report)));
}

// ── Regression tests to paste ────────────────────────────────────────────────────────────────────────────────────────

std::string test_for(const std::string& variant,
                     Language language,
                     const std::string& file,
                     const std::string& source,
                     law::Expect expect = law::Expect::contract) {
  const auto subject = search::subject_named(variant).value();
  const auto record =
      search::hunt(*subject, {.expect = expect, .trials = 200, .small_step = 1}).value();
  return regression_test(*search::finding_of(record),
                         subject->description().kind,
                         {.language = language, .file = file, .source = source, .expect = expect});
}

TEST(RegressionTest, InPythonAsksForTheContractsBits) {
  EXPECT_EQ(test_for("average-of-variances", Language::python, "mine.py", "def merge(w): ..."),
            "def test_variance_across_shards():\n"
            "    from mine import merge\n\n"
            "    # [0] | [1]\n"
            "    assert merge([[1, 0, 0], [1, 1, 1]]) == 0.25\n");
}

TEST(RegressionTest, CallsTheFunctionThatTheFileHas) {
  EXPECT_THAT(test_for("average-of-variances", Language::python, "s.py", "def solve(stats): ..."),
              HasSubstr("from s import solve"));
}

TEST(RegressionTest, AllowsTheBoundWhereNoMoreIsAsked) {
  // 4(n+1)·κ·u·variance + half a unit of the 12th decimal, κ·variance = √(variance · mean square) = √(1/4 · 1/2).
  EXPECT_THAT(test_for("average-of-variances",
                       Language::javascript,
                       "mine.mjs",
                       "export function merge(w) {}",
                       law::Expect::float64),
              HasSubstr("  assert.ok(Math.abs(merge([[1, 0, 0], [1, 1, 1]]) - 0.25) <= "
                        "5.00471027737606e-13);\n"));
}

TEST(RegressionTest, InCppIsAGoogleTest) {
  EXPECT_EQ(test_for("average-of-variances", Language::cplusplus, "mine.cpp", "double merge("),
            "TEST(VarianceAcrossShards, IsThatOfAllObservations) {\n"
            "  // [0] | [1]\n"
            "  const std::vector<std::array<double, 3>> workers = {{{1, 0, 0}}, {{1, 1, 1}}};\n"
            "  const std::optional<double> variance = merge(workers);\n"
            "  ASSERT_TRUE(variance);\n"
            "  EXPECT_EQ(*variance, 0.25);\n"
            "}\n");
}

TEST(RegressionTest, OfNoObservationsAsksForNone) {
  EXPECT_THAT(test_for("zero-instead-of-none", Language::python, "m.py", "def merge("),
              HasSubstr("is None\n"));
}

TEST(RegressionTest, OfAStateSpellsOutItsPlan) {
  EXPECT_THAT(test_for("larger-m2-kept", Language::python, "w.py", "class Welford:"),
              HasSubstr("    s[0].accumulate("));
}

TEST(RegressionTest, IsNotWrittenForLanguagesThatItDoesNotKnow) {
  EXPECT_EQ(test_for("average-of-variances", Language::other, "", ""), "");
}

}  // namespace
}  // namespace shardproof::report
