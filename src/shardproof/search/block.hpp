/// Blocks of trials: asked and judged together, in parallel, with the same result on any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/search/coverage.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// The trials of one rung, by number. `at` is pure and may be called from several threads; a trial that it has none
/// for is left out.
struct TrialSource {
  std::uint64_t size = 0;
  std::function<std::optional<data::Trial>(std::uint64_t)> at;
};

/// What is asked of the trials.
enum class Pass : std::uint8_t {
  oracle,  ///< each answer is judged against the oracle
  laws,    ///< each trial is asked one of the laws that compare answers, in turn
};

/// Someone to be judged, and what ends it.
struct Candidate {
  const subject::Subject* subject = nullptr;
  law::Expect expect = law::Expect::contract;  ///< the precision that is asked of it
  bool stop_when_imprecise = false;            ///< besides a broken law or a failed answer
  std::uint64_t small_step =
      1;  ///< asked one in so many trials of the small scope; all certify a minimum
  std::uint64_t small_first = 0;  ///< the simplest so many are asked all the same
};

/// A trial that did not hold.
struct Hit {
  std::uint64_t index = 0;
  data::Trial trial;
  law::Verdict verdict;  ///< Imprecise, Broken or SubjectFailed
};

/// What happened to one candidate in a run of consecutive trials, up to the first that ended it.
struct BlockResult {
  std::uint64_t judged = 0;
  std::uint64_t imprecise = 0;
  std::uint64_t undefined = 0;
  std::uint64_t left_out =
      0;  ///< no draw fitted the number type, or the subject does not do what the plan demands
  double worst = 0;   ///< error over bound, of the imprecise answers
  Coverage coverage;  ///< of the oracle pass, whole blocks
  std::optional<Hit> first_imprecise;
  std::optional<Hit> ended_by;
};

/// How blocks are judged.
struct BlockOptions {
  Pass pass = Pass::oracle;
  subject::Kind kind = subject::Kind::merge;  ///< of all candidates
  bool observe = true;                        ///< whether the trials' features are counted
  unsigned jobs = 1;
  std::function<void(std::uint64_t)> progress =
      {};  ///< told how many trials are done, from one thread at a time
};

/// Asks every candidate the trials of `source` until each has ended or the trials have. A trial is drawn, summarised
/// and given to the oracle once for all of them. One result a candidate, in their order: the same as asking it
/// one trial after the other, on any number of threads, because blocks are handed out in order and of several
/// failures the lowest number counts. A candidate is not asked what it does not accept.
std::vector<BlockResult> judge_all(std::span<const Candidate> candidates,
                                   const TrialSource& source,
                                   const BlockOptions& options);

}  // namespace shardproof::search
