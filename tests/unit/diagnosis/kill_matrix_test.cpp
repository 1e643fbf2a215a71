#include "shardproof/diagnosis/kill_matrix.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace shardproof::diagnosis {
namespace {

using data::LawId;

const KillMatrix& matrix() {
  static const KillMatrix kMatrix = kill_matrix({.seed = 1, .trials = 100, .jobs = 2});
  return kMatrix;
}

double share(std::string_view id, LawId law) {
  const auto row =
      std::ranges::find(matrix().rows, id, [](const Kills& kills) { return kills.row->id; });
  const auto column = std::ranges::find(matrix().laws, law) - matrix().laws.begin();
  const auto broken = row->broken.at(static_cast<std::size_t>(column));
  return static_cast<double>(broken.value()) / static_cast<double>(row->trials);
}

TEST(KillMatrix, LawsAreBlindToAveragesAndTheOracleIsNot) {
  for (const auto* id : {"average-of-variances", "count-weighted-average", "sum-of-variances"}) {
    EXPECT_EQ(share(id, LawId::worker_order), 0) << id;
    EXPECT_EQ(share(id, LawId::shift), 0) << id;
    // 7 in 10 random cases kill these; on the rung half of the trials are forced into shapes that show nothing (one worker,
    // equal means, constant data).
    EXPECT_GT(share(id, LawId::oracle_agreement), 0.25) << id;
    EXPECT_LT(share(id, LawId::oracle_agreement), 0.75) << id;
  }
}

TEST(KillMatrix, NoLawSeesTheEquivalentRows) {
  for (const auto& kills : matrix().rows) {
    if (kills.row->standing != subject::Standing::equivalent) continue;
    for (const auto& broken : kills.broken) EXPECT_EQ(broken.value_or(0), 0U) << kills.row->id;
  }
}

TEST(KillMatrix, SaysNothingAboutLawsOfTheOtherKind) {
  const auto column = std::ranges::find(matrix().laws, LawId::retraction) - matrix().laws.begin();
  for (const auto& kills : matrix().rows) {
    EXPECT_EQ(kills.broken.at(static_cast<std::size_t>(column)).has_value(),
              kills.row->kind() == subject::Kind::aggregate);
  }
}

TEST(KillMatrix, DoesNotDependOnTheNumberOfThreads) {
  const auto one = kill_matrix({.seed = 3, .trials = 5, .jobs = 1});
  const auto three = kill_matrix({.seed = 3, .trials = 5, .jobs = 3});
  for (std::size_t i = 0; i < one.rows.size(); ++i)
    EXPECT_EQ(one.rows[i].broken, three.rows[i].broken);
}

}  // namespace
}  // namespace shardproof::diagnosis
