/// The gate: the reference must hold, every wrong variant must be caught, none of the equivalent ones may be.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "shardproof/exact/result.hpp"
#include "shardproof/search/climb.hpp"
#include "shardproof/search/run_record.hpp"
#include "shardproof/subject/subject.hpp"
#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::search {

/// A row of the catalogue and the subject that is asked in its place.
struct GateRow {
  subject::Variant row;
  std::shared_ptr<const subject::Subject> subject;
};

/// A state of ours and the precision that it states for itself.
struct GateState {
  std::shared_ptr<const subject::Subject> subject;
  law::Expect expect = law::Expect::float64;
};

/// Who is judged. Tests put others in their places, to see the gate fail as it must.
struct GateSubjects {
  std::shared_ptr<const subject::Subject> reference;
  std::vector<GateState> states;  ///< references, too
  std::vector<GateRow> rows;
};

/// Ours: the reference merge, the reference states and the catalogue.
GateSubjects gate_subjects();

struct GateOptions {
  law::Expect expect = law::Expect::contract;  ///< of merges; see `law::expect_of` for states
  ClimbOptions climb;                          ///< `known` is filled in by the gate
  std::optional<std::filesystem::path> corpus = {};
};

/// Runs the gate.
///
/// First the references climb every rung, beginning with the seed's fixtures at many scales, the committed witnesses
/// and the corpus. If one fails, nothing else is asked. Then the variants climb, without the fixtures rung:
/// each must be found by search, on the rung where it first fails, and not because it is known. (One that first fails
/// above the small scope is asked a sample of that.) Their witnesses and
/// the corpus's entries are replayed beside that; the ones that no longer fail are reported as stale. What was
/// found is recorded in the corpus, if there is one.
///
/// A variant whose rung is not among those to be climbed is not asked. With `expect` below the contract, one that is
/// right to that precision is tolerated. `Expect::exact` fails the reference, which rounds as the contract says.
///
/// Problems: a corpus that cannot be read or written.
exact::Result<RunRecord> run_gate(const GateSubjects& subjects, const GateOptions& options);

}  // namespace shardproof::search
