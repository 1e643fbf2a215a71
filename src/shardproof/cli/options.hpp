/// The command line as values: words in, one plain struct out. Nothing is opened, nothing is run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/exact/integer.hpp"

namespace shardproof::cli {

/// `shardproof gate`
struct GateOptions {
  std::uint64_t seed = 1;  ///< the only source of randomness; fixed unless asked for
  std::optional<std::uint64_t>
      trials;  ///< random trials on each random rung, ≥ 1; none: those of `search::ClimbOptions`
  std::optional<unsigned> jobs;     ///< threads, ≥ 1; none: as many as the machine has
  std::string format = "text";      ///< text or json
  std::string output = "-";         ///< a file, or "-" for standard output
  std::string corpus;               ///< folder of recorded counterexamples; empty: none
  std::string expect = "contract";  ///< contract, exact (refused by the gate), float64 or textbook
  std::vector<data::RungId> rungs;  ///< only these; empty: all
};

/// `shardproof fixtures`
struct FixturesOptions {
  exact::Integer scale = 1;  ///< the seed's N, ≥ 1
  std::string format = "text";
  std::string output = "-";
};

/// `shardproof replay`
struct ReplayOptions {
  std::vector<std::string> files;   ///< files, "-", or ids of variants; at least one
  std::string expect = "contract";  ///< contract, exact, float64 or textbook
  std::string format = "text";
  std::string output = "-";
};

/// `shardproof explain`
struct ExplainOptions {
  std::string subject;  ///< the id of a variant, a file, "-", rounded-triples or stability
  std::string output = "-";
};

/// `shardproof merge`
struct MergeOptions {
  std::string file = "-";  ///< "-" is standard input
  bool rows = false;       ///< every line is one worker of one question
};

/// `shardproof list`
struct ListOptions {
  std::string what;                     ///< variants, laws, rungs, formats or kill-matrix
  std::string format = "text";          ///< text or json; of variants and kill-matrix markdown, too
  std::uint64_t seed = 1;               ///< of the kill matrix
  std::optional<std::uint64_t> trials;  ///< ≥ 1; none: those of `diagnosis::KillOptions`
};

/// `--help` or `--version`: this text answers it.
struct Information {
  std::string text;
};

/// The words make no sense; the message names the one that does not.
struct UsageError {
  std::string message;
};

using Options = std::variant<GateOptions,
                             FixturesOptions,
                             ReplayOptions,
                             ExplainOptions,
                             MergeOptions,
                             ListOptions,
                             Information,
                             UsageError>;

/// What the words after the program's name ask for.
Options parse_options(const std::vector<std::string>& words);

}  // namespace shardproof::cli
