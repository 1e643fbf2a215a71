#include "shardproof/search/known.hpp"

#include <array>
#include <cstdint>

#include "shardproof/search/embedded.hpp"
#include "shardproof/search/seed_case.hpp"

namespace shardproof::search {
namespace {

/// The case itself, scales at which a right formula in double or a rounding of the fraction first goes wrong
/// (NUMERICS: 16, and 35 … 59), and powers of ten.
constexpr std::array<std::int64_t, 18> kScales = {1,
                                                  2,
                                                  3,
                                                  7,
                                                  10,
                                                  16,
                                                  35,
                                                  37,
                                                  44,
                                                  49,
                                                  50,
                                                  58,
                                                  59,
                                                  1'000,
                                                  10'000,
                                                  1'000'000,
                                                  1'000'000'000,
                                                  1'000'000'000'000};

}  // namespace

std::vector<KnownTrial> seed_trials() {
  std::vector<KnownTrial> known;
  for (const auto scale : kScales) {
    const auto fixtures = seed_fixtures(scale);
    if (!fixtures) continue;
    for (const auto& fixture : *fixtures) {
      if (!fixture.trial) continue;
      known.push_back({.name = "seed, N = " + std::to_string(scale) + ": " + fixture.label,
                       .trial = *fixture.trial});
    }
  }
  return known;
}

std::vector<CorpusEntry> witnesses() {
  std::vector<CorpusEntry> entries;
  for (const auto& file : embedded_files_in("counterexamples/")) {
    // A committed witness that does not read is a defect of ours: value() says which.
    entries.push_back(
        {.name = std::string(file.name), .counterexample = counterexample_from(file.text).value()});
  }
  return entries;
}

std::vector<KnownTrial> known_trials() {
  auto known = seed_trials();
  for (const auto& [name, counterexample] : witnesses())
    known.push_back({.name = name, .trial = counterexample.trial});
  return known;
}

}  // namespace shardproof::search
