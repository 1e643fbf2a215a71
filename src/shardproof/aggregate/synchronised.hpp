/// Workers that see each other's observations now and then: what a worker must keep so that each
/// observation counts once.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "shardproof/aggregate/merge_forms.hpp"

namespace shardproof::aggregate {

/// A worker of a group that synchronises (an all-reduce of states), over any mergeable state `S`.
///
///     std::vector<Synchronised<ChanState>> workers(4);
///     workers[2].accumulate(x);                              // read by worker 2 alone
///     Synchronised<ChanState>::synchronise(std::span(workers));  // read by all, counted once
///     Synchronised<ChanState>::synchronise(std::span(workers));  // nothing new: changes nothing
///
/// What came since the last synchronisation is kept apart from what all have seen; only the former
/// is sent. A state that sent all it has read would count everything again in every round. Precise
/// as `S` is, whose non-finite policy it has.
template <class S>
struct Synchronised {
  using number = typename S::number;

  S shared;  ///< what all workers had seen at the last synchronisation
  S fresh;   ///< what this one has seen since

  void accumulate(const number& x) { fresh.accumulate(x); }

  /// Expects that this worker accumulated x since the last synchronisation.
  void retract(const number& x) { fresh.retract(x); }

  /// Adds what `other` has seen since the last synchronisation, and nothing of what was shared: the
  /// two are of one group, so this state has that already. Before the first synchronisation it is
  /// the merge of all that both hold.
  void merge(const Synchronised& other) { fresh.merge(other.fresh); }

  /// Reads of what was shared and what came since.
  auto finalise() const { return whole().finalise(); }

  auto average() const { return whole().average(); }

  auto observations() const { return whole().observations(); }

  /// Both as one state, for readers outside the group.
  S whole() const {
    S all = shared;
    all.merge(fresh);
    return all;
  }

  /// Afterwards each of the `workers`, which are the whole group, reads what all have seen, each
  /// observation once. O(workers) merges.
  static void synchronise(std::span<Synchronised> workers) {
    if (workers.empty()) return;
    S all = workers.front().shared;
    for (const Synchronised& worker : workers) all.merge(worker.fresh);
    for (Synchronised& worker : workers) worker = {.shared = all, .fresh = S()};
  }

  /// The merge of two, and of any number of workers in one call; `out` may be one of the two.
  template <class State>
  static void merge_into(const State& left, const State& right, State& out) {
    aggregate::merge_into(left, right, out);
  }

  template <class State>
  static State merge_all(std::span<const State> states) {
    return aggregate::merge_all(states);
  }

  /// Text that `decode` reads back as the same state: both texts of `S`, a line each.
  std::string encode() const { return shared.encode() + '\n' + fresh.encode(); }

  /// Throws std::invalid_argument for a text that `encode` did not write.
  static Synchronised decode(std::string_view text) {
    const auto line = text.find('\n');
    if (line == std::string_view::npos)
      throw std::invalid_argument("a synchronised state is two lines, shared and fresh");
    return {.shared = S::decode(text.substr(0, line)), .fresh = S::decode(text.substr(line + 1))};
  }

  friend bool operator==(const Synchronised&, const Synchronised&) = default;
};

}  // namespace shardproof::aggregate
