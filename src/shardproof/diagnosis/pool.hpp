/// The pool: the trials on which subjects are compared to see whether they are the same function.
#pragma once

#include <cstdint>
#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/diagnosis/closeness.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::diagnosis {

/// One trial, ready to be asked.
struct Probe {
  const data::Trial* trial = nullptr;
  subject::Question question;
  Noise noise;
};

/// The trials for one kind of subject, simplest rungs first: the beginning of the small scope and a sample of the rest; for
/// merges the same in such units that there are ties of the 12th decimal; the committed counterexamples; random trials
/// of every other rung, for each number type that the rung can be asked in. The same on every machine.
class Pool {
 public:
  /// `small` trials of the small scope, for merges twice as many with ties, `random` or a few times as
  /// many of each rung and number type.
  Pool(subject::Kind kind, std::size_t small, std::size_t random, std::uint64_t seed);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() = default;

  const std::vector<Probe>& probes() const { return probes_; }

 private:
  std::vector<data::Trial> trials_;
  std::vector<Probe> probes_;  ///< point into trials_
};

/// The pool that diagnoses are made with. Made at the first call, safe from several threads.
const Pool& pool(subject::Kind kind);

}  // namespace shardproof::diagnosis
