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

namespace shardproof::search {
namespace {

using data::LawId;
using data::Trial;
using law::OracleSays;
using law::Verdict;
using subject::Question;
using subject::Subject;

/// The trials of a block, ready to be asked and judged.
struct Prepared {
  std::vector<std::uint64_t> indices;
  std::vector<Trial> trials;
  std::vector<Question> questions;
  std::vector<OracleSays> oracle;
  Coverage coverage;
  std::uint64_t left_out = 0;
};

Prepared prepare(const TrialSource& source, std::uint64_t first, std::uint64_t last, Pass pass) {
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
  if (pass == Pass::laws) return block;  // the laws make their own questions
  block.questions.reserve(block.trials.size());
  block.oracle.reserve(block.trials.size());
  for (const auto& trial : block.trials) {
    block.questions.push_back(subject::question_of(trial));
    block.oracle.push_back(law::oracle_says(trial));
    observe(block.coverage, trial, block.questions.back(), block.oracle.back());
  }
  return block;
}

/// The laws that ask more than one question, in turn.
constexpr std::array kComparing = {LawId::determinism,
                                   LawId::empty_worker,
                                   LawId::partition_invariance,
                                   LawId::worker_order,
                                   LawId::shift,
                                   LawId::scale,
                                   LawId::replication,
                                   LawId::regrouping};

/// The verdict on one law. Answers that differ by no more than doubles may are imprecise; the law itself stands.
Verdict law_verdict(const Subject& subject,
                    const Trial& trial,
                    std::uint64_t index,
                    law::Expect expect) {
  const LawId law = kComparing[index % kComparing.size()];
  if (!law::breaks(law, subject, trial, expect)) return law::Holds{};
  const bool within_float64 =
      law != LawId::determinism && !law::breaks(law, subject, trial, law::Expect::float64);
  return within_float64 ? Verdict(law::Imprecise{}) : Verdict(law::Broken{.law = law});
}

std::vector<Verdict> verdicts_on(const Subject& subject,
                                 const Prepared& block,
                                 const BlockOptions& options) {
  std::vector<Verdict> verdicts;
  verdicts.reserve(block.trials.size());
  if (options.pass == Pass::laws) {
    for (std::size_t i = 0; i < block.trials.size(); ++i) {
      verdicts.push_back(law_verdict(subject, block.trials[i], block.indices[i], options.expect));
    }
    return verdicts;
  }
  const auto answers = subject.ask(block.questions);
  for (std::size_t i = 0; i < block.trials.size(); ++i) {
    verdicts.push_back(law::judge(block.trials[i], block.oracle[i], answers[i], options.expect));
  }
  return verdicts;
}

bool ends(const Verdict& verdict, const Candidate& candidate) {
  return std::holds_alternative<law::Broken>(verdict) ||
         std::holds_alternative<law::SubjectFailed>(verdict) ||
         (candidate.stop_when_imprecise && std::holds_alternative<law::Imprecise>(verdict));
}

BlockResult judge_block(const Candidate& candidate,
                        const Prepared& block,
                        const BlockOptions& options) {
  BlockResult result;
  result.left_out = block.left_out;
  result.coverage = block.coverage;
  const auto verdicts = verdicts_on(*candidate.subject, block, options);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const Verdict& verdict = verdicts[i];
    ++result.judged;
    if (std::holds_alternative<law::Holds>(verdict)) continue;
    const Hit hit{.index = block.indices[i], .trial = block.trials[i], .verdict = verdict};
    if (std::holds_alternative<law::Undefined>(verdict)) ++result.undefined;
    if (std::holds_alternative<law::Imprecise>(verdict)) {
      ++result.imprecise;
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
    const Prepared prepared = prepare(source_, first, last, options_.pass);
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
