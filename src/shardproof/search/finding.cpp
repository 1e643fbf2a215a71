#include "shardproof/search/finding.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "shardproof/law/judge.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/simplicity.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using law::Verdict;
using subject::Question;
using subject::Subject;

bool compares_answers(data::LawId law, const Trial& trial) {
  return law == data::LawId::determinism || !law::related_trials(law, trial).empty();
}

/// Whether `trial` shows the same kind of failure as the one that was found.
bool fails_alike(const Subject& subject,
                 const Trial& trial,
                 const Verdict& found,
                 law::Expect expect) {
  const Question question = subject::question_of(trial);
  if (!holds(subject.description().numbers, question)) return false;
  const auto* broken = std::get_if<law::Broken>(&found);
  if (broken != nullptr && compares_answers(broken->law, trial)) {
    return law::breaks(broken->law, subject, trial, expect);
  }
  const auto answer = subject.ask({&question, 1}).front();
  return law::judge(trial, law::oracle_says(trial), answer, expect).index() == found.index();
}

Finding find(const FindingRequest& request, const FindingOptions& options) {
  const Hit& hit = *request.hit;
  const Subject& subject = *request.subject;
  Finding finding{.rung = request.rung,
                  .trial_number = hit.index + 1,
                  .trials_until = request.trials_before + hit.index + 1,
                  .found = hit.trial,
                  .shrunk = canonical(hit.trial),
                  .certified = request.rung == RungId::small};
  if (request.rung != RungId::small && request.rung != RungId::fixtures) {
    const auto fails = [&](const Trial& trial) {
      return contains(request.rung, subject.description().numbers, trial) &&
             fails_alike(subject, trial, hit.verdict, options.expect);
    };
    Shrunk shrunk = shrink(hit.trial, fails, options.shrink);
    finding.shrunk = std::move(shrunk.trial);
    finding.shrink_steps = shrunk.steps;
    finding.shrink_evaluations = shrunk.evaluations;
  }

  const Question question = subject::question_of(finding.shrunk);
  const auto oracle = law::oracle_says(finding.shrunk);
  finding.subject_says = subject.ask({&question, 1}).front();
  finding.verdict = law::judge(finding.shrunk, oracle, finding.subject_says, options.expect);
  // A law that compares answers can be broken where each answer by itself holds.
  if (std::holds_alternative<law::Holds>(finding.verdict)) finding.verdict = hit.verdict;
  finding.oracle_says = oracle.answer;
  if (oracle.variance) finding.oracle_exactly = exact::to_text(to_rational(*oracle.variance));
  if (std::holds_alternative<law::Broken>(finding.verdict)) {
    finding.laws = law::broken_laws(subject, finding.shrunk, law::Expect::float64);
  }
  return finding;
}

}  // namespace

std::vector<Finding> find_all(std::span<const FindingRequest> requests,
                              const FindingOptions& options) {
  std::vector<Finding> findings(requests.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < requests.size(); i = next++)
        findings[i] = find(requests[i], options);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < options.jobs; ++i) helpers.emplace_back(work);
    work();
  }
  if (error) std::rethrow_exception(error);
  return findings;
}

}  // namespace shardproof::search
