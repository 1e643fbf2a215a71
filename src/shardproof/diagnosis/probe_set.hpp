/// The probe set: the few trials that tell the catalogue's rows apart.
///
/// Computed from whatever the catalogue holds, never written: a row that is added moves the probes by itself.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "shardproof/diagnosis/pool.hpp"
#include "shardproof/subject/subject.hpp"
#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::diagnosis {

/// Who is told apart: a row of the catalogue, or the reference.
struct Entrant {
  const subject::Variant* row = nullptr;  ///< null for the reference
  std::unique_ptr<subject::Subject> subject;
};

/// Our own right subject of that kind and every row of the catalogue that is asked the same way, in reading order.
std::vector<Entrant> entrants_of(subject::Kind kind);

/// A pair of entrants by their numbers, the smaller one first.
using Pair = std::pair<std::size_t, std::size_t>;

struct ProbeSet {
  std::vector<const Probe*> probes;  ///< in the order in which they were chosen
  std::vector<Pair> alike;           ///< pairs that no trial of the pool tells apart
};

/// The probes of `pool` that tell apart every two entrants whom any trial of `pool` tells apart. A trial tells two apart
/// if both accept it and their answers are not `Closeness::same`; where one cannot be asked, nothing is learnt.
///
/// Greedy, window by window of the pool, simplest first: of a window's trials the one that tells most of the remaining
/// pairs apart, the simpler one of equals, until none tells any. Only entrants of remaining pairs are asked. Pairs,
/// not classes: being alike is not transitive where subjects accept different trials.
ProbeSet distinguishing_probes(std::span<const Entrant> entrants, const Pool& pool);

/// The catalogue's entrants of one kind with what tells them apart. Made at the first call (about a quarter of a second),
/// safe from several threads.
struct Fingerprints {
  std::vector<Entrant> entrants;
  ProbeSet set;

  bool alike(const Entrant& left, const Entrant& right) const;
};

const Fingerprints& fingerprints(subject::Kind kind);

}  // namespace shardproof::diagnosis
