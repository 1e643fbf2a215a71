/// The ladder: random trials for each rung.
#pragma once

#include <cstdint>
#include <optional>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

inline constexpr int kMostObservations = 1000;              ///< integers rung
inline constexpr int kMostWorkers = 64;                     ///< before empty ones are added
inline constexpr int kIntegerBits = 20;                     ///< integers rung: |x| ≤ 2^20
inline constexpr int kCountsBits = 12;                      ///< counts rung: |x| ≤ 2^12
inline constexpr int kMultiplicityBits = 40;                ///< counts rung: times ≤ 2^40
inline constexpr std::int64_t kSmallestOffset = 1'000'000;  ///< offset rung: 1e6 …
inline constexpr std::int64_t kLargestOffset = 1'000'000'000'000'000;  ///< … 1e15
inline constexpr int kSmallestScale = 64;  ///< scale rung: |x| from 2^±64 …
inline constexpr int kLargestScale = 498;  ///< … to 2^±498, about 1e±150

/// Trial `index` of `rung` for subjects of that domain: the same for the same seed on every machine, whatever
/// was drawn before. None where no draw of a few fits the number type; such trials are left out and counted.
///
/// Draws through RapidCheck's generator of `trial_gen.hpp`: one random word a trial.
std::optional<data::Trial> random_trial(data::RungId rung,
                                        subject::Domain domain,
                                        std::uint64_t seed,
                                        std::uint64_t index);

/// The trial that one random word stands for. Pure.
std::optional<data::Trial> draw_trial(data::RungId rung,
                                      subject::Domain domain,
                                      std::uint64_t word);

}  // namespace shardproof::search
