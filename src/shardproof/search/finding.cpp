#include "shardproof/search/finding.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "shardproof/law/judge.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/law/state_laws.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/simplicity.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using law::Verdict;
using subject::Question;
using subject::Subject;

/// Whether `trial` shows the same kind of failure as the one that was found.
bool fails_alike(const Subject& subject,
                 const Trial& trial,
                 const Verdict& found,
                 law::Expect expect) {
  const auto& description = subject.description();
  if (!accepts(description, trial)) return false;
  const auto* broken = std::get_if<law::Broken>(&found);
  // A law that is about one step of a plan asks by that plan whatever the trial's is: the trial keeps it, for its reader.
  if (broken != nullptr && law::plan_of(broken->law).value_or(trial.plan.shape) != trial.plan.shape)
    return false;
  if (broken != nullptr && law::compares_answers(broken->law, description.kind, trial))
    return law::breaks(broken->law, subject, trial, expect);
  return law::verdict_on(subject, trial, expect).index() == found.index();
}

Finding find(const FindingRequest& request, const FindingOptions& options) {
  const Hit& hit = *request.hit;
  const Subject& subject = *request.subject;
  Finding finding{.rung = request.rung,
                  .trial_number = hit.index + 1,
                  .trials_until = request.trials_before + hit.index + 1,
                  .found = hit.trial,
                  .shrunk = canonical(hit.trial),
                  .certified = request.is_first};
  if (!request.is_first && request.rung != RungId::fixtures) {
    const auto fails = [&](const Trial& trial) {
      return contains(request.rung, subject.description().domain(), trial) &&
             fails_alike(subject, trial, hit.verdict, request.expect);
    };
    Shrunk shrunk = shrink(hit.trial, fails, options.shrink);
    finding.shrunk = std::move(shrunk.trial);
    finding.shrink_steps = shrunk.steps;
    finding.shrink_evaluations = shrunk.evaluations;
  }

  const auto kind = subject.description().kind;
  const Question question = subject::question_for(kind, finding.shrunk);
  finding.reads = subject.read({&question, 1}).front();
  finding.subject_says = finding.reads.back().variance;
  finding.verdict = law::verdict_on(subject, finding.shrunk, request.expect);
  // A law that compares answers can be broken where each answer by itself holds, or where none is due.
  if (std::holds_alternative<law::Holds>(finding.verdict) ||
      std::holds_alternative<law::Undefined>(finding.verdict)) {
    finding.verdict = hit.verdict;
  }
  if (data::are_finite(finding.shrunk.dataset.observations)) {
    const auto oracle = law::oracle_says(finding.shrunk);
    finding.oracle_says = oracle.answer;
    if (oracle.variance) finding.oracle_exactly = exact::to_text(to_rational(*oracle.variance));
  }
  if (std::holds_alternative<law::Broken>(finding.verdict)) {
    // A merge's answers are rounded, so that its laws are asked to the precision of doubles; a state's to its own.
    const auto expect = kind == subject::Kind::merge ? law::Expect::float64 : request.expect;
    finding.laws = law::broken_laws(subject, finding.shrunk, expect);
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
