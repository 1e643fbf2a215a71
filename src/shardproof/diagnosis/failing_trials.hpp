/// Some trials that a subject fails, for whoever has nothing but the subject.
#pragma once

#include <cstdint>
#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::diagnosis {

struct FailingOptions {
  law::Expect expect = law::Expect::contract;
  std::uint64_t seed = 1;
  std::size_t most = 12;       ///< as many failing trials at most
  std::size_t trials = 2'000;  ///< asked on each rung at most
};

/// Trials that `subject` fails on the first rung where it fails any, simplest first; an answer that is merely imprecise
/// counts only if none is broken on any rung. Empty for a subject that holds on everything asked.
std::vector<data::Trial> failing_trials(const subject::Subject& subject,
                                        const FailingOptions& options = {});

}  // namespace shardproof::diagnosis
