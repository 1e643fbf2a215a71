/// The reported cases, fixtures/reported/: each still says what it says, and the rows that stand for it fail on it.
#include "shardproof/search/reported.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardproof::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A case with the member `key` set to `value`, or without it if `value` is empty.
std::string text_with(std::string_view key, std::string_view value) {
  std::string text;
  const std::pair<std::string_view, std::string_view> members[] = {
      {"id", R"("A01")"},
      {"url", R"("https://example.org")"},
      {"interface", R"("merge")"},
      {"trial", R"({"parts": [[0], [2]]})"},
      {"right", R"("1")"},
      {"wrong", "0.0"},
      {"rows", R"(["average-of-variances"])"},
  };
  bool is_known = false;
  const auto add = [&](std::string_view name, std::string_view json) {
    text += (text.empty() ? "{\"" : ", \"") + std::string(name) + "\": " + std::string(json);
  };
  for (const auto& [name, json] : members) {
    is_known = is_known || name == key;
    if (name != key) {
      add(name, json);
    } else if (!value.empty()) {
      add(name, value);
    }
  }
  if (!is_known && !value.empty()) add(key, value);
  return text + "}";
}

Reported case_with(std::string_view key, std::string_view value) {
  return reported_from(text_with(key, value)).value();
}

std::string problem_with(std::string_view key, std::string_view value) {
  const auto reported = reported_from(text_with(key, value));
  return reported ? "none" : reported.error().what;
}

TEST(ReportedCases, SayWhatTheOracleTheReferenceAndTheirRowsSay) {
  for (const auto& reported : reported_cases().value())
    EXPECT_THAT(contradictions(reported), IsEmpty()) << reported.id;
}

TEST(ReportedCases, AreTheFilesOfTheFolder) {
  std::set<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(SHARDPROOF_SOURCE_DIR "/fixtures/reported")) {
    if (entry.path().extension() == ".json") files.insert(entry.path().stem());
  }
  std::set<std::string> ids;
  for (const auto& reported : reported_cases().value()) ids.insert(reported.id);
  EXPECT_EQ(ids, files);
  EXPECT_FALSE(ids.empty());
}

TEST(ReportedCases, AreAsManyInEachGroupAsTheReadmeSays) {
  std::map<char, int> counted;
  for (const auto& reported : reported_cases().value()) ++counted[reported.id.front()];
  std::ifstream readme(SHARDPROOF_SOURCE_DIR "/fixtures/reported/README.md");
  std::set<std::string> rows;
  for (std::string line; std::getline(readme, line);) rows.insert(line);
  for (const auto& [group, count] : counted) {
    const auto row = std::ranges::find_if(rows, [&](const std::string& line) {
      return line.starts_with("| " + std::string(1, group) + " |");
    });
    ASSERT_NE(row, rows.end()) << group;
    EXPECT_TRUE(row->ends_with("| " + std::to_string(count) + " |")) << *row << ": " << count;
  }
}

TEST(ReportedCases, GiveTheirSource) {
  for (const auto& reported : reported_cases().value())
    EXPECT_TRUE(reported.url.starts_with("https://")) << reported.id;
}

TEST(AReportedCase, ThatIsRightHasNoContradictions) {
  EXPECT_THAT(contradictions(case_with("", "")), IsEmpty());
}

TEST(AReportedCase, WithAWrongRightValueContradictsTheOracle) {
  EXPECT_THAT(contradictions(case_with("right", R"("2")")),
              ElementsAre("right is 2, the oracle says 1"));
  EXPECT_THAT(contradictions(case_with("right", "null")),
              ElementsAre("right is none, the oracle says 1"));
}

TEST(AReportedCase, OfWhichARowIsRightIsContradicted) {
  EXPECT_THAT(contradictions(case_with("rows", R"(["average-of-variances", "variance-of-means"])")),
              ElementsAre("variance-of-means does not fail: it holds with 1.0"));
}

TEST(AReportedCase, WithARowThatIsNotThereIsContradicted) {
  EXPECT_THAT(contradictions(case_with("rows", R"(["average-of-variances", "no-such-row"])")),
              ElementsAre("there is no row \"no-such-row\""));
}

TEST(AReportedCase, ThatItsRowCannotBeAskedIsContradicted) {
  // 2^53 + 1 is no double, and textbook-float64 is asked of doubles only.
  auto reported = case_with("trial", R"({"parts": [[9007199254740993]]})");
  reported.right = "0";
  reported.wrong.reset();
  reported.rows = {"textbook-float64"};
  EXPECT_THAT(contradictions(reported),
              ElementsAre("textbook-float64 is not asked: no float64 holds the question"));
}

TEST(AReportedCase, WhoseWrongNumberNoRowSaysIsContradicted) {
  EXPECT_THAT(contradictions(case_with("wrong", "0.5")),
              ElementsAre("no row says 0.5, which the fault gives"));
  EXPECT_THAT(contradictions(case_with("wrong", "null")), SizeIs(1));
  EXPECT_THAT(contradictions(case_with("wrong", R"("NaN")")), SizeIs(1));
}

TEST(AReportedCase, MayLeaveOutTheWrongNumberAndSayWhatWasAskedFor) {
  EXPECT_THAT(contradictions(case_with("wrong", "")), IsEmpty());
  EXPECT_EQ(case_with("reported target", R"("var_samp")").reported_target, "var_samp");
}

TEST(AReportedCase, MayBeOfAnAggregate) {
  EXPECT_EQ(case_with("interface", R"("aggregate")").interface, subject::Kind::aggregate);
}

TEST(AReportedCase, IsRefusedWithoutAnyOfItsMembers) {
  for (const auto* key : {"id", "url", "interface", "trial", "right"})
    EXPECT_THAT(problem_with(key, ""), HasSubstr("\"" + std::string(key) + "\" is missing"));
  EXPECT_THAT(problem_with("rows", ""), HasSubstr("at least one row"));
}

TEST(AReportedCase, IsRefusedWithMembersOfAnotherKind) {
  EXPECT_THAT(problem_with("id", "7"), HasSubstr("not a string"));
  EXPECT_THAT(problem_with("interface", R"("stream")"), HasSubstr("neither merge nor aggregate"));
  EXPECT_THAT(problem_with("trial", "[]"), HasSubstr("a trial is"));
  EXPECT_THAT(problem_with("right", "1"), HasSubstr("neither null nor a fraction"));
  EXPECT_THAT(problem_with("wrong", "[]"), HasSubstr("neither null nor a double"));
  EXPECT_THAT(problem_with("rows", "[]"), HasSubstr("at least one row"));
  EXPECT_THAT(problem_with("rows", "[1]"), HasSubstr("not a name"));
  EXPECT_THAT(problem_with("note", R"("?")"), HasSubstr("not a member"));
}

}  // namespace
}  // namespace shardproof::search
