#include "shardproof/search/counterexample.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "shardproof/search/embedded.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::LawId;
using data::RungId;
using subject::Answer;

Counterexample example(Answer says = 0.0) {
  return {.subject = "average-of-variances",
          .trial = trial(R"([[0, {"value": 0.1, "times": 3}], [], {"stray": [1, 2]}])"),
          .rung = RungId::decimals,
          .law = LawId::empty_worker,
          .verdict = "broken",
          .oracle_says = "1/4",
          .subject_says = std::move(says)};
}

/// The problem with that text, or "accepted".
std::string problem_with(std::string_view text) {
  const auto read = counterexample_from(text);
  return read ? "accepted" : to_text(read.error());
}

void expect_problem(std::string_view text, std::string_view says) {
  EXPECT_NE(problem_with(text).find(says), std::string::npos)
      << text << "\n  " << problem_with(text) << "\n  should say " << says;
}

TEST(Counterexample, ReadsBackWhateverTheSubjectSaid) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const Answer& says : {Answer(subject::NoVariance{}),
                             Answer(0.25),
                             Answer(5e-324),
                             Answer(1.7976931348623157e308),
                             Answer(kInfinity),
                             Answer(-kInfinity),
                             Answer(subject::Failed{"out of \"memory\""})}) {
    const auto written = example(says);
    EXPECT_EQ(counterexample_from(to_json_text(written)).value(), written);
    EXPECT_EQ(counterexample_from(to_json_line(written)).value(), written);
  }
}

TEST(Counterexample, ReadsBackNaN) {
  const auto read = counterexample_from(to_json_text(example(std::nan("")))).value();
  EXPECT_TRUE(std::isnan(std::get<double>(read.subject_says)));
}

TEST(Counterexample, ReadsBackEveryLawAndRung) {
  auto written = example();
  for (const auto law : data::kLaws) {
    for (const auto rung : data::kRungs) {
      written.law = law;
      written.rung = rung;
      EXPECT_EQ(counterexample_from(to_json_text(written)).value(), written);
    }
  }
}

TEST(Counterexample, IsALineAMemberOrOneLine) {
  auto written = example();
  written.trial = trial("[[0], [1]]");
  EXPECT_EQ(to_json_text(written), R"({
  "shardproof": 1,
  "subject": "average-of-variances",
  "trial": {"parts": [[0], [1]]},
  "rung": "decimals",
  "law": "empty-worker",
  "verdict": "broken",
  "oracle says": "1/4",
  "subject says": 0.0
}
)");
  EXPECT_EQ(
      to_json_line(written),
      R"({"shardproof": 1, "subject": "average-of-variances", "trial": {"parts": [[0], [1]]}, )"
      R"("rung": "decimals", "law": "empty-worker", "verdict": "broken", )"
      R"("oracle says": "1/4", "subject says": 0.0})");
}

TEST(Counterexample, WrittenByHandNeedsSubjectAndTrialAlone) {
  const auto read =
      counterexample_from(R"({"subject": "mine", "trial": {"parts": [[0]]}})").value();
  EXPECT_EQ(read.subject, "mine");
  EXPECT_EQ(read.trial, trial("[[0]]"));
  EXPECT_EQ(read.law, LawId::oracle_agreement);
}

TEST(Counterexample, WithoutSubjectOrTrialIsRefused) {
  expect_problem(R"({"trial": {"parts": []}})", "\"subject\" is missing");
  expect_problem(R"({"subject": "mine"})", "\"trial\" is missing");
}

TEST(Counterexample, WithAMemberTooManyIsRefusedByItsName) {
  expect_problem(R"({"subject": "a", "trial": {"parts": []}, "seed": 1})",
                 "\"seed\" is not a member");
}

TEST(Counterexample, OfTheWrongShapeIsRefusedWithItsPlace) {
  expect_problem("[]", "not an object");
  expect_problem(R"({"subject": 7, "trial": {"parts": []}})", "\"subject\" is a");
  expect_problem(R"({"subject": "a", "trial": []})", "\"trial\"");
  expect_problem(R"({"subject": "a", "trial": {"parts": [[0], ["x"]]}})", "part 1");
  expect_problem(R"({"subject": "a", "trial": {"parts": [[0, {"value": 1, "times": 0}]]}})",
                 "\"trial\"");
  expect_problem(R"({"subject": "a", "trial": {"parts": []}, "rung": 3})", "\"rung\"");
  expect_problem(R"({"subject": "a", "trial": {"parts": []}, "rung": "tall"})", "\"tall\"");
  expect_problem(R"({"subject": "a", "trial": {"parts": []}, "law": "gravity"})", "\"gravity\"");
  expect_problem(R"({"subject": "a", "trial": {"parts": []}, "subject says": [1]})",
                 "\"subject says\"");
  expect_problem(R"({"subject": "a", "trial": {"parts": []}, "subject says": "much"})",
                 "\"subject says\"");
  expect_problem(R"({"subject": "a", "trial": {"parts": []}, "subject says": 9007199254740993})",
                 "\"subject says\"");
  expect_problem(R"({"subject": "a", "trial": {"parts": []}, "verdict": null})", "\"verdict\"");
}

TEST(Counterexample, OfAnotherVersionIsRefused) {
  expect_problem(R"({"shardproof": 2, "subject": "a", "trial": {"parts": []}})",
                 "\"shardproof\" is not 1");
}

TEST(Counterexample, ThatIsNotJsonIsRefusedWithLineAndColumn) {
  expect_problem("{\"subject\": \"a\",\n \"trial\" 1}", "line 2");
  expect_problem("", "");
  EXPECT_NE(problem_with(""), "accepted");
}

TEST(Counterexample, OfAFindingIsItsShrunkTrialUnderItsNarrowestLaw) {
  Finding finding;
  finding.verdict = law::Broken{};
  finding.rung = RungId::small;
  finding.found = trial("[[5], [6]]");
  finding.shrunk = trial("[[0], [1]]");
  finding.laws = {LawId::oracle_agreement, LawId::partition_invariance};
  finding.oracle_exactly = "1/4";
  finding.subject_says = 0.0;
  auto expected = example();
  expected.trial = finding.shrunk;
  expected.rung = RungId::small;
  expected.law = LawId::oracle_agreement;
  EXPECT_EQ(counterexample_of("average-of-variances", finding), expected);

  finding.oracle_exactly = "";
  EXPECT_EQ(counterexample_of("average-of-variances", finding).oracle_says, "none");
}

TEST(Witnesses, AreWrittenAsTheyWouldBeRecorded) {
  for (const auto& file : embedded_files_in("counterexamples/")) {
    EXPECT_EQ(to_json_text(counterexample_from(file.text).value()), file.text) << file.name;
  }
}

}  // namespace
}  // namespace shardproof::search
