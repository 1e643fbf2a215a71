#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/delivery.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/report/explain_report.hpp"
#include "shardproof/report/stability_report.hpp"
#include "shardproof/search/replay.hpp"

namespace shardproof::cli {
namespace {

exact::Result<std::string> explanation_of(const ExplainOptions& options) {
  if (options.subject == report::kRoundedTriples) return report::rounded_triples_text();
  if (options.subject == report::kStability)
    return report::stability_text(style_for(options.output));
  const auto counterexample = counterexample_named(options.subject);
  if (!counterexample) return counterexample.error();
  const auto subject = search::subject_named(counterexample->subject);
  if (!subject) return exact::within(options.subject, subject.error());
  if (const auto asked = search::check_asked(*counterexample, **subject); !asked)
    return exact::within(options.subject, asked.error());
  return report::explain_text(*counterexample, **subject, style_for(options.output));
}

}  // namespace

ExitCode explain(const ExplainOptions& options) {
  auto output = Output::open(options.output);
  if (!output) return complain(output.error());
  const auto text = explanation_of(options);
  if (!text) return complain(text.error());
  if (auto delivered = deliver(*output, *text); !delivered) return complain(delivered.error());
  return ExitCode::holds;
}

}  // namespace shardproof::cli
