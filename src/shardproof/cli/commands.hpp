/// The commands: options in, an exit code out; results to their destination, the rest to standard
/// error. A destination is opened before anything is run, and is written whole or not at all.
#pragma once

#include <functional>
#include <span>

#include "shardproof/cli/exit_code.hpp"
#include "shardproof/cli/options.hpp"
#include "shardproof/data/names.hpp"
#include "shardproof/search/coverage.hpp"
#include "shardproof/search/gate.hpp"

namespace shardproof::cli {

/// The main job: the reference must hold, every wrong variant must be caught, no right one may be.
ExitCode gate(const GateOptions& options);

/// What a rung must cover; empty: those of the ladder.
using MinimumsOf = std::function<std::span<const search::Minimum>(data::RungId)>;

/// The same with others in the subjects' places and other minimums: how tests see the gate fail.
ExitCode gate(const GateOptions& options,
              const search::GateSubjects& subjects,
              const MinimumsOf& minimums = {});

/// Hunts a stranger's subject.
ExitCode hunt(const HuntOptions& options);

/// Shows how the conversation with a stranger's subject goes.
ExitCode check_subject(const CheckSubjectOptions& options);

/// Answers for a shared library, on standard input and output: what runs in the child process of a hunt.
ExitCode plugin_host(const PluginHostOptions& options);

/// Prints the seed's case: the tables of its three programs.
ExitCode fixtures(const FixturesOptions& options);

/// Judges recorded counterexamples again. All are read before the first is judged.
ExitCode replay(const ReplayOptions& options);

/// Takes a counterexample apart.
ExitCode explain(const ExplainOptions& options);

/// Answers merge questions: the correct merge as a tool.
ExitCode merge(const MergeOptions& options);

/// Says what there is.
ExitCode list(const ListOptions& options);

}  // namespace shardproof::cli
