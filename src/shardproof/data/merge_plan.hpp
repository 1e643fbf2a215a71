/// Merge plans: in which order and shape the parts are merged, and what is done to the states between.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardproof::data {

/// The shape of a plan. A subject of kind merge is handed all its summaries at once and chooses for itself; the other
/// shapes are for subjects that hold a state. `laws.hpp` says which law each one is there for.
enum class PlanShape : std::uint8_t {
  all_at_once,     ///< a merge's: one call with every summary, in worker order
  left_fold,       ///< the first part takes in the second, then the third, …
  right_fold,      ///< the last but one takes in the last, and so on down to the first
  balanced,        ///< neighbours first, then pairs of pairs
  from_empty,      ///< a fresh state takes in every part
  random_tree,     ///< any two states that are left, until one is; `word` says which
  merge_all,       ///< one call with every state, in worker order
  repeated_reads,  ///< a left fold, read twice after every merge
  operands,        ///< a left fold in which each part is read before and after it is taken in
  round_trip,      ///< a left fold in which every state is encoded and decoded before and after it
  aliased_output,  ///< a left fold whose output is one of its inputs, the left one and the right one in turn
  self_merge,  ///< a left fold, and then the result takes in itself
  doubling,    ///< a left fold, and then the result takes in a copy of itself, `word` times
  retraction,  ///< a left fold, and then the last part's observations are retracted
  synchronised,  ///< the workers see their observations in two rounds and synchronise after each, and once more
};

/// The simplest first.
inline constexpr std::array kPlanShapes = {
    PlanShape::all_at_once,
    PlanShape::left_fold,
    PlanShape::right_fold,
    PlanShape::balanced,
    PlanShape::from_empty,
    PlanShape::random_tree,
    PlanShape::merge_all,
    PlanShape::repeated_reads,
    PlanShape::operands,
    PlanShape::round_trip,
    PlanShape::aliased_output,
    PlanShape::self_merge,
    PlanShape::doubling,
    PlanShape::retraction,
    PlanShape::synchronised,
};

/// "left-fold"
std::string_view to_text(PlanShape shape);

/// The shape of that name, if there is one.
std::optional<PlanShape> plan_shape_named(std::string_view name);

/// Whether plans of that shape differ by their `word`.
constexpr bool has_word(PlanShape shape) {
  return shape == PlanShape::random_tree || shape == PlanShape::doubling;
}

/// Whether a plan is for subjects that hold a state; the other one is for merges.
constexpr bool is_for_states(PlanShape shape) {
  return shape != PlanShape::all_at_once;
}

/// The order and shape of the merges.
struct MergePlan {
  PlanShape shape = PlanShape::all_at_once;
  std::uint64_t word = 0;  ///< 0 for the shapes that have none

  friend bool operator==(const MergePlan&, const MergePlan&) = default;
};

/// "left-fold", "doubling 33"
std::string to_text(const MergePlan& plan);

/// What is done to a slot. Each slot holds a state, empty at first.
enum class PlanOp : std::uint8_t {
  accumulate,   ///< `slot` sees the dataset's entry `other`, as often as its multiplicity says
  retract,      ///< the inverse
  merge,        ///< `slot` takes in `other`, which may be itself
  merge_into,   ///< slot `out`, one of the two, becomes the merge of `slot` and `other`
  merge_all,    ///< slot `slot` becomes the merge of the slots 0 … other − 1, in one call
  copy,         ///< `slot` becomes a copy of `other`
  round_trip,   ///< `slot` is encoded and decoded
  synchronise,  ///< the slots 0 … other − 1 synchronise: afterwards each reads the whole
  read,         ///< count, mean and variance of `slot` are read
};

/// One step of a plan.
struct PlanStep {
  PlanOp op = PlanOp::read;
  std::size_t slot = 0;
  std::size_t other = 0;
  std::size_t out = 0;

  friend bool operator==(const PlanStep&, const PlanStep&) = default;
};

/// A plan spelt out for one trial.
struct PlanSteps {
  std::size_t slots = 0;
  std::vector<PlanStep> steps;
  std::size_t reads = 0;  ///< how many of the steps read; the last step always does
};

}  // namespace shardproof::data
