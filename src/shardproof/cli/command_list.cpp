#include <algorithm>
#include <thread>

#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/delivery.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/report/kill_matrix_report.hpp"
#include "shardproof/report/list_report.hpp"

namespace shardproof::cli {
namespace {

constexpr auto kKillMatrix = "kill-matrix";

std::string kill_matrix_in(const ListOptions& options) {
  diagnosis::KillOptions measured{.seed = options.seed,
                                  .jobs = std::max(1U, std::thread::hardware_concurrency())};
  if (options.trials) measured.trials = *options.trials;
  const auto matrix = diagnosis::kill_matrix(measured);
  if (options.format == "json") return report::kill_matrix_json(matrix);
  if (options.format == "markdown") return report::kill_matrix_markdown(matrix);
  return report::kill_matrix_text(matrix);
}

exact::Result<std::string> listing_of(const ListOptions& options) {
  const auto usage = [](std::string what, std::string hint) {
    return exact::Problem{.kind = exact::Problem::Kind::unknown_name,
                          .what = std::move(what),
                          .where = "",
                          .hint = std::move(hint)};
  };
  const bool is_matrix = options.what == kKillMatrix;
  if (!is_matrix && options.trials) return usage("--trials is for the kill matrix alone", "");
  if (is_matrix) return kill_matrix_in(options);
  const auto what = report::listing_named(options.what);
  if (!what) return usage("there is no list of " + options.what, "");
  if (options.format == "json") return report::list_json(*what);
  if (options.format == "text") return report::list_text(*what);
  if (*what == report::Listing::variants) return report::variants_markdown();
  return usage("there is no list of " + options.what + " as markdown", "text and json are known");
}

}  // namespace

ExitCode list(const ListOptions& options) {
  auto output = Output::open("-");
  if (!output) return complain(output.error());
  const auto text = listing_of(options);
  if (!text) return complain(text.error());
  if (auto delivered = deliver(*output, *text); !delivered) return complain(delivered.error());
  return ExitCode::holds;
}

}  // namespace shardproof::cli
