#include "shardproof/search/coverage.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

/// Of parts, or of a whole trial with its plan.
Coverage coverage_of(std::string_view text) {
  const auto asked = text.front() == '{' ? trial_with_plan(text) : trial(text);
  Coverage coverage;
  observe(coverage, asked, subject::question_of(asked).summaries, law::oracle_says(asked));
  return coverage;
}

/// A trial that has the feature, and one that only just has not.
struct Example {
  Feature feature;
  std::string_view with;
  std::string_view without;
};

void PrintTo(const Example& example, std::ostream* out) {
  *out << to_text(example.feature);
}

constexpr auto kExamples = std::to_array<Example>({
    {Feature::no_observation, "[[], []]", "[[], [0]]"},
    {Feature::single_observation, "[[], [7]]", "[[7, 7]]"},
    {Feature::one_worker, "[[1, 2]]", "[[1, 2], []]"},
    {Feature::three_workers, "[[1], [2], [], [3]]", "[[1], [2], []]"},
    {Feature::empty_first, "[[], [1]]", "[[1], []]"},
    {Feature::empty_last, "[[1], []]", "[[], [1]]"},
    {Feature::empty_between, "[[], [1], [], [2]]", "[[], [1], [2], []]"},
    {Feature::stray_sums, R"([[1], {"stray": [0, 3]}])", "[[1], []]"},
    {Feature::equal_counts, "[[1, 2], [], [3, 4]]", "[[1, 2], [3]]"},
    {Feature::unequal_counts, "[[1, 2], [3]]", "[[1, 2], [], [3, 4]]"},
    {Feature::equal_means, "[[1, 3], [2]]", "[[2, 2], [2]]"},
    {Feature::unequal_means, "[[1, 3], [1]]", "[[1, 3], [2]]"},
    {Feature::identical_workers, "[[1, 3], [3, 1]]", "[[1, 3], [2, 2]]"},
    {Feature::zero_sum_worker, "[[-1, 1], [5]]", "[[0, 0], [5]]"},
    {Feature::constant, "[[4], [4]]", "[[4]]"},
    {Feature::negative_value, "[[1, -1]]", "[[1, 0]]"},
    {Feature::fractional_value, "[[1, 0.5]]", "[[1, 2]]"},
    {Feature::large_count,
     R"([[{"value": 0, "times": 2147483648}]])",
     R"([[{"value": 0, "times": 2147483647}]])"},
    {Feature::beyond_53_bits, "[[9007199254740993]]", "[[9007199254740992, 9007199254740994]]"},
    // 0, 2/64, two of 1/64: variance 1/8192, which lies between two numbers of 12 decimals; and
    // twice those values, whose variance is 4/8192.
    {Feature::tie_of_round12,
     "[[0, 0.015625], [0.015625, 0.03125]]",
     "[[0, 0.03125], [0.03125, 0.0625]]"},
    {Feature::special_value, R"([["NaN"]])", "[[0]]"},
    {Feature::tree_plan,
     R"({"parts": [[0], [1], [2]], "plan": "right-fold"})",
     R"({"parts": [[0], [1]], "plan": "right-fold"})"},
    {Feature::repeated_reads,
     R"({"parts": [[0]], "plan": "repeated-reads"})",
     R"({"parts": [[0]], "plan": "left-fold"})"},
    {Feature::operands_read,
     R"({"parts": [[0], [1]], "plan": "operands"})",
     R"({"parts": [[0]], "plan": "operands"})"},
    {Feature::round_trip,
     R"({"parts": [[0]], "plan": "round-trip"})",
     R"({"parts": [[0]], "plan": "left-fold"})"},
    {Feature::aliased_output,
     R"({"parts": [[0], [1]], "plan": "aliased-output"})",
     R"({"parts": [[0]], "plan": "aliased-output"})"},
    {Feature::self_merge,
     R"({"parts": [[0]], "plan": "self-merge"})",
     R"({"parts": [[0]], "plan": {"shape": "doubling", "word": 1}})"},
    {Feature::doubled,
     R"({"parts": [[0]], "plan": {"shape": "doubling", "word": 1}})",
     R"({"parts": [[0]], "plan": "self-merge"})"},
    {Feature::retracted,
     R"({"parts": [[0], [1]], "plan": "retraction"})",
     R"({"parts": [[0], []], "plan": "retraction"})"},
    {Feature::synchronised,
     R"({"parts": [[0]], "plan": "synchronised"})",
     R"({"parts": [[0]], "plan": "merge-all"})"},
});

class EachFeature : public testing::TestWithParam<Example> {};

TEST_P(EachFeature, IsSeenWhereItIsAndNowhereElse) {
  EXPECT_EQ(coverage_of(GetParam().with).of(GetParam().feature), 1U) << GetParam().with;
  EXPECT_EQ(coverage_of(GetParam().without).of(GetParam().feature), 0U) << GetParam().without;
}

INSTANTIATE_TEST_SUITE_P(Coverage, EachFeature, testing::ValuesIn(kExamples), [](const auto& test) {
  std::string name(to_text(test.param.feature));
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

TEST(Coverage, ExamplesAreThereForEveryFeature) {
  std::set<Feature> seen;
  for (const auto& example : kExamples) seen.insert(example.feature);
  EXPECT_EQ(seen.size(), kFeatures);
}

TEST(Coverage, NamesDiffer) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kFeatures; ++i) names.insert(to_text(static_cast<Feature>(i)));
  EXPECT_EQ(names.size(), kFeatures);
  EXPECT_FALSE(names.contains("?"));
}

TEST(Coverage, OfAVarianceAbove8191IsNeverATie) {
  // 1/2 · 8193² has a fraction of 1/4, but a double of that size has no room for half a unit of the
  // 12th decimal: whatever it is, it is an odd number of 4ths.
  EXPECT_EQ(coverage_of("[[0, 16387]]").of(Feature::tie_of_round12), 0U);
}

TEST(Coverage, Adds) {
  Coverage sum = coverage_of("[[], [1]]");
  sum += coverage_of("[[], [2, 3]]");
  EXPECT_EQ(sum.of(Feature::empty_first), 2U);
  EXPECT_EQ(sum.of(Feature::single_observation), 1U);
}

TEST(Shortfalls, NameTheMinimumsThatWereMissed) {
  Coverage coverage;
  for (int i = 0; i < 30; ++i) coverage.add(Feature::constant);
  const auto required = std::to_array<Minimum>({{Feature::constant, 30}, {Feature::stray_sums, 1}});
  // 30 ‰ of 1000 are met exactly; of 1034 they round down to 31, and 1 ‰ to 1.
  EXPECT_EQ(shortfalls(required, coverage, 1000),
            (std::vector<Shortfall>{{.feature = Feature::stray_sums, .required = 1, .seen = 0}}));
  EXPECT_EQ(shortfalls(required, coverage, 1034).front(),
            (Shortfall{.feature = Feature::constant, .required = 31, .seen = 30}));
}

TEST(Shortfalls, AskForOneAtLeast) {
  const Minimum minimum{.feature = Feature::constant, .per_mille = 1};
  EXPECT_EQ(shortfalls({&minimum, 1}, {}, 10).size(), 1U);
  EXPECT_EQ(shortfalls({&minimum, 1}, {}, 0).size(), 1U);
}

}  // namespace
}  // namespace shardproof::search
