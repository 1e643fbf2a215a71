#include "shardproof/search/simplicity.hpp"

#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/search/ladder.hpp"
#include "shardproof/search/small_scope.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using subject::Numbers;

constexpr std::array kRandomRungs = {RungId::integers,
                                     RungId::counts,
                                     RungId::decimals,
                                     RungId::offset,
                                     RungId::scale,
                                     RungId::wide};

/// Some trials of every kind.
std::vector<Trial> samples() {
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < small_scope_size(); i += 9'973) trials.push_back(small_trial(i));
  for (const auto rung : kRandomRungs) {
    for (std::uint64_t i = 0; i < 6; ++i) {
      trials.push_back(canonical(*random_trial(rung, Numbers::any, 1, i)));
    }
  }
  return trials;
}

TEST(Simplicity, IsAStrictTotalOrderOverCanonicalTrials) {
  const auto trials = samples();
  for (const auto& a : trials) {
    EXPECT_FALSE(is_simpler(a, a)) << to_text(a);
    for (const auto& b : trials) {
      EXPECT_FALSE(is_simpler(a, b) && is_simpler(b, a)) << to_text(a) << " and " << to_text(b);
      EXPECT_TRUE(a == b || is_simpler(a, b) || is_simpler(b, a));
    }
  }
}

TEST(Simplicity, IsTransitive) {
  const auto trials = samples();
  for (const auto& a : trials) {
    for (const auto& b : trials) {
      if (!is_simpler(a, b)) continue;
      for (const auto& c : trials) {
        if (!is_simpler(b, c)) continue;
        ASSERT_TRUE(is_simpler(a, c)) << to_text(a) << ", " << to_text(c);
      }
    }
  }
}

/// A pair that one point of the order decides, where every later point that can differ says the
/// opposite.
struct Decision {
  std::string_view point;
  std::string_view simpler;
  std::string_view other;
};

void PrintTo(const Decision& decision, std::ostream* out) {
  *out << decision.point;
}

class EachPoint : public testing::TestWithParam<Decision> {};

TEST_P(EachPoint, DecidesInItsPlace) {
  const Trial left = canonical(trial(GetParam().simpler));
  const Trial right = canonical(trial(GetParam().other));
  EXPECT_TRUE(is_simpler(left, right)) << to_text(left) << " and " << to_text(right);
  EXPECT_FALSE(is_simpler(right, left));
}

constexpr auto kDecisions = std::to_array<Decision>({
    {"the small scope", R"([[-2], [-2], [-2], {"stray": [1, 0]}])", "[[3]]"},
    {"fewer workers", R"([[-100.5, 200, 300]])", "[[7], []]"},
    {"fewer observations", R"([[1000.5], {"stray": [5, 5]}])", "[[7, 7], []]"},
    {"fewer that report", R"([[1000.5], []])", R"([[7], {"stray": [0, 1]}])"},
    {"fewer binary places", "[[-1000]]", "[[0.5]]"},
    {"smaller magnitudes", R"([[-7], {"stray": [0, 50]}])", R"([[8], {"stray": [0, 2]}])"},
    {"a magnitude counts as often as it is observed", R"([[-7, -7, 9]])", R"([[7, 7, 10]])"},
    {"smaller stray sums", R"([[-7], {"stray": [2, 1]}])", R"([[7], {"stray": [0, 4]}])"},
    {"fewer negatives", "[[7]]", "[[-7]]"},
    {"part by part, fewer observations", "[[9], [7, 7]]", "[[7, 7], [9]]"},
    {"part by part, smaller values", "[[7], [8]]", "[[8], [7]]"},
    {"part by part, fewer of the smallest value",
     "[[7, 8, 8], [7, 7, 8]]",
     "[[7, 7, 8], [7, 8, 8]]"},
    {"part by part, smaller stray sum",
     R"([{"stray": [0, 5]}, {"stray": [5, 0]}, [7]])",
     R"([{"stray": [5, 0]}, {"stray": [0, 5]}, [7]])"},
    {"part by part, smaller stray sum of squares",
     R"([{"stray": [1, 2]}, {"stray": [1, 3]}, [7]])",
     R"([{"stray": [1, 3]}, {"stray": [1, 2]}, [7]])"},
});

INSTANTIATE_TEST_SUITE_P(Simplicity,
                         EachPoint,
                         testing::ValuesIn(kDecisions),
                         [](const auto& test) {
                           std::string name(test.param.point);
                           for (auto& c : name) {
                             if (c == ' ' || c == ',') c = '_';
                           }
                           return name;
                         });

TEST(Canonical, SortsEachPartAndMergesEqualValues) {
  EXPECT_EQ(canonical(trial(R"([[2, 1, {"value": 2, "times": 3}, -1], [1, 0]])")),
            trial(R"([[-1, 1, {"value": 2, "times": 4}], [0, 1]])"));
}

TEST(Canonical, KeepsEqualValuesOfDifferentPartsApart) {
  EXPECT_EQ(canonical(trial("[[1], [1]]")), trial("[[1], [1]]"));
}

TEST(Canonical, KeepsStraySumsOfEmptyPartsAlone) {
  Trial told = trial(R"([[1], {"stray": [5, 6]}])");
  told.partition.parts[0].stray = {.sum = 7, .sumsq = 8};
  EXPECT_EQ(canonical(told), trial(R"([[1], {"stray": [5, 6]}])"));
}

TEST(Canonical, IsIdempotentAndAsksTheSameQuestion) {
  for (const auto rung : kRandomRungs) {
    for (std::uint64_t i = 0; i < 200; ++i) {
      const Trial drawn = *random_trial(rung, Numbers::any, 2, i);
      const Trial form = canonical(drawn);
      ASSERT_EQ(canonical(form), form);
      ASSERT_EQ(subject::question_of(form).summaries, subject::question_of(drawn).summaries)
          << to_text(drawn);
    }
  }
}

}  // namespace
}  // namespace shardproof::search
