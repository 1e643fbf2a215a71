#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/cli/output.hpp"
#include "shardproof/report/fixtures_report.hpp"
#include "shardproof/search/seed_programs.hpp"

namespace shardproof::cli {

ExitCode fixtures(const FixturesOptions& options) {
  auto output = Output::open(options.output);
  if (!output) return complain(output.error());
  const auto tables = search::seed_tables(options.scale);
  if (!tables) return complain(exact::within("--scale", tables.error()));

  const auto text =
      options.format == "json" ? report::fixtures_json(*tables) : report::fixtures_text(*tables);
  if (auto written = output->write(text); !written) return complain(written.error());
  if (auto finished = output->finish(); !finished) return complain(finished.error());

  if (!tables->repair.passed) {
    complain("the repair does not pass all fixtures");
    return ExitCode::reference_failed;
  }
  if (!search::fails_as_published(*tables)) {
    complain("a published program does not fail as published");
    return ExitCode::broken;
  }
  return ExitCode::holds;
}

}  // namespace shardproof::cli
