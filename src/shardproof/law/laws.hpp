/// The laws of a merge, each as what it says and how it is checked.
///
/// Laws alone are blind: an average of variances commutes, associates and has an identity. The oracle is the
/// judge; the other laws say what kind of wrong it is, and catch what no single answer shows (an answer that changes
/// from one call to the next).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::law {

/// What the law demands, in one sentence.
std::string_view statement(data::LawId law);

/// How two questions' variances are related: variance(other) = factor · variance(trial), factor a power of two.
struct Related {
  data::Trial trial;
  int factor = 1;
};

/// The other questions that a law asks beside `trial`; empty for the laws that one answer decides. Each is a trial
/// whose exact variance is `factor` times that of `trial`.
std::vector<Related> related_trials(data::LawId law, const data::Trial& trial);

/// Whether `subject` breaks `law` on `trial`. Laws that compare answers allow each answer the precision of
/// `expect`: none at all under contract and exact, where the variances are the same. Questions that the
/// subject's number type does not hold are not asked.
bool breaks(data::LawId law,
            const subject::Subject& subject,
            const data::Trial& trial,
            Expect expect);

/// All the laws that the subject breaks on `trial`, the narrowest first.
std::vector<data::LawId> broken_laws(const subject::Subject& subject,
                                     const data::Trial& trial,
                                     Expect expect);

}  // namespace shardproof::law
