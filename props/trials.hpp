/// Random trials for the properties above search/: what the ladder's random rungs draw.
#pragma once

#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "shardproof/search/trial_gen.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::props {

/// Trials of `rung`, shrinking inside it.
inline rc::Gen<data::Trial> trials_of(data::RungId rung) {
  const auto drawn = search::trial_gen(rung, subject::Numbers::any);
  const auto is_there = [](const std::optional<data::Trial>& trial) { return trial.has_value(); };
  return rc::gen::map(rc::gen::suchThat(drawn, is_there),
                      [](std::optional<data::Trial> trial) { return *std::move(trial); });
}

/// Trials of every random rung: integers, multiplicities to 2^40, decimals, large offsets, 1e±150, beyond 64 bits.
inline rc::Gen<data::Trial> trials() {
  using data::RungId;
  return rc::gen::oneOf(trials_of(RungId::integers),
                        trials_of(RungId::counts),
                        trials_of(RungId::decimals),
                        trials_of(RungId::offset),
                        trials_of(RungId::scale),
                        trials_of(RungId::wide));
}

/// The trial's dataset, cut elsewhere: at `cuts`, taken modulo its length. Two cuts in one place leave an empty part.
inline data::Trial cut_at(const data::Trial& trial, std::vector<std::size_t> cuts) {
  const std::size_t entries = trial.dataset.observations.size();
  for (auto& cut : cuts) cut %= entries + 1;
  cuts.push_back(entries);
  std::ranges::sort(cuts);
  data::Trial result = trial;
  result.partition.parts.clear();
  std::size_t from = 0;
  for (const std::size_t cut : cuts) {
    result.partition.parts.push_back({.size = cut - from, .stray = {}});
    from = cut;
  }
  return result;
}

/// Up to eight places to cut at.
inline rc::Gen<std::vector<std::size_t>> cuts() {
  return rc::gen::resize(
      8, rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 2000)));
}

}  // namespace shardproof::props
