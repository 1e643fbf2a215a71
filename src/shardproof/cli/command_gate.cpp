#include <algorithm>
#include <thread>

#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/delivery.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/cli/outcome.hpp"
#include "shardproof/cli/progress_line.hpp"
#include "shardproof/report/gate_report.hpp"

namespace shardproof::cli {
namespace {

search::GateOptions gate_options(const GateOptions& options) {
  search::GateOptions result;
  result.climb.seed = options.seed;
  if (options.trials) result.climb.trials = *options.trials;
  result.climb.jobs = options.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
  result.expect = law::expect_named(options.expect).value_or(law::Expect::contract);
  if (!options.rungs.empty()) {
    // In the order of the ladder, each once, however they were asked for.
    std::erase_if(result.climb.rungs, [&](data::RungId rung) {
      return std::ranges::find(options.rungs, rung) == options.rungs.end();
    });
  }
  if (!options.corpus.empty()) result.corpus = options.corpus;
  return result;
}

}  // namespace

ExitCode gate(const GateOptions& options) {
  return gate(options, search::gate_subjects());
}

ExitCode gate(const GateOptions& options,
              const search::GateSubjects& subjects,
              const MinimumsOf& minimums) {
  if (options.expect == to_text(law::Expect::exact)) {
    complain(
        "--expect exact: the reference rounds to 12 decimals, as the contract says, so the gate "
        "cannot hold it to "
        "the nearest double (choose contract, float64 or textbook)");
    return ExitCode::usage;
  }
  auto output = Output::open(options.output);
  if (!output) return complain(output.error());
  auto run_options = gate_options(options);
  run_options.climb.minimums = minimums;
  if (run_options.corpus) {
    if (auto writable = check_corpus(*run_options.corpus); !writable)
      return complain(writable.error());
  }

  const auto record = [&] {
    ProgressLine line;
    run_options.climb.progress = [&](const search::Progress& progress) { line.show(progress); };
    return search::run_gate(subjects, run_options);
  }();
  if (!record) return complain(record.error());

  const auto text = options.format == "json"
                        ? report::gate_json(*record)
                        : report::gate_text(*record, style_for(options.output));
  if (auto delivered = deliver(*output, text); !delivered) return complain(delivered.error());
  return exit_code_of(search::conclusion(*record));
}

}  // namespace shardproof::cli
