#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.hpp"

namespace shardproof::subject::plugin {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

constexpr std::string_view kIncludes =
    "#include <array>\n#include <cstdint>\n#include <optional>\n#include <span>\n#include "
    "<stdexcept>\n#include <vector>\n";

std::string text_of_file(std::string_view text) {
  return std::string(kIncludes) + std::string(text);
}

/// A file that holds a merge, and what it is asked in.
struct Form {
  std::string_view numbers;
  std::string_view text;
};

/// Each answers the sum of its first worker's numbers.
constexpr auto kForms = std::to_array<Form>({
    {"float64",
     "double merge(const std::vector<std::array<double, 3>>& w) { return w[0][0] + w[0][1] + "
     "w[0][2]; }"},
    {"float64",
     "double solve(std::vector<std::vector<double>> w) { return w[0][0] + w[0][1] + w[0].at(2); }"},
    {"float64",
     "std::optional<double> merge(std::span<const std::array<double, 3>> w) { return w[0][0] + "
     "w[0][1] + w[0][2]; }"},
    {"float64",
     "long double merge(const std::vector<std::array<long double, 3>>& w) { return w[0][0] + "
     "w[0][1] + w[0][2]; }"},
    {"int64",
     "long long merge(const std::vector<std::array<long long, 3>>& w) { return w[0][0] + w[0][1] + "
     "w[0][2]; }"},
    {"int64",
     "std::optional<std::int64_t> solve(std::span<const std::array<std::int64_t, 3>> w) { return "
     "w[0][0] + w[0][1] + w[0][2]; }"},
    // Neither a helper of the same name nor its being static hides it.
    {"float64",
     "using namespace std;\nint merge(int a, int b) { return a + b; }\n"
     "static double solve(const vector<array<double, 3>>& w) { return w[0][0] + w[0][1] + w[0][2]; "
     "}"},
    // A main and a struct called State that is none are the file's own business.
    {"float64",
     "struct State { int workers; };\nauto merge = [](std::vector<std::array<double, 3>>& w) { "
     "return w[0][0] + w[0][1] + w[0][2]; };\n"
     "int main(int, char**) { return 1; }"},
});

TEST(CppAdapter, FindsAMergeInEachOfItsForms) {
  const Workshop shop;
  for (const auto& form : kForms) {
    SCOPED_TRACE(form.text);
    const auto talk = ask_merge(shop.library("form.cpp", text_of_file(form.text)), "[[[1,2,4]]]");
    ASSERT_EQ(talk.said.size(), 2u);
    EXPECT_EQ(talk.said.front(),
              R"({"seq":1,"name":"form.cpp","interface":"merge","numbers":")" +
                  std::string(form.numbers) + "\"}");
    EXPECT_EQ(talk.said.back(), R"({"seq":2,"answers":[7.0]})");
  }
}

TEST(CppAdapter, AnswersNoneForAnEmptyOptionalAndAnErrorForAnException) {
  const Workshop shop;
  const auto library = shop.library("throws.cpp", text_of_file(R"(
      std::optional<double> merge(const std::vector<std::array<double, 3>>& workers) {
        if (workers.empty()) return std::nullopt;
        if (workers[0][0] == 0) throw std::domain_error("no count");
        throw 1;
      })"));
  EXPECT_EQ(
      ask_merge(library, "[[],[[0,0,0]],[[1,0,0]]]").said.back(),
      R"({"seq":2,"answers":[null,{"error":"no count"},{"error":"threw what is no std::exception"}]})");
}

TEST(CppAdapter, OffersATemplateInDoublesAndInRationals) {
  const Workshop shop;
  const auto library = shop.library("third.hpp", text_of_file(R"(
      template <class Number>
      std::optional<Number> merge(const std::vector<std::array<Number, 3>>& workers) {
        if (workers.empty()) return std::nullopt;
        return workers[0][1] / workers[0][0];
      })"));
  const std::string trials = R"([[],[[3,-1,0]],[[1,"1/36893488147419103232",0]]])";
  const auto doubles = ask_merge(library, trials);
  EXPECT_THAT(doubles.said.front(), EndsWith(R"("numbers":"float64"})"));
  EXPECT_THAT(doubles.said.back(), HasSubstr("[null,-0.3333333333333333,"));
  const auto exact = ask_merge(library, trials, true);
  EXPECT_THAT(exact.said.front(), EndsWith(R"("numbers":"any"})"));
  EXPECT_EQ(exact.said.back(), R"({"seq":2,"answers":[null,"-1/3","1/36893488147419103232"]})");
}

TEST(CppAdapter, OffersATemplateThatIsNotForRationalsInDoublesAndSaysWhy) {
  const Workshop shop;
  const auto file = shop.file("root.cpp", text_of_file(R"(
      #include <cmath>
      template <class Number>
      Number merge(const std::vector<std::array<Number, 3>>& workers) {
        return std::trunc(workers[0][1]);
      })"));
  for (const bool again : {false, true}) {
    const auto compiled = compile(file, shop.options());
    ASSERT_TRUE(compiled.has_value()) << to_text(compiled.error());
    EXPECT_EQ(compiled->was_there, again);
    EXPECT_THAT(compiled->note,
                HasSubstr("asked in doubles only: it does not compile for exact rationals\n"));
    EXPECT_THAT(compiled->note, HasSubstr(file.string() + ":11:"));
    EXPECT_EQ(ask_merge(compiled->library.string(), "[[[1,2.5,0]]]").said.back(),
              R"({"seq":2,"answers":[2.0]})");
    EXPECT_THAT(ask_merge(compiled->library.string(), "[]", true).said.front(),
                HasSubstr("has no merge of exact numbers"));
  }
}

TEST(CppAdapter, PrefersTheMergeToAState) {
  const Workshop shop;
  const auto library = shop.library("both.cpp", text_of_file(R"(
      struct State { void accumulate(double); void merge(const State&); double finalise(); };
      double merge(const std::vector<std::array<double, 3>>&) { return 1; })"));
  EXPECT_THAT(ask_merge(library, "[]").said.front(), HasSubstr(R"("interface":"merge")"));
}

TEST(CppAdapter, TakesAnAliasForTheState) {
  const Workshop shop;
  const auto library = shop.library("alias.cpp", R"(
      template <class Number>
      struct Sums {
        static constexpr bool self_merge = false;
        Number sum = 0;
        Sums() = default;
        Sums(const Sums&) = delete;
        void accumulate(Number x) { sum += x; }
        void merge(Sums& other) { sum += other.sum; }
        Number finalise() { return sum; }
      };
      using State = Sums<float>;
      )");
  const auto talk = ask_state(
      library, R"([{"parts":[[0.1],[1]],"plan":[["finalise",0],["merge",1,0],["finalise",1]]}])");
  EXPECT_THAT(talk.said.front(), EndsWith(R"("numbers":"float64","steps":[],"reads":[]})"));
  // As a float: its mistakes are the state's own.
  EXPECT_EQ(
      talk.said.back(),
      R"({"seq":2,"answers":[[{"variance":0.10000000149011612},{"variance":1.100000023841858}]]})");
}

}  // namespace
}  // namespace shardproof::subject::plugin
