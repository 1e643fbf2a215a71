#include "shardproof/data/plan_steps.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "unit/data/trials.hpp"

namespace shardproof::data {
namespace {

Trial planned(Trial trial, PlanShape shape, std::uint64_t word = 0) {
  trial.plan = {.shape = shape, .word = word};
  return trial;
}

/// "[0, 1 x2]" for each read.
std::vector<std::string> reads_of(const Trial& trial) {
  std::vector<std::string> reads;
  for (const auto& seen : seen_by_reads(trial)) {
    std::string text;
    for (const auto& observation : seen) text += (text.empty() ? "" : ", ") + to_text(observation);
    reads.push_back("[" + text + "]");
  }
  return reads;
}

using Texts = std::vector<std::string>;

TEST(PlanShapes, ReadBackAsTheShapeAndAreAllDifferent) {
  std::set<std::string_view> names;
  for (const auto shape : kPlanShapes) {
    EXPECT_EQ(plan_shape_named(to_text(shape)), shape);
    EXPECT_TRUE(names.insert(to_text(shape)).second) << to_text(shape);
  }
  EXPECT_EQ(to_text(static_cast<PlanShape>(kPlanShapes.size())), "?");
  EXPECT_EQ(plan_shape_named("?"), std::nullopt);
}

TEST(PlanSteps, OfALeftFoldAccumulateEachPartAndMergeThemIntoTheFirst) {
  const PlanSteps plan = steps_of(planned(trial({{5}, {}, {6, 7}}), PlanShape::left_fold));
  const std::vector<PlanStep> steps = {{.op = PlanOp::accumulate, .slot = 0, .other = 0},
                                       {.op = PlanOp::accumulate, .slot = 2, .other = 1},
                                       {.op = PlanOp::accumulate, .slot = 2, .other = 2},
                                       {.op = PlanOp::merge, .slot = 0, .other = 1},
                                       {.op = PlanOp::merge, .slot = 0, .other = 2},
                                       {.op = PlanOp::read, .slot = 0}};
  EXPECT_EQ(plan.steps, steps);
  EXPECT_EQ(plan.slots, 3U);
  EXPECT_EQ(plan.reads, 1U);
}

TEST(PlanSteps, OfATrialWithoutPartsReadAnEmptyState) {
  for (const auto shape : kPlanShapes) {
    const Trial nothing = planned(trial({}), shape, 2);
    const PlanSteps plan = steps_of(nothing);
    ASSERT_GE(plan.slots, 1U) << to_text(shape);
    ASSERT_EQ(plan.steps.back().op, PlanOp::read) << to_text(shape);
    for (const auto& seen : seen_by_reads(nothing)) EXPECT_TRUE(seen.empty()) << to_text(shape);
  }
}

TEST(PlanSteps, StayInsideTheSlotsAndEndWithARead) {
  for (const auto shape : kPlanShapes) {
    const PlanSteps plan = steps_of(planned(trial({{0}, {1}, {}, {2, 3}, {4}}), shape, 3));
    for (const auto& step : plan.steps) {
      EXPECT_LT(step.slot, plan.slots) << to_text(shape);
      EXPECT_LT(step.out, plan.slots) << to_text(shape);
      if (step.op == PlanOp::merge) EXPECT_LT(step.other, plan.slots) << to_text(shape);
    }
    EXPECT_EQ(plan.steps.back().op, PlanOp::read) << to_text(shape);
  }
}

/// Every plan merges everything: whatever the tree, the last read sees each observation once, twice after a merge with
/// itself, 2^word times after doublings, and all but the last part's after a retraction.
TEST(SeenByReads, EndsWithTheWholeOfEveryTree) {
  const Trial asked = trial({{0}, {1}, {}, {2, 3}, {4}});
  const std::string whole = "[0, 1, 2, 3, 4]";
  for (const auto shape : kPlanShapes) {
    const std::string last = reads_of(planned(asked, shape, 3)).back();
    if (shape == PlanShape::self_merge) {
      EXPECT_EQ(last, "[0 x2, 1 x2, 2 x2, 3 x2, 4 x2]");
    } else if (shape == PlanShape::doubling) {
      EXPECT_EQ(last, "[0 x8, 1 x8, 2 x8, 3 x8, 4 x8]");
    } else if (shape == PlanShape::retraction) {
      EXPECT_EQ(last, "[0, 1, 2, 3]");
    } else {
      EXPECT_EQ(last, whole) << to_text(shape);
    }
  }
}

TEST(SeenByReads, IsTheSameAsByTheLastReadAlone) {
  for (const auto shape : kPlanShapes) {
    const Trial asked = planned(trial({{0, 7}, {1}, {2, 3}}), shape, 2);
    EXPECT_EQ(seen_by_reads(asked).back(), seen_by_last_read(asked)) << to_text(shape);
    const bool whole = seen_by_last_read(asked) == asked.dataset.observations;
    EXPECT_EQ(reads_the_dataset(asked.plan), whole) << to_text(shape);
    bool each = true;
    for (const auto& seen : seen_by_reads(asked)) each = each && seen == asked.dataset.observations;
    EXPECT_EQ(every_read_is_whole(asked.plan), each) << to_text(shape);
  }
}

TEST(SeenByReads, OfOperandsIsEachPartBeforeAndAfterItIsTakenIn) {
  EXPECT_EQ(reads_of(planned(trial({{0}, {1, 2}, {3}}), PlanShape::operands)),
            (Texts{"[1, 2]", "[1, 2]", "[3]", "[3]", "[0, 1, 2, 3]"}));
}

TEST(SeenByReads, OfRepeatedReadsGrowsMergeByMerge) {
  EXPECT_EQ(reads_of(planned(trial({{0}, {1}}), PlanShape::repeated_reads)),
            (Texts{"[0]", "[0]", "[0, 1]", "[0, 1]"}));
}

/// Worker 0 sees 0 and then 4, worker 1 sees 1; each reads the whole after the second round, and another
/// synchronisation adds nothing.
TEST(SeenByReads, OfSynchronisedWorkersIsTheWholeForEachOfThem) {
  const Trial asked = planned(trial({{0, 4}, {1}}), PlanShape::synchronised);
  EXPECT_EQ(reads_of(asked), (Texts{"[0, 4, 1]", "[0, 4, 1]", "[0, 4, 1]"}));
  const auto steps = steps_of(asked).steps;
  EXPECT_EQ(steps[2], (PlanStep{.op = PlanOp::synchronise, .slot = 0, .other = 2}));
  EXPECT_EQ(steps[3], (PlanStep{.op = PlanOp::accumulate, .slot = 0, .other = 1}));
}

TEST(SeenByReads, OfARetractionOfTheOnlyPartIsNothing) {
  EXPECT_EQ(reads_of(planned(trial({{5, 6}}), PlanShape::retraction)), (Texts{"[]"}));
}

TEST(RandomTree, DependsOnItsWordAndNothingElse) {
  const Trial asked = trial({{0}, {1}, {2}, {3}, {4}});
  std::set<std::string> trees;
  for (std::uint64_t word = 0; word < 20; ++word) {
    const auto once = steps_of(planned(asked, PlanShape::random_tree, word)).steps;
    EXPECT_EQ(once, steps_of(planned(asked, PlanShape::random_tree, word)).steps);
    std::string tree;
    for (const auto& step : once) tree += std::to_string(step.slot * 10 + step.other) + " ";
    trees.insert(tree);
  }
  EXPECT_GT(trees.size(), 15U);
}

TEST(TrialText, SaysThePlanOfAState) {
  EXPECT_EQ(to_text(planned(trial({{0}, {1}}), PlanShape::doubling, 33)), "[0] | [1], doubling 33");
  EXPECT_EQ(to_text(planned(trial({}), PlanShape::left_fold)), "(no workers), left-fold");
}

TEST(ObservationText, WritesALongIntegerAsTheDoubleThatItIs) {
  EXPECT_EQ(to_text(Observation{.value = exact::Dyadic(exact::Integer(1), 80)}),
            "1.2089258196146292e+24");
  EXPECT_EQ(to_text(Observation{.value = exact::Dyadic(exact::Integer(1), 79)}),
            "604462909807314587353088");
  // One more than a double holds: nothing may be lost.
  const exact::Dyadic odd = exact::Dyadic(exact::Integer(1), 80) + exact::Dyadic(1);
  EXPECT_EQ(to_text(Observation{.value = odd}), "1208925819614629174706177");
}

TEST(ObservationText, SaysWhatIsNotANumber) {
  EXPECT_EQ(to_text(Observation{.value = 0, .times = 2, .special = Special::minus_infinity}),
            "-Infinity x2");
  EXPECT_FALSE(are_finite(std::vector<Observation>{{.value = 0, .special = Special::nan}}));
}

}  // namespace
}  // namespace shardproof::data
