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

/// Who is judged. Tests put others in their places, to see the gate fail as it must.
struct GateSubjects {
  std::shared_ptr<const subject::Subject> reference;
  std::vector<GateRow> rows;
};

/// Ours: the reference and the catalogue.
GateSubjects gate_subjects();

struct GateOptions {
  ClimbOptions climb;  ///< `known` is filled in by the gate
  std::optional<std::filesystem::path> corpus = {};
};

/// Runs the gate.
///
/// First the reference climbs every rung, beginning with the seed's fixtures at many scales, the committed witnesses
/// and the corpus. If it fails, nothing else is asked. Then the variants climb, without the fixtures rung:
/// each must be found by search, on the rung where it first fails, and not because it is known. Their witnesses and
/// the corpus's entries are replayed beside that; the ones that no longer fail are reported as stale. What was
/// found is recorded in the corpus, if there is one.
///
/// A variant whose rung is not among those to be climbed is not asked. With `expect` below the contract, one that is
/// right to that precision is tolerated. `Expect::exact` fails the reference, which rounds as the contract says.
///
/// Problems: a corpus that cannot be read or written.
exact::Result<RunRecord> run_gate(const GateSubjects& subjects, const GateOptions& options);

}  // namespace shardproof::search
