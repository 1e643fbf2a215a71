/// Sharing: states that touch one another. Each is right by itself; what goes wrong is who reads what, when, and how
/// often.
///
/// A merge may be handed itself, an output may be one of its inputs, an operand may be read again, a result may be read
/// twice, and a worker that has shared its state goes on counting. A test that merges two fresh states once sees none of
/// that.
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/state_row.hpp"

namespace shardproof::subject {
namespace {

using aggregate::ChanState;
using ChanWorker = Worker<ChanState>;

struct OperandDrained : ChanState {
  void merge(const OperandDrained& other) {
    ChanState::merge(other);
    if (&other != this) static_cast<ChanState&>(const_cast<OperandDrained&>(other)) = {};
  }
};

struct SelfMergeIgnored : ChanState {
  void merge(const SelfMergeIgnored& other) {
    if (&other != this) ChanState::merge(other);
  }
};

struct SelfMergeAsAValue : ChanState {
  void merge(const SelfMergeAsAValue& other) {
    if (&other != this) return ChanState::merge(other);
    if (const auto value = average()) accumulate(*value);
  }
};

struct OutputClearedFirst : ChanWorker {
  static void merge_into(const OutputClearedFirst& a,
                         const OutputClearedFirst& b,
                         OutputClearedFirst& out) {
    out = {};
    out.merge(a);
    out.merge(b);
  }
};

struct FoldSeededTwice : ChanWorker {
  static FoldSeededTwice merge_all(std::span<const FoldSeededTwice> workers) {
    if (workers.empty()) return {};
    FoldSeededTwice whole = workers.front();
    for (const auto& worker : workers) whole.merge(worker);
    return whole;
  }
};

struct OddStateDropped : ChanWorker {
  static OddStateDropped merge_all(std::span<const OddStateDropped> workers) {
    OddStateDropped whole;
    for (std::size_t i = 1; i < workers.size(); i += 2) {
      whole.merge(workers[i - 1]);
      whole.merge(workers[i]);
    }
    return whole;
  }
};

struct FinalisedInPlace : ChanState {
  std::optional<double> finalise() const {
    const auto variance = ChanState::finalise();
    if (variance) const_cast<FinalisedInPlace&>(*this).m2 = *variance;
    return variance;
  }
};

struct CacheNotDropped : ChanState {
  mutable std::optional<double> cache;

  void accumulate(double x) {
    cache.reset();
    ChanState::accumulate(x);
  }

  void retract(double x) {
    cache.reset();
    ChanState::retract(x);
  }

  std::optional<double> finalise() const {
    if (!cache) cache = ChanState::finalise();
    return cache;
  }
};

struct FullStateRemerged : ChanWorker {
  static void synchronise(std::span<FullStateRemerged> workers) {
    ChanState total = workers.front().shared.value_or(ChanState{});
    for (const auto& worker : workers) {
      total.merge(worker.shared.value_or(ChanState{}));
      total.merge(worker.own);
    }
    share(total, workers);
  }
};

struct NothingWithoutPeers : ChanWorker {
  static void synchronise(std::span<NothingWithoutPeers> workers) {
    share(workers.size() > 1 ? total_of(workers) : ChanState{}, workers);
  }
};

struct FirstWorkerKnows : ChanWorker {
  static void synchronise(std::span<FirstWorkerKnows> workers) {
    const ChanState total = total_of(workers);
    share(total, workers.first(1));
    for (auto& worker : workers.subspan(1)) {
      ChanState seen = worker.shared.value_or(ChanState{});
      seen.merge(worker.own);
      worker.own = {};
      worker.shared = seen;
    }
  }
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "operand-drained",
        .family = Family::sharing,
        .mechanism = "moves the other state's contents out, which is empty afterwards",
        .repair = "take the other state as it is: it may be read or merged again",
        .seen_in = "https://github.com/apache/druid/issues/4672",
        .caught_by = data::LawId::none_iff_empty,
        .numbers = Numbers::float64,
        .state = state_row<OperandDrained>,
    },
    {
        .id = "self-merge-ignored",
        .family = Family::sharing,
        .mechanism = "guards against merging with itself as an assignment does, by doing nothing",
        .repair = "a state merged with itself holds every observation twice: merge a copy",
        .seen_in = "derived: the guard of an assignment in a merge",
        .caught_by = data::LawId::self_merge,
        .numbers = Numbers::float64,
        .state = state_row<SelfMergeIgnored>,
    },
    {
        .id = "self-merge-as-a-value",
        .family = Family::sharing,
        .mechanism = "takes in the state itself as if it were one more observation, its mean",
        .repair = "merge a copy of itself",
        .seen_in = "https://github.com/apache/spark/pull/34653",
        .caught_by = data::LawId::self_merge,
        .numbers = Numbers::float64,
        .state = state_row<SelfMergeAsAValue>,
    },
    {
        .id = "output-cleared-first",
        .family = Family::sharing,
        .mechanism = "clears the output before it reads the inputs, one of which it is",
        .repair = "build the merge in a state of its own and assign it at the end",
        .seen_in = "derived: https://github.com/apache/spark/pull/34653, with an output",
        .caught_by = data::LawId::none_iff_empty,
        .numbers = Numbers::float64,
        .state = state_subject<OutputClearedFirst>,
    },
    {
        .id = "fold-seeded-twice",
        .family = Family::sharing,
        .mechanism = "begins a fold with a copy of the first state and then adds all of them",
        .repair = "begin with an empty state, or go on from the second",
        .seen_in = "https://github.com/saguiitay/CardinalityEstimation/pull/55",
        .numbers = Numbers::float64,
        .state = state_subject<FoldSeededTwice>,
    },
    {
        .id = "odd-state-dropped",
        .family = Family::sharing,
        .mechanism = "merges a block of states two by two and forgets the one that is left over",
        .repair = "consume the whole block, whatever its length is",
        .seen_in = "https://github.com/taosdata/TDengine/pull/14718",
        .caught_by = data::LawId::none_iff_empty,
        .numbers = Numbers::float64,
        .state = state_subject<OddStateDropped>,
    },
    {
        .id = "finalised-in-place",
        .family = Family::sharing,
        .mechanism = "divides M2 by n where it stands: the second reading divides again",
        .repair = "leave the state alone when it is read",
        .seen_in = "https://github.com/timescale/timescaledb/pull/4219",
        .caught_by = data::LawId::repeated_reads,
        .numbers = Numbers::float64,
        .state = state_row<FinalisedInPlace>,
    },
    {
        .id = "cache-not-dropped",
        .family = Family::sharing,
        .mechanism = "remembers the variance once it was read; only an observation makes it forget",
        .repair = "drop what is remembered in a merge as well",
        .seen_in = "derived: a cache that one of two ways in does not know of",
        .caught_by = data::LawId::repeated_reads,
        .numbers = Numbers::float64,
        .state = state_row<CacheNotDropped>,
    },
    {
        .id = "full-state-remerged",
        .family = Family::sharing,
        .mechanism = "sends its whole state at every synchronisation: what was shared before is "
                     "counted again",
        .repair = "send what came since the last synchronisation, and start afresh",
        .seen_in = "https://github.com/ray-project/ray/issues/1081",
        .caught_by = data::LawId::synchronisation,
        .numbers = Numbers::float64,
        .state = state_subject<FullStateRemerged>,
    },
    {
        .id = "nothing-without-peers",
        .family = Family::sharing,
        .mechanism = "fills in the totals inside the exchange, which one worker alone never makes",
        .repair = "a reduction over one worker is that worker's state",
        .seen_in = "https://github.com/openai/baselines/issues/980",
        .caught_by = data::LawId::none_iff_empty,
        .numbers = Numbers::float64,
        .state = state_subject<NothingWithoutPeers>,
    },
    {
        .id = "first-worker-knows",
        .family = Family::sharing,
        .mechanism = "reduces to the first worker and hands nothing back: the others go on with "
                     "what they saw themselves",
        .repair = "reduce to all, or broadcast what the first one has",
        .seen_in = "https://github.com/huggingface/pytorch-image-models/issues/110",
        .caught_by = data::LawId::none_iff_empty,
        .numbers = Numbers::float64,
        .state = state_subject<FirstWorkerKnows>,
    },
});

}  // namespace

std::span<const Variant> sharing_rows() {
  return kRows;
}

}  // namespace shardproof::subject
