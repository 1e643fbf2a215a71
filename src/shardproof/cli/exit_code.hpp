/// What the program's exit status means: the whole contract.
#pragma once

namespace shardproof::cli {

enum class ExitCode : int {
  /// Everything that was asked for holds, or was done.
  holds = 0,
  /// A subject broke a law, or a known wrong variant was missed.
  broken = 1,
  /// The command line, an input or a destination cannot be used; the message names it.
  usage = 2,
  /// The subject crashed, hung or broke the protocol, so there is no verdict.
  subject_failed = 3,
  /// A rung generated too little of what it must cover: nothing broke, and that proves nothing.
  vacuous = 4,
  /// Our own reference failed: trust nothing else of this run.
  reference_failed = 5,
  /// A defect in shardproof itself; please report it.
  defect = 70,
};

}  // namespace shardproof::cli
