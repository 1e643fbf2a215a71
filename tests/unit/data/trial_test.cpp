#include "shardproof/data/trial.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "unit/data/trials.hpp"

namespace shardproof::data {
namespace {

constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();

/// Every kind of part: plain, with multiplicities and fractions, empty, empty with stray sums.
std::vector<PartValues> mixed_parts() {
  return {
      part({3, -1}),
      part({}),
      PartValues{.observations = {{.value = exact::Dyadic(1, -1), .times = kMost}, {.value = 0}}},
      stray_part(99, 999),
      part({0})};
}

TEST(TrialOf, PutsThePartsOneAfterTheOther) {
  const Trial made = trial_of({part({3, -1}), part({}), part({4})});
  EXPECT_EQ(made.dataset.observations,
            (std::vector<Observation>{{.value = 3}, {.value = -1}, {.value = 4}}));
  EXPECT_EQ(made.partition.parts,
            (std::vector<Part>{
                {.size = 2, .stray = {}}, {.size = 0, .stray = {}}, {.size = 1, .stray = {}}}));
  EXPECT_EQ(made.plan, MergePlan{});
}

TEST(TrialOf, NoPartsIsTheTrialOfNothing) {
  EXPECT_EQ(trial_of({}), Trial{});
}

TEST(TrialOf, OneEmptyPartIsNotNoPart) {
  EXPECT_NE(trial_of({part({})}), trial_of({}));
}

TEST(TrialOf, KeepsStraySums) {
  EXPECT_EQ(trial_of({stray_part(99, 999)}).partition.parts.front().stray,
            (StraySums{.sum = 99, .sumsq = 999}));
}

TEST(PartsOf, AreWhatTheTrialWasMadeOf) {
  EXPECT_EQ(parts_of(trial_of(mixed_parts())), mixed_parts());
  EXPECT_EQ(parts_of(trial_of({})), std::vector<PartValues>{});
}

TEST(PartsOf, MakeTheTrialAgain) {
  for (const auto& made : {trial_of(mixed_parts()), trial_of({}), trial({{}}), trial({{0}, {1}})}) {
    EXPECT_EQ(trial_of(parts_of(made)), made);
  }
}

TEST(ViewsOf, AreThePartsInPlace) {
  const Trial made = trial_of(mixed_parts());
  const auto views = views_of(made);
  ASSERT_EQ(views.size(), 5U);
  for (std::size_t i = 0; i < views.size(); ++i) {
    EXPECT_EQ(std::vector<Observation>(views[i].begin(), views[i].end()),
              mixed_parts()[i].observations);
  }
  EXPECT_EQ(views.front().data(), made.dataset.observations.data());
  EXPECT_EQ(views.back().data(), &made.dataset.observations.back());
}

TEST(TrialText, IsOneBracketAPart) {
  EXPECT_EQ(to_text(trial({{0, 1}, {}, {-2}})), "[0, 1] | [] | [-2]");
}

TEST(TrialText, OfNoPartSaysSo) {
  EXPECT_EQ(to_text(Trial{}), "(no workers)");
}

TEST(TrialText, OfOneEmptyPartIsAnEmptyBracket) {
  EXPECT_EQ(to_text(trial({{}})), "[]");
}

TEST(TrialText, WritesMultiplicitiesBesideTheValue) {
  EXPECT_EQ(
      to_text(trial_of({PartValues{.observations = {{.value = 0}, {.value = 1, .times = 3}}}})),
      "[0, 1 x3]");
  EXPECT_EQ(to_text(trial_of({PartValues{.observations = {{.value = 0, .times = 2}}}})), "[0 x2]");
}

TEST(TrialText, WritesStraySumsAfterTheEmptyPart) {
  EXPECT_EQ(to_text(trial_of({stray_part(0, 1), part({2})})), "[] reporting (0, 1) | [2]");
}

TEST(TrialText, WritesDoublesShortAndWideIntegersInFull) {
  const std::vector<Observation> values = {{.value = *exact::Dyadic::from_double(0.1)},
                                           {.value = exact::Integer(exact::Integer(1) << 70)}};
  EXPECT_EQ(to_text(trial_of({PartValues{.observations = values}})),
            "[0.1, 1180591620717411303424]");
}

}  // namespace
}  // namespace shardproof::data
