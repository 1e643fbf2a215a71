// The examples of fixtures/subjects/: each is a plugin and says in its first line what verdict it must get.
#include <fstream>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.hpp"

namespace shardproof::subject::plugin {
namespace {

namespace fs = std::filesystem;

/// What the example says in its hello, and to the workers {0}, {2}; to none; to {0, 2}, {}, {5} or {4}.
struct Example {
  std::string hello;
  std::string answers;
};

const std::map<std::string, Example>& examples() {
  static const std::map<std::string, Example> table = {
      {"c/average_of_variances.c", {"merge float64", "[0.0,null,0.5]"}},
      {"c/exact.c", {"merge int64", "[1.0,null,4.222222222222]"}},
      {"c/naive_double.c", {"merge float64", "[1.0,null,4.2222222222222205]"}},
      {"cpp/average_of_variances.cpp", {"merge float64", "[0.0,null,0.5]"}},
      {"cpp/count_weighted_average.cpp", {"merge int64", "[0.0,null,0.6666666666666666]"}},
      {"cpp/exact_rational.cpp", {"merge float64", "[1.0,null,4.222222222222]"}},
      {"cpp/naive_double.hpp", {"merge float64", "[1.0,null,4.2222222222222205]"}},
      {"cpp/welford_state.cpp",
       {"aggregate float64", "[[{\"count\":3.0,\"mean\":2.0,\"variance\":2.6666666666666665}]]"}},
  };
  return table;
}

const fs::path kFolder = fs::path(SHARDPROOF_SOURCE_DIR) / "fixtures" / "subjects";

TEST(ExamplePlugins, AreAllInTheTable) {
  std::vector<std::string> names;
  for (const auto* language : {"c", "cpp"}) {
    for (const auto& entry : fs::directory_iterator(kFolder / language)) {
      names.push_back(std::string(language) + "/" + entry.path().filename().string());
    }
  }
  std::vector<std::string> listed;
  for (const auto& [name, example] : examples()) listed.push_back(name);
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(listed));
}

TEST(ExamplePlugins, SayFirstWhatVerdictTheyMustGet) {
  for (const auto& [name, example] : examples()) {
    std::ifstream file(kFolder / name);
    std::string line;
    std::getline(file, line);
    EXPECT_THAT(line, testing::MatchesRegex("(//|/\\*) .*[Mm]ust .*")) << name;
  }
}

TEST(ExamplePlugins, AnswerAsTheyAreMeantTo) {
  const Workshop shop;
  for (const auto& [name, example] : examples()) {
    SCOPED_TRACE(name);
    const auto compiled = compile(kFolder / name, shop.options());
    ASSERT_TRUE(compiled.has_value()) << to_text(compiled.error());
    EXPECT_EQ(compiled->note, "");
    const auto library = compiled->library.string();
    const auto talk =
        example.hello.starts_with("merge")
            ? ask_merge(library, "[[[1,0,0],[1,2,4]],[],[[2,2,4],[0,99,999],[1,5,25]]]")
            : ask_state(
                  library,
                  R"([{"parts":[[0,2],[],[4]],"plan":[["merge",0,1],["merge",0,2],["finalise",0]]}])");
    ASSERT_EQ(talk.said.size(), 2u);
    const auto blank = example.hello.find(' ');
    EXPECT_THAT(talk.said.front(),
                testing::HasSubstr("\"" + fs::path(name).filename().string() +
                                   R"(","interface":")" + example.hello.substr(0, blank) +
                                   R"(","numbers":")" + example.hello.substr(blank + 1) + "\""));
    EXPECT_EQ(talk.said.back(), R"({"seq":2,"answers":)" + example.answers + "}");
  }
}

TEST(ExamplePlugins, GiveTheExactFractionWhereTheyAreTemplates) {
  const Workshop shop;
  const auto compiled = compile(kFolder / "cpp" / "naive_double.hpp", shop.options());
  ASSERT_TRUE(compiled.has_value());
  // By hand: Σ(x − 7/3)² / 3 of 0, 2 and 5 is (49 + 1 + 64) / 27 = 38/9.
  EXPECT_EQ(
      ask_merge(compiled->library.string(), "[[[2,2,4],[0,99,999],[1,5,25]]]", true).said.back(),
      R"({"seq":2,"answers":["38/9"]})");
}

}  // namespace
}  // namespace shardproof::subject::plugin
