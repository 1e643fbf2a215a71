/// What is known to show something: the trials of the fixtures rung that travel inside the program.
#pragma once

#include <vector>

#include "shardproof/search/climb.hpp"
#include "shardproof/search/corpus.hpp"

namespace shardproof::search {

/// The seed's fixtures at many scales.
std::vector<KnownTrial> seed_trials();

/// The committed witnesses, by name.
std::vector<CorpusEntry> witnesses();

/// The trials of both.
std::vector<KnownTrial> known_trials();

}  // namespace shardproof::search
