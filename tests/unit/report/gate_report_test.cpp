#include "shardproof/report/gate_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "records.hpp"
#include "shardproof/search/counterexample.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(GateText, OfAFailedReferenceSaysSoFirst) {
  EXPECT_THAT(gate_text(records::of_a_reference_that_failed()), StartsWith("REFERENCE FAILED  "));
}

TEST(GateText, FitsATerminalButForLinesToPaste) {
  const auto text = gate_text(records::of_every_kind());
  for (std::size_t start = 0, end = 0; start < text.size(); start = end + 1) {
    end = text.find('\n', start);
    const auto line = text.substr(start, end - start);
    const bool is_to_be_pasted = line.find("| shardproof replay -") != std::string::npos;
    EXPECT_TRUE(is_to_be_pasted || columns(line) <= kWidth) << line;
  }
}

TEST(GateText, HasColoursOnlyIfAskedFor) {
  const auto record = records::of_every_kind();
  EXPECT_THAT(gate_text(record), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(gate_text(record, {.colour = true}), HasSubstr("\x1b["));
}

TEST(GateText, ShowsAFailureOfASubjectThatGaveNoAnswer) {
  auto record = records::of_a_reference_that_failed();
  record.subjects[0].broken->verdict = law::SubjectFailed{.detail = "it\nthrew"};
  record.subjects[0].broken->subject_says = subject::Failed{.detail = "it\nthrew"};
  EXPECT_THAT(gate_text(record), HasSubstr("subject says   failed: it threw\n"));
}

TEST(GateReports, OfOneRecordAreTheSameBytes) {
  const auto record = records::of_every_kind();
  EXPECT_EQ(gate_text(record), gate_text(record));
  EXPECT_EQ(gate_json(record), gate_json(record));
}

TEST(GateJson, DependsOnTheSecondsInOneLineOnly) {
  auto record = records::of_every_kind();
  const auto before = gate_json(record);
  record.seconds = 1;
  auto after = gate_json(record);
  after.replace(after.find("\"seconds\": 1.0"), 14, "\"seconds\": 12.5");
  EXPECT_EQ(after, before);
}

TEST(GateJson, IsJsonAndNamesItsSchema) {
  const auto value = wire::parse(gate_json(records::of_every_kind()));
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(*value->find("schema"), wire::Value(1));
  EXPECT_EQ(*value->find("conclusion"), wire::Value("broken"));
  EXPECT_EQ(value->find("subjects")->array()->size(), 10U);
}

}  // namespace
}  // namespace shardproof::report
