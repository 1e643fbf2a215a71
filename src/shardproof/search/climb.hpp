/// Climbing the ladder: subjects are asked every rung's trials until they break.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/search/block.hpp"
#include "shardproof/search/coverage.hpp"
#include "shardproof/search/run_record.hpp"
#include "shardproof/search/shrink.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// A known trial to ask first.
struct KnownTrial {
  std::string name;
  data::Trial trial;
};

/// Where a climb is, for whoever watches.
struct Progress {
  data::RungId rung = data::RungId::fixtures;
  std::size_t subjects = 0;  ///< still climbing
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

/// How a climb is made.
struct ClimbOptions {
  std::uint64_t seed = 1;
  std::uint64_t trials = 20'000;  ///< on each random rung
  unsigned jobs = 1;              ///< threads; the record does not depend on how many
  std::vector<data::RungId> rungs = {data::kRungs.begin(), data::kRungs.end()};
  std::vector<KnownTrial> known = {};  ///< the fixtures rung
  ShrinkBudget shrink = {};
  std::function<std::span<const Minimum>(data::RungId)> minimums =
      {};                                              ///< those of rung.hpp if empty
  std::function<void(const Progress&)> progress = {};  ///< called from one thread at a time
};

/// Asks the candidates the trials of each rung in turn. A candidate ends with the first trial that it breaks, which is
/// then shrunk within its rung; one that agreed with the oracle throughout a rung is also asked the laws that compare
/// answers, on a sample of its trials. One record a candidate, in their order: the outcome is holds, vacuous or
/// failed, and what that is worth the caller knows.
///
/// Deterministic: trial i of a rung depends on seed, rung, kind, number type and i alone.
std::vector<SubjectRecord> climb(std::span<const Candidate> candidates,
                                 const ClimbOptions& options);

}  // namespace shardproof::search
