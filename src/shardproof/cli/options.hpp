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

/// A stranger's subject: a file, or a command.
struct SubjectWords {
  std::string file;                  ///< empty for a command
  std::vector<std::string> command;  ///< what stood behind "--"

  bool is_given() const { return !file.empty() || !command.empty(); }
};

/// How a stranger's subject is talked to.
struct SubjectOptions {
  SubjectWords words;
  std::optional<double> timeout;  ///< seconds for every reply, > 0; none: from the first replies
};

/// `shardproof hunt`
struct HuntOptions {
  SubjectOptions subject;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> trials;      ///< on each random rung; none: by the subject's speed
  std::optional<std::uint64_t> small_step;  ///< one in so many of the small scope; none: likewise
  std::optional<unsigned> jobs;  ///< programs at a time; none: as many as the machine has cores
  std::string format = "text";
  std::string output = "-";
  std::optional<std::string> corpus;  ///< none: .shardproof beside the subject; empty: no corpus
  std::string baseline;               ///< a file; empty: none
  std::string expect = "float64";
  std::vector<data::RungId> rungs;  ///< only these; empty: all
};

/// `shardproof check-subject`
struct CheckSubjectOptions {
  SubjectOptions subject;
};

/// `shardproof plugin-host`, which is not for people: the child process that answers for a shared library.
struct PluginHostOptions {
  std::string library;
  bool exact = false;
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
  SubjectOptions subject;           ///< whom to ask instead of those that were recorded
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
                             HuntOptions,
                             CheckSubjectOptions,
                             PluginHostOptions,
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
