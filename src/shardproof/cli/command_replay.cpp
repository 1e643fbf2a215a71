#include <vector>

#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/delivery.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/cli/outcome.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/report/replay_report.hpp"
#include "shardproof/search/replay.hpp"

namespace shardproof::cli {

ExitCode replay(const ReplayOptions& options) {
  auto output = Output::open(options.output);
  if (!output) return complain(output.error());

  std::vector<search::Counterexample> recorded;
  std::vector<std::unique_ptr<subject::Subject>> subjects;
  for (const auto& word : options.files) {
    auto counterexample = counterexample_named(word);
    if (!counterexample) return complain(counterexample.error());
    auto subject = search::subject_named(counterexample->subject);
    if (!subject) return complain(exact::within(word, subject.error()));
    if (const auto asked = search::check_asked(*counterexample, **subject); !asked)
      return complain(exact::within(word, asked.error()));
    recorded.push_back(*std::move(counterexample));
    subjects.push_back(*std::move(subject));
  }

  const auto expect = law::expect_named(options.expect).value_or(law::Expect::contract);
  std::vector<search::Replayed> replayed;
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    const auto asked = law::expect_of(subjects[i]->description().kind, expect);
    replayed.push_back(search::replay(recorded[i], *subjects[i], asked));
  }
  const auto text = options.format == "json"
                        ? report::replay_json(replayed, expect)
                        : report::replay_text(replayed, style_for(options.output));
  if (auto delivered = deliver(*output, text); !delivered) return complain(delivered.error());
  return exit_code_of(replayed);
}

}  // namespace shardproof::cli
