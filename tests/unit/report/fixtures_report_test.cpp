#include "shardproof/report/fixtures_report.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardproof::report {
namespace {

using testing::HasSubstr;

search::SeedTables tables_at(const exact::Integer& scale) {
  return search::seed_tables(scale).value();
}

// By Python 3.11's json.dumps for programs of the case's shape.
TEST(FixturesJson, IsALineForEachProgramAsPythonPrintsIt) {
  EXPECT_EQ(
      fixtures_json(tables_at(1)),
      R"({"observations": [{"check": "between-worker spread", "actual": 0.0, "expected": 1, "passed": false}, )"
      R"({"check": "unequal workers with within variance", "actual": 0.5, "expected": 4.222222222222, "passed": false}, )"
      R"({"check": "one constant worker", "actual": 0.0, "expected": 0, "passed": true}, )"
      R"({"check": "empty", "actual": null, "expected": null, "passed": true}, )"
      R"({"check": "zero observations", "actual": null, "expected": null, "passed": true}, )"
      R"({"check": "zero worker excluded", "actual": 0.0, "expected": 0, "passed": true}], "passed": false})"
      "\n"
      R"({"observations": [{"check": "between-worker spread", "actual": 0.0, "expected": 1, "passed": false}, )"
      R"({"check": "unequal workers with within variance", "actual": 0.6666666666666666, "expected": 4.222222222222, "passed": false}, )"
      R"({"check": "one constant worker", "actual": 0.0, "expected": 0, "passed": true}, )"
      R"({"check": "empty", "actual": null, "expected": null, "passed": true}, )"
      R"({"check": "zero observations", "actual": null, "expected": null, "passed": true}, )"
      R"({"check": "zero worker excluded", "actual": 0.0, "expected": 0, "passed": true}], "passed": false})"
      "\n"
      R"({"observations": [{"check": "between-worker spread", "actual": 1.0, "expected": 1, "passed": true}, )"
      R"({"check": "unequal workers with within variance", "actual": 4.222222222222, "expected": 4.222222222222, "passed": true}, )"
      R"({"check": "one constant worker", "actual": 0.0, "expected": 0, "passed": true}, )"
      R"({"check": "empty", "actual": null, "expected": null, "passed": true}, )"
      R"({"check": "zero observations", "actual": null, "expected": null, "passed": true}, )"
      R"({"check": "zero worker excluded", "actual": 0.0, "expected": 0, "passed": true}], "passed": true})"
      "\n");
}

TEST(FixturesJson, KeepsAWholeFloatAFloat) {
  EXPECT_THAT(fixtures_json(tables_at(3)), HasSubstr(R"("actual": 38.0, "expected": 38.0)"));
}

TEST(FixturesText, IsATableForEachProgram) {
  const auto text = fixtures_text(tables_at(1));
  EXPECT_THAT(text, HasSubstr(R"(
1 / the failure: the mean of the workers' variances, over the workers that have observations
  outcome  Failed, 4 of 6 fixtures pass
  sha-256  0624690b97f6c823a0f7ca71106e9651425762979aef416e3e29c937eb0d30bd

  Boundary fixture                     | Actual | Expected       | Outcome
  -------------------------------------|--------|----------------|--------
  between-worker spread                | 0.0    | 1              | Failed
  unequal workers with within variance | 0.5    | 4.222222222222 | Failed
  one constant worker                  | 0.0    | 0              | Passed
  empty                                | None   | None           | Passed
  zero observations                    | None   | None           | Passed
  zero worker excluded                 | 0.0    | 0              | Passed

2 / the unsuccessful fix: )"));
  EXPECT_THAT(text, HasSubstr("sha-256  a0c3e7827307832b5e5638f3744ac0f1734f5483c73ce6b205e7bb4b"));
  EXPECT_THAT(text, HasSubstr(R"(
  outcome  Passed, 6 of 6 fixtures pass
  source   shardproof's own merge)"));
}

TEST(FixturesText, StartsWithTheCaseAndItsScale) {
  EXPECT_EQ(fixtures_text(tables_at(1))
                .find("FA-99321 case 01: Worker variances omit "
                      "between-worker spread\nscale N = 1\n\n1 / "),
            0U);
}

TEST(FixturesText, SaysThatADigestIsOfTheTextAtScaleOne) {
  EXPECT_THAT(fixtures_text(tables_at(7)), HasSubstr("eb0d30bd (the text with N = 1)\n"));
}

TEST(FixturesText, FitsATerminal) {
  std::size_t start = 0;
  const auto text = fixtures_text(tables_at(search::largest_seed_scale() / 3));
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    const auto line = text.substr(start, end - start);
    if (!line.starts_with("scale N = ")) {
      EXPECT_LE(line.size(), 100U) << line;
    }
    start = end + 1;
  }
}

TEST(FixturesReports, ShowARepairThatFails) {
  auto tables = tables_at(1);
  tables.repair.passed = false;
  tables.repair.checks[0].passed = false;
  EXPECT_THAT(fixtures_text(tables), HasSubstr("outcome  Failed, 5 of 6 fixtures pass\n  source"));
  EXPECT_THAT(fixtures_json(tables),
              HasSubstr(R"("actual": 1.0, "expected": 1, "passed": false})"));
}

}  // namespace
}  // namespace shardproof::report
