#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/delivery.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/report/list_report.hpp"

namespace shardproof::cli {

ExitCode list(const ListOptions& options) {
  auto output = Output::open("-");
  if (!output) return complain(output.error());
  const auto what = report::listing_named(options.what);
  if (!what) {
    complain("there is no list of " + options.what);
    return ExitCode::usage;
  }
  const auto text = options.format == "json" ? report::list_json(*what) : report::list_text(*what);
  if (auto delivered = deliver(*output, text); !delivered) return complain(delivered.error());
  return ExitCode::holds;
}

}  // namespace shardproof::cli
