#include "shardproof/diagnosis/failing_trials.hpp"

#include <algorithm>
#include <optional>

#include "shardproof/law/judge.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/law/state_judge.hpp"
#include "shardproof/search/ladder.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/small_scope.hpp"

namespace shardproof::diagnosis {
namespace {

using data::RungId;
using data::Trial;
using law::Verdict;
using subject::Kind;
using subject::Question;
using subject::Subject;

/// Trials are asked so many at a time: a subject may be another process.
constexpr std::size_t kBlock = 256;

/// What failed so far on one rung.
struct Failures {
  std::vector<Trial> broken;
  std::vector<Trial> imprecise;
};

void sort_in(const Trial& trial, const Verdict& verdict, Failures& failures) {
  if (std::holds_alternative<law::Imprecise>(verdict)) failures.imprecise.push_back(trial);
  if (std::holds_alternative<law::Broken>(verdict) ||
      std::holds_alternative<law::SubjectFailed>(verdict))
    failures.broken.push_back(trial);
}

std::vector<Verdict> verdicts_on(const Subject& subject,
                                 std::span<const Trial> trials,
                                 law::Expect expect) {
  const Kind kind = subject.description().kind;
  std::vector<Question> questions;
  questions.reserve(trials.size());
  for (const auto& trial : trials) questions.push_back(subject::question_for(kind, trial));
  const auto reads = subject.read(questions);
  std::vector<Verdict> verdicts;
  verdicts.reserve(trials.size());
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!data::are_finite(trials[i].dataset.observations)) {
      verdicts.push_back(law::verdict_on(subject, trials[i], expect));
    } else if (kind == Kind::merge) {
      verdicts.push_back(
          law::judge(trials[i], law::oracle_says(trials[i]), reads[i].back().variance, expect));
    } else {
      verdicts.push_back(law::judge(trials[i], law::reads_due(trials[i]), reads[i], expect));
    }
  }
  return verdicts;
}

/// Trial `index` of as many as are asked on the rung: of the small scope half from its beginning, half spread over the rest.
std::optional<Trial> trial_of(RungId rung,
                              subject::Domain domain,
                              const FailingOptions& options,
                              std::size_t index) {
  if (rung != RungId::small) return search::random_trial(rung, domain, options.seed, index);
  const std::size_t size = search::small_scope_size(domain.kind);
  const std::size_t first = std::min(options.trials / 2, size);
  if (index < first) return search::small_trial(index, domain.kind);
  const std::size_t rest = options.trials - first;
  return search::small_trial(first + (size - first) * (index - first) / rest, domain.kind);
}

Failures failures_on(RungId rung, const Subject& subject, const FailingOptions& options) {
  const auto& description = subject.description();
  Failures failures;
  std::vector<Trial> block;
  for (std::size_t i = 0; i < options.trials && failures.broken.size() < options.most; ++i) {
    auto trial = trial_of(rung, description.domain(), options, i);
    if (trial && subject::accepts(description, *trial)) block.push_back(*std::move(trial));
    if (block.size() < kBlock && i + 1 < options.trials) continue;
    const auto verdicts = verdicts_on(subject, block, options.expect);
    for (std::size_t t = 0; t < block.size(); ++t) sort_in(block[t], verdicts[t], failures);
    block.clear();
  }
  return failures;
}

std::vector<Trial> first_of(std::vector<Trial> trials, std::size_t most) {
  if (trials.size() > most) trials.resize(most);
  return trials;
}

}  // namespace

std::vector<Trial> failing_trials(const Subject& subject, const FailingOptions& asked) {
  FailingOptions options = asked;
  options.expect = law::expect_of(subject.description().kind, asked.expect);
  std::vector<Trial> imprecise;
  for (const auto rung : data::kRungs) {
    if (rung == RungId::fixtures || !search::applies(rung, subject.description().domain()))
      continue;
    auto failures = failures_on(rung, subject, options);
    if (!failures.broken.empty()) return first_of(std::move(failures.broken), options.most);
    if (imprecise.empty()) imprecise = std::move(failures.imprecise);
  }
  return first_of(std::move(imprecise), options.most);
}

}  // namespace shardproof::diagnosis
