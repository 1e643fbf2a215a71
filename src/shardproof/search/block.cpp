#include "shardproof/search/block.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "shardproof/law/judge.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/law/state_judge.hpp"

namespace shardproof::search {
namespace {

using data::LawId;
using data::Trial;
using law::OracleSays;
using law::Verdict;
using subject::Kind;
using subject::Question;
using subject::Subject;

/// The trials of a block, ready to be asked and judged.
struct Prepared {
  std::vector<std::uint64_t> indices;
  std::vector<Trial> trials;
  std::vector<Question> questions;
  std::vector<OracleSays> oracle;  ///< for merges
  std::vector<std::vector<law::ReadDue>>
      due;  ///< for aggregates; empty where not all observations are numbers
  std::vector<std::vector<law::ReadBounds>> bounds;  ///< for aggregates; empty until needed
  std::vector<Coverage> features;                    ///< of each trial, where they are observed
  Coverage coverage;                                 ///< of all of them
  std::uint64_t left_out = 0;
};

void consult(Prepared& block, const BlockOptions& options) {
  block.questions.reserve(block.trials.size());
  for (const auto& trial : block.trials) {
    block.questions.push_back(subject::question_for(options.kind, trial));
    const bool finite = data::are_finite(trial.dataset.observations);
    OracleSays oracle = finite ? law::oracle_says(trial.dataset.observations) : OracleSays{};
    if (options.observe) {
      const auto& asked = block.questions.back().summaries;
      observe(block.features.emplace_back(),
              trial,
              options.kind == Kind::merge ? asked : subject::question_of(trial).summaries,
              oracle);
      block.coverage += block.features.back();
    }
    if (options.kind == Kind::merge) block.oracle.push_back(std::move(oracle));
    if (options.kind == Kind::aggregate)
      block.due.push_back(finite ? law::reads_due(trial) : std::vector<law::ReadDue>{});
  }
  block.bounds.resize(block.due.size());
}

Prepared prepare(const TrialSource& source,
                 std::uint64_t first,
                 std::uint64_t last,
                 const BlockOptions& options) {
  Prepared block;
  block.trials.reserve(last - first);
  for (std::uint64_t i = first; i < last; ++i) {
    if (auto trial = source.at(i)) {
      block.indices.push_back(i);
      block.trials.push_back(*std::move(trial));
    } else {
      ++block.left_out;
    }
  }
  if (options.pass == Pass::oracle) consult(block, options);  // the laws make their own questions
  return block;
}

/// The laws that ask more than one question, for each kind: they take turns.
std::vector<LawId> comparing_laws(Kind kind) {
  std::vector<LawId> laws;
  for (const auto law : data::kLaws) {
    const bool alone = law == LawId::none_iff_empty || law == LawId::constant_is_zero ||
                       law == LawId::non_negative || law == LawId::oracle_agreement ||
                       law == LawId::whole_state || law == LawId::non_finite;
    if (!alone && law::applies(law, kind)) laws.push_back(law);
  }
  return laws;
}

/// The verdict on one law. Answers that differ by no more than doubles may are imprecise; the law itself stands.
Verdict law_verdict(const Candidate& candidate, const Trial& trial, std::uint64_t index) {
  static const std::array kLawsOf = {comparing_laws(Kind::merge), comparing_laws(Kind::aggregate)};
  const Subject& subject = *candidate.subject;
  const auto& laws = kLawsOf.at(static_cast<std::size_t>(subject.description().kind));
  const LawId law = laws[index % laws.size()];
  if (!law::breaks(law, subject, trial, candidate.expect)) return law::Holds{};
  const Question question = subject::question_for(subject.description().kind, trial);
  const auto answer = subject.ask({&question, 1}).front();
  if (const auto* failed = std::get_if<subject::Failed>(&answer))
    return law::SubjectFailed{failed->detail};
  const bool within_float64 =
      law != LawId::determinism && !law::breaks(law, subject, trial, law::Expect::float64);
  return within_float64 ? Verdict(law::Imprecise{}) : Verdict(law::Broken{.law = law});
}

/// One verdict a trial; none for those that the candidate does not accept.
using Verdicts = std::vector<std::optional<Verdict>>;

/// The places of the questions that the candidate is asked. All of a merge's are made to fit.
std::vector<std::size_t> accepted(const Candidate& candidate, const Prepared& block) {
  const auto& description = candidate.subject->description();
  std::vector<std::size_t> places;
  places.reserve(block.questions.size());
  for (std::size_t i = 0; i < block.questions.size(); ++i) {
    if (description.kind == Kind::merge || subject::accepts(description, block.questions[i]))
      places.push_back(i);
  }
  return places;
}

Verdicts judge_merge(const Candidate& candidate, const Prepared& block) {
  Verdicts verdicts(block.trials.size());
  const auto answers = candidate.subject->ask(block.questions);
  for (std::size_t i = 0; i < block.trials.size(); ++i)
    verdicts[i] = law::judge(block.trials[i], block.oracle[i], answers[i], candidate.expect);
  return verdicts;
}

Verdicts judge_aggregate(const Candidate& candidate, Prepared& block) {
  Verdicts verdicts(block.trials.size());
  const auto places = accepted(candidate, block);
  std::vector<Question> questions;
  questions.reserve(places.size());
  for (const auto place : places) questions.push_back(block.questions[place]);
  const auto reads = candidate.subject->read(questions);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto& trial = block.trials[places[i]];
    const auto& due = block.due[places[i]];
    verdicts[places[i]] =
        due.empty() ? law::verdict_on(*candidate.subject, trial, candidate.expect)
                    : law::judge(trial, due, reads[i], candidate.expect, block.bounds[places[i]]);
  }
  return verdicts;
}

Verdicts verdicts_on(const Candidate& candidate, Prepared& block, Pass pass) {
  if (pass == Pass::oracle) {
    return candidate.subject->description().kind == Kind::merge ? judge_merge(candidate, block)
                                                                : judge_aggregate(candidate, block);
  }
  Verdicts verdicts(block.trials.size());
  const auto& description = candidate.subject->description();
  for (std::size_t i = 0; i < block.trials.size(); ++i) {
    // All of a merge's trials are made to fit.
    if (description.kind == Kind::merge || subject::accepts(description, block.trials[i]))
      verdicts[i] = law_verdict(candidate, block.trials[i], block.indices[i]);
  }
  return verdicts;
}

bool ends(const Verdict& verdict, const Candidate& candidate) {
  return std::holds_alternative<law::Broken>(verdict) ||
         std::holds_alternative<law::SubjectFailed>(verdict) ||
         (candidate.stop_when_imprecise && std::holds_alternative<law::Imprecise>(verdict));
}

/// The features of the trials that the candidate was asked.
Coverage coverage_of(const Prepared& block, const Verdicts& verdicts) {
  if (block.features.empty() || std::ranges::all_of(verdicts, &Verdicts::value_type::has_value))
    return block.coverage;
  Coverage coverage;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i]) coverage += block.features[i];
  }
  return coverage;
}

BlockResult judge_block(const Candidate& candidate, Prepared& block, const BlockOptions& options) {
  BlockResult result;
  result.left_out = block.left_out;
  const auto verdicts = verdicts_on(candidate, block, options.pass);
  result.coverage = coverage_of(block, verdicts);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (!verdicts[i]) {
      ++result.left_out;
      continue;
    }
    const Verdict& verdict = *verdicts[i];
    ++result.judged;
    if (std::holds_alternative<law::Holds>(verdict)) continue;
    const Hit hit{.index = block.indices[i], .trial = block.trials[i], .verdict = verdict};
    if (std::holds_alternative<law::Undefined>(verdict)) ++result.undefined;
    if (const auto* imprecise = std::get_if<law::Imprecise>(&verdict)) {
      ++result.imprecise;
      if (imprecise->bound > 0)
        result.worst = std::max(result.worst, imprecise->error / imprecise->bound);
      if (!result.first_imprecise) result.first_imprecise = hit;
    }
    if (ends(verdict, candidate)) {
      result.ended_by = hit;
      break;
    }
  }
  return result;
}

void append(BlockResult& total, BlockResult&& next) {
  total.judged += next.judged;
  total.imprecise += next.imprecise;
  total.undefined += next.undefined;
  total.left_out += next.left_out;
  total.worst = std::max(total.worst, next.worst);
  total.coverage += next.coverage;
  if (!total.first_imprecise) total.first_imprecise = std::move(next.first_imprecise);
  total.ended_by = std::move(next.ended_by);
}

/// Blocks start small, since most wrong merges fall within a few trials, and then get worth a thread's while.
constexpr std::uint64_t kFirstBlocks = 8;
constexpr std::uint64_t kFirstBlockSize = 32;
constexpr std::uint64_t kBlockSize = 512;

std::uint64_t block_start(std::uint64_t block) {
  const std::uint64_t small = std::min(block, kFirstBlocks);
  return small * kFirstBlockSize + (block - small) * kBlockSize;
}

constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// Hands out blocks in order and keeps their results until they can be put together.
class Campaign {
 public:
  Campaign(std::span<const Candidate> candidates,
           const TrialSource& source,
           const BlockOptions& options)
      : candidates_(candidates),
        source_(source),
        options_(options),
        ended_at_(candidates.size()),
        totals_(candidates.size()) {
    for (auto& block : ended_at_) block = kNever;
  }

  /// What each thread does.
  void work() {
    try {
      while (!stopped_) {
        const std::uint64_t block = next_.fetch_add(1);
        const std::uint64_t first = block_start(block);
        if (first >= source_.size || !is_wanted(block)) return;
        judge(block, first, std::min(block_start(block + 1), source_.size));
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      error_ = std::current_exception();
      stopped_ = true;
    }
  }

  std::vector<BlockResult> total() {
    if (error_) std::rethrow_exception(error_);
    return std::move(totals_);
  }

 private:
  /// Blocks after the one that ended a candidate are of no interest to it; those before it are handed out already.
  bool is_wanted_by(std::size_t candidate, std::uint64_t block) const {
    return block <= ended_at_[candidate];
  }

  bool is_wanted(std::uint64_t block) const {
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      if (is_wanted_by(c, block)) return true;
    }
    return false;
  }

  void judge(std::uint64_t block, std::uint64_t first, std::uint64_t last) {
    Prepared prepared = prepare(source_, first, last, options_);
    std::vector<std::optional<BlockResult>> results(candidates_.size());
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      if (is_wanted_by(c, block)) results[c] = judge_block(candidates_[c], prepared, options_);
    }
    const std::scoped_lock lock(mutex_);
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      if (results[c] && results[c]->ended_by) ended_at_[c] = std::min(ended_at_[c].load(), block);
    }
    results_.emplace(block, std::move(results));
    append_what_is_next();
    done_ += last - first;
    if (options_.progress) options_.progress(done_);
  }

  /// Adds to the totals in the order of the blocks; what came early waits, a few blocks for each thread.
  void append_what_is_next() {
    for (auto next = results_.find(appended_); next != results_.end();
         next = results_.find(++appended_)) {
      for (std::size_t c = 0; c < candidates_.size(); ++c) {
        auto& result = next->second[c];
        if (result && !totals_[c].ended_by) append(totals_[c], *std::move(result));
      }
      results_.erase(next);
    }
  }

  std::span<const Candidate> candidates_;
  const TrialSource& source_;
  const BlockOptions& options_;
  std::vector<std::atomic<std::uint64_t>> ended_at_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<std::optional<BlockResult>>>
      results_;                 ///< not yet in the totals
  std::uint64_t appended_ = 0;  ///< blocks that are
  std::vector<BlockResult> totals_;
  std::uint64_t done_ = 0;
  std::exception_ptr error_;
};

}  // namespace

std::vector<BlockResult> judge_all(std::span<const Candidate> candidates,
                                   const TrialSource& source,
                                   const BlockOptions& options) {
  Campaign campaign(candidates, source, options);
  {
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < options.jobs; ++i)
      helpers.emplace_back([&campaign] { campaign.work(); });
    campaign.work();
  }
  return campaign.total();
}

}  // namespace shardproof::search
