#include "shardproof/report/diagnosis_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "records.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::report {
namespace {

using diagnosis::Closeness;
using diagnosis::Decomposed;
using diagnosis::Diagnosis;
using diagnosis::LikeReference;
using diagnosis::Named;
using diagnosis::Unknown;
using testing::HasSubstr;
using testing::Not;

Diagnosis diagnosis_of(diagnosis::Cause cause) {
  return {.cause = std::move(cause),
          .closeness = Closeness::same,
          .failing = 12,
          .compared = 2412,
          .specimens = {{.trial = records::trial_of_parts({{0}, {1}}),
                         .variance = exact::Rational(1, 4),
                         .says = 0.0}}};
}

std::string text_of(diagnosis::Cause cause) {
  return diagnosis_section(diagnosis_of(std::move(cause)), {});
}

const subject::Variant* row(std::string_view id) {
  return subject::variant_named(id);
}

TEST(DiagnosisReport, NamesARowWithMechanismAndRepair) {
  const auto text = text_of(Named{.rows = {row("average-of-variances")}, .one_function = true});
  EXPECT_THAT(text, HasSubstr("named          average-of-variances\n"));
  EXPECT_THAT(text, HasSubstr("the spread between their means is lost"));
  EXPECT_THAT(text, HasSubstr("repair         add the triples first"));
  EXPECT_THAT(text, HasSubstr("to 12 digits, on 12 failing trials and 2,412 others"));
}

TEST(DiagnosisReport, SaysWhichOfSeveralCannotBeToldApart) {
  const std::vector rows = {row("average-of-variances"), row("sum-of-variances")};
  EXPECT_THAT(text_of(Named{.rows = rows, .one_function = true}), HasSubstr("one function"));
  const auto ambiguous = text_of(Named{.rows = rows, .one_function = false});
  EXPECT_THAT(ambiguous, Not(HasSubstr("one function")));
  EXPECT_THAT(ambiguous, HasSubstr("does not tell them apart"));
}

TEST(DiagnosisReport, NamesNoMechanismWhereTheAnswersAreRight) {
  const auto text = text_of(LikeReference{});
  EXPECT_THAT(text, HasSubstr("not reproduced answers like a merge that is right"));
  EXPECT_THAT(text, Not(HasSubstr("mechanism")));
  EXPECT_THAT(text_of(LikeReference{.cancellation = true}), HasSubstr("digits are lost"));
}

TEST(DiagnosisReport, SaysWhichTermIsMissingAndByHowMuch) {
  const diagnosis::Explanation certain{
      .expressions = {diagnosis::expressions_of_everyone().front()},
      .trials = 241,
      .is_certain = true};
  const auto text = text_of(Decomposed{certain});
  EXPECT_THAT(text,
              HasSubstr("it computes    the spread within the workers alone (short by exactly"));
  EXPECT_THAT(text, HasSubstr("241 wrong answers"));
  EXPECT_THAT(text, HasSubstr("[0] | [1]: says 0.0, the variance is 1/4, short by 1/4"));
}

TEST(DiagnosisReport, ListsExpressionsThatAreNotToldApart) {
  const auto all = diagnosis::expressions_of_everyone();
  const diagnosis::Explanation two{
      .expressions = {all[0], all[1]}, .trials = 1, .is_certain = false};
  const auto text = text_of(Decomposed{two});
  EXPECT_THAT(text, HasSubstr("  or             the spread between"));
  EXPECT_THAT(text, HasSubstr("does not tell them apart"));
}

TEST(DiagnosisReport, SaysSoWhereNothingKnownExplainsIt) {
  EXPECT_THAT(text_of(Unknown{}), HasSubstr("no known mechanism explains it"));
}

}  // namespace
}  // namespace shardproof::report
