#include "shardproof/data/merge_plan.hpp"

namespace shardproof::data {

std::string_view to_text(PlanShape shape) {
  switch (shape) {
    case PlanShape::all_at_once:
      return "all-at-once";
    case PlanShape::merge_all:
      return "merge-all";
    case PlanShape::left_fold:
      return "left-fold";
    case PlanShape::right_fold:
      return "right-fold";
    case PlanShape::balanced:
      return "balanced";
    case PlanShape::from_empty:
      return "from-empty";
    case PlanShape::random_tree:
      return "random-tree";
    case PlanShape::repeated_reads:
      return "repeated-reads";
    case PlanShape::operands:
      return "operands";
    case PlanShape::round_trip:
      return "round-trip";
    case PlanShape::aliased_output:
      return "aliased-output";
    case PlanShape::self_merge:
      return "self-merge";
    case PlanShape::doubling:
      return "doubling";
    case PlanShape::retraction:
      return "retraction";
    case PlanShape::synchronised:
      return "synchronised";
  }
  return "?";
}

std::optional<PlanShape> plan_shape_named(std::string_view name) {
  for (const auto shape : kPlanShapes) {
    if (to_text(shape) == name) return shape;
  }
  return std::nullopt;
}

std::string to_text(const MergePlan& plan) {
  std::string text(to_text(plan.shape));
  if (has_word(plan.shape)) text += " " + std::to_string(plan.word);
  return text;
}

}  // namespace shardproof::data
