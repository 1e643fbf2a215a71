/// The diagnosis of what a hunt has found broken.
#pragma once

#include <optional>

#include "shardproof/diagnosis/diagnosis.hpp"
#include "shardproof/search/hunt.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::diagnosis {

/// Diagnoses `subject` from the counterexample of its hunt and from further trials that it fails; none unless the hunt
/// ended broken.
std::optional<Diagnosis> diagnosis_of(const subject::Subject& subject,
                                      const search::HuntRecord& record);

}  // namespace shardproof::diagnosis
