#include "shardproof/search/state_draws.hpp"

#include <array>

#include "shardproof/search/ladder.hpp"
#include "shardproof/search/rung_draws.hpp"
#include "shardproof/search/shapes.hpp"

namespace shardproof::search {
namespace {

using data::MergePlan;
using data::PlanShape;
using data::RungId;
using data::Special;
using data::Trial;
using exact::Dyadic;
using exact::Integer;
using subject::Numbers;

constexpr std::array kTrees = {PlanShape::left_fold,
                               PlanShape::right_fold,
                               PlanShape::balanced,
                               PlanShape::from_empty,
                               PlanShape::random_tree};
constexpr std::array kWithSteps = {PlanShape::merge_all,
                                   PlanShape::repeated_reads,
                                   PlanShape::operands,
                                   PlanShape::round_trip,
                                   PlanShape::aliased_output,
                                   PlanShape::self_merge,
                                   PlanShape::doubling,
                                   PlanShape::retraction,
                                   PlanShape::synchronised};

MergePlan plan_with(PlanShape shape, Draw& draw) {
  MergePlan plan{.shape = shape, .word = 0};
  if (shape == PlanShape::random_tree) plan.word = draw.below(1 << 16);
  if (shape == PlanShape::doubling) plan.word = 1 + draw.below(4);
  return plan;
}

/// Trees and plans with other steps in turn.
MergePlan draw_plan(Draw& draw) {
  const bool tree = draw.one_in(2);
  const auto choice = draw.below(tree ? kTrees.size() : kWithSteps.size());
  return plan_with(tree ? kTrees.at(choice) : kWithSteps.at(choice), draw);
}

Trial draw_doubling(Draw& draw) {
  const int bits = 1 + static_cast<int>(draw.below(kCountsBits - 1));
  Trial trial = shaped_trial(draw, {.entries = 6, .workers = 4}, [bits](Draw& d) {
    return Dyadic(draw_integer(d, bits));
  });
  trial.plan = draw.one_in(8) ? draw_plan(draw)
                              : MergePlan{.shape = PlanShape::doubling,
                                          .word = 1 + draw.below(kMostDoublings)};
  return trial;
}

/// Equal observations near the largest double, and empty workers beside them: a product with an empty count of 0 must
/// not be Inf * 0, and no sum may be needed that only the variance's algebra takes back.
Trial draw_huge_constant(Draw& draw) {
  const Integer mantissa = 1 + 2 * Integer(draw.below(128));
  const auto bits = static_cast<int>(exact::bit_length(mantissa));
  // Half of them so large that the sum of a few overflows.
  const auto below = draw.one_in(2) ? draw.below(3) : draw.below(512);
  const int exponent = kLargestExponent - bits - static_cast<int>(below);
  const Dyadic value(draw.one_in(2) ? mantissa : Integer(-mantissa), exponent);
  return shaped_trial(draw, {.entries = 8, .workers = 4}, [&value](Draw&) { return value; });
}

/// Small integers, one to three of them replaced by what is not a number. What is retracted is the last part.
Trial draw_non_finite(Draw& draw) {
  Trial trial = shaped_trial(
      draw, {.entries = 8, .workers = 4}, [](Draw& d) { return Dyadic(draw_integer(d, 3)); });
  auto& observations = trial.dataset.observations;
  for (std::uint64_t i = 1 + draw.below(3); i > 0 && !observations.empty(); --i) {
    constexpr std::array kSpecials = {Special::nan, Special::infinity, Special::minus_infinity};
    auto& observation = observations[draw.below(observations.size())];
    observation.value = 0;
    observation.special = kSpecials.at(draw.below(kSpecials.size()));
  }
  return trial;
}

Trial draw_state_numbers(RungId rung, Numbers numbers, Draw& draw) {
  switch (rung) {
    case RungId::decimals: {
      const bool any = numbers == Numbers::float64 || numbers == Numbers::any;
      return shaped_trial(draw, {.entries = 40, .workers = 8}, [any](Draw& d) {
        return any ? draw_decimal(d) : Dyadic(draw_integer(d, 10));
      });
    }
    case RungId::scale:
      if (draw.one_in(6)) return draw_huge_constant(draw);
      break;
    case RungId::nonfinite:
      return draw_non_finite(draw);
    default:
      break;
  }
  // A state's numbers are limited one by one, so doubles are asked what every dyadic number may be.
  const Numbers drawn = numbers == Numbers::float64 ? Numbers::any : numbers;
  return draw_numbers(rung, drawn, draw, 0);
}

void drop_stray_sums(Trial& trial) {
  for (auto& part : trial.partition.parts) part.stray = {};
}

}  // namespace

Trial draw_state_trial(RungId rung, Numbers numbers, Draw& draw) {
  Trial trial =
      rung == RungId::counts ? draw_doubling(draw) : draw_state_numbers(rung, numbers, draw);
  if (rung != RungId::counts) trial.plan = draw_plan(draw);
  drop_stray_sums(trial);
  return trial;
}

}  // namespace shardproof::search
