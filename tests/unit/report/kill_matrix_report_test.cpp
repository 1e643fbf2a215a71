#include "shardproof/report/kill_matrix_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::report {
namespace {

using data::LawId;
using testing::HasSubstr;

/// average-of-variances breaks two of three laws, and one is not a merge's.
diagnosis::KillMatrix by_hand() {
  return {.options = {.seed = 1, .trials = 1000, .jobs = 1},
          .laws = {LawId::retraction, LawId::oracle_agreement, LawId::worker_order, LawId::shift},
          .rows = {{.row = subject::variant_named("average-of-variances"),
                    .trials = 1000,
                    .broken = {std::nullopt, 724, 0, 4}},
                   {.row = subject::variant_named("one-fraction"),
                    .trials = 1000,
                    .broken = {std::nullopt, 0, 0, 0}}}};
}

TEST(KillMatrixReport, NamesTheLawsThatSeeAMechanism) {
  const auto text = kill_matrix_text(by_hand());
  EXPECT_THAT(text, HasSubstr("1,000 random trials"));
  EXPECT_THAT(text, HasSubstr("average-of-variances         oracle-agreement 72 %, shift 0.4 %"));
  EXPECT_THAT(text, HasSubstr("one-fraction                 none"));
}

TEST(KillMatrixReport, InMarkdownHasTheLawsOfTheKindAcross) {
  const auto text = kill_matrix_markdown(by_hand());
  EXPECT_THAT(text, HasSubstr("| variant | oracle-agreement | worker-order | shift |"));
  EXPECT_THAT(text, HasSubstr("| `average-of-variances` | 72 % | · | 0.4 % |"));
}

TEST(KillMatrixReport, InJsonHasTheNumberOfTrials) {
  const auto text = kill_matrix_json(by_hand());
  EXPECT_THAT(text, HasSubstr("\"oracle-agreement\": 724"));
  EXPECT_THAT(text, HasSubstr("\"worker-order\": 0"));
  EXPECT_THAT(text, testing::Not(HasSubstr("retraction")));
}

}  // namespace
}  // namespace shardproof::report
