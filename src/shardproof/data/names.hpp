/// The names of laws and rungs: words that every room uses, so they stand below all of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace shardproof::data {

/// What a subject must keep. `law/laws.hpp` says what each means.
enum class LawId : std::uint8_t {
  determinism,
  none_iff_empty,
  empty_worker,
  identity,
  constant_is_zero,
  non_negative,
  operands_unchanged,
  repeated_reads,
  round_trip,
  self_merge,
  output_alias,
  retraction,
  doubling,
  synchronisation,
  non_finite,
  oracle_agreement,
  whole_state,
  singletons,
  commutativity,
  associativity,
  plan_invariance,
  partition_invariance,
  worker_order,
  shift,
  scale,
  replication,
  regrouping,
};

/// The narrowest first: a counterexample is filed under the first law it breaks.
inline constexpr std::array kLaws = {
    LawId::determinism,
    LawId::none_iff_empty,
    LawId::empty_worker,
    LawId::identity,
    LawId::constant_is_zero,
    LawId::non_negative,
    LawId::operands_unchanged,
    LawId::repeated_reads,
    LawId::round_trip,
    LawId::self_merge,
    LawId::output_alias,
    LawId::retraction,
    LawId::doubling,
    LawId::synchronisation,
    LawId::non_finite,
    LawId::oracle_agreement,
    LawId::whole_state,
    LawId::singletons,
    LawId::commutativity,
    LawId::associativity,
    LawId::plan_invariance,
    LawId::partition_invariance,
    LawId::worker_order,
    LawId::shift,
    LawId::scale,
    LawId::replication,
    LawId::regrouping,
};

/// A family of trials. A failure's class is the rung where it first fails.
enum class RungId : std::uint8_t {
  fixtures,
  small,
  integers,
  counts,
  decimals,
  offset,
  scale,
  wide,
  nonfinite,
};

/// In the order in which they are climbed.
inline constexpr std::array kRungs = {
    RungId::fixtures,
    RungId::small,
    RungId::integers,
    RungId::counts,
    RungId::decimals,
    RungId::offset,
    RungId::scale,
    RungId::wide,
    RungId::nonfinite,
};

/// "oracle-agreement"
constexpr std::string_view to_text(LawId law) {
  switch (law) {
    case LawId::determinism:
      return "determinism";
    case LawId::none_iff_empty:
      return "none-iff-empty";
    case LawId::empty_worker:
      return "empty-worker";
    case LawId::identity:
      return "identity";
    case LawId::constant_is_zero:
      return "constant-is-zero";
    case LawId::non_negative:
      return "non-negative";
    case LawId::operands_unchanged:
      return "operands-unchanged";
    case LawId::repeated_reads:
      return "repeated-reads";
    case LawId::round_trip:
      return "round-trip";
    case LawId::self_merge:
      return "self-merge";
    case LawId::output_alias:
      return "output-alias";
    case LawId::retraction:
      return "retraction";
    case LawId::doubling:
      return "doubling";
    case LawId::synchronisation:
      return "synchronisation";
    case LawId::non_finite:
      return "non-finite";
    case LawId::oracle_agreement:
      return "oracle-agreement";
    case LawId::whole_state:
      return "whole-state";
    case LawId::singletons:
      return "singletons";
    case LawId::commutativity:
      return "commutativity";
    case LawId::associativity:
      return "associativity";
    case LawId::plan_invariance:
      return "plan-invariance";
    case LawId::partition_invariance:
      return "partition-invariance";
    case LawId::worker_order:
      return "worker-order";
    case LawId::shift:
      return "shift";
    case LawId::scale:
      return "scale";
    case LawId::replication:
      return "replication";
    case LawId::regrouping:
      return "regrouping";
  }
  return "?";
}

/// "integers"
constexpr std::string_view to_text(RungId rung) {
  switch (rung) {
    case RungId::fixtures:
      return "fixtures";
    case RungId::small:
      return "small";
    case RungId::integers:
      return "integers";
    case RungId::counts:
      return "counts";
    case RungId::decimals:
      return "decimals";
    case RungId::offset:
      return "offset";
    case RungId::scale:
      return "scale";
    case RungId::wide:
      return "wide";
    case RungId::nonfinite:
      return "nonfinite";
  }
  return "?";
}

/// The law or rung of that name, if there is one.
constexpr std::optional<LawId> law_named(std::string_view name) {
  for (const auto law : kLaws) {
    if (to_text(law) == name) return law;
  }
  return std::nullopt;
}

constexpr std::optional<RungId> rung_named(std::string_view name) {
  for (const auto rung : kRungs) {
    if (to_text(rung) == name) return rung;
  }
  return std::nullopt;
}

}  // namespace shardproof::data
