/// The kill matrix: which laws see which mechanism, and how often.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::diagnosis {

struct KillOptions {
  std::uint64_t seed = 1;
  std::uint64_t trials = 100;
  unsigned jobs = 1;
};

/// One row of the catalogue.
struct Kills {
  const subject::Variant* row = nullptr;
  std::uint64_t trials = 0;  ///< that the row could be asked
  /// Of these, how many break each law of the matrix; none where the law is not one of the row's kind.
  std::vector<std::optional<std::uint64_t>> broken;
};

/// Laws × rows.
struct KillMatrix {
  KillOptions options;
  std::vector<data::LawId> laws;  ///< all of them, the narrowest first
  std::vector<Kills> rows;        ///< in reading order
};

/// Asks every row the same random trials of the integers rung (as its number type is asked them), under the contract (a
/// state within the float64 bound), and every law about each. The counts do not depend on `jobs`.
KillMatrix kill_matrix(const KillOptions& options);

}  // namespace shardproof::diagnosis
