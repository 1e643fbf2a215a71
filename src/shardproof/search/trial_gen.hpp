/// RapidCheck's view of the ladder: a generator of whole trials.
#pragma once

#include <optional>

#include <rapidcheck.h>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// Trials of `rung` for subjects of that domain; none where a draw does not fit it.
///
/// Built by hand: one word is taken from RapidCheck's stream and the whole trial is drawn from it (element by element
/// costs 20 times as much). The size parameter is ignored, rungs are sized by design. Shrinks along `simpler`,
/// inside the rung.
rc::Gen<std::optional<data::Trial>> trial_gen(data::RungId rung, subject::Domain domain);

}  // namespace shardproof::search
