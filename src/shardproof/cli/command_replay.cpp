#include <vector>

#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/delivery.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/cli/outcome.hpp"
#include "shardproof/cli/subject_source.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/report/replay_report.hpp"
#include "shardproof/search/replay.hpp"

namespace shardproof::cli {

ExitCode replay(const ReplayOptions& options) {
  auto output = Output::open(options.output);
  if (!output) return complain(output.error());
  std::shared_ptr<subject::Subject> stranger;
  if (options.subject.words.is_given()) {
    const auto launch = launch_of(options.subject.words);
    if (!launch) return complain(launch.error());
    auto opened = open_subject(*launch, options.subject, 1);
    if (!opened) return complain(opened.error());
    stranger = *std::move(opened);
  }

  std::vector<search::Counterexample> recorded;
  std::vector<std::shared_ptr<const subject::Subject>> subjects;
  for (const auto& word : options.files) {
    auto counterexample = counterexample_named(word);
    if (!counterexample) return complain(counterexample.error());
    std::shared_ptr<const subject::Subject> subject = stranger;
    if (!subject) {
      auto ours = search::subject_named(counterexample->subject);
      if (!ours) return complain(exact::within(word, ours.error()));
      subject = *std::move(ours);
    }
    if (const auto asked = search::check_asked(*counterexample, *subject); !asked)
      return complain(exact::within(word, asked.error()));
    recorded.push_back(*std::move(counterexample));
    subjects.push_back(std::move(subject));
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
