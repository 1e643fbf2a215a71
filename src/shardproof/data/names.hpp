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
  constant_is_zero,
  non_negative,
  oracle_agreement,
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
    LawId::constant_is_zero,
    LawId::non_negative,
    LawId::oracle_agreement,
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
    case LawId::constant_is_zero:
      return "constant-is-zero";
    case LawId::non_negative:
      return "non-negative";
    case LawId::oracle_agreement:
      return "oracle-agreement";
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
