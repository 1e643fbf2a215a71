/// A counterexample taken apart: what was dropped, why the answer is what it is, what the repair is.
#pragma once

#include <string>
#include <string_view>

#include "shardproof/report/layout.hpp"
#include "shardproof/search/counterexample.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::report {

/// For a terminal: what is known of the subject; the workers with their triples, means and
/// variances; the variance as the spread within the workers and the spread between them, in exact
/// fractions; what oracle and subject say and which term, if any, makes exactly the difference; the
/// laws that the answer breaks, and those that are blind to it. Ends with a newline.
///
/// A term is named only where the formula's exact value equals it; where there is no formula, the
/// rounded answers are compared, and the text says so.
std::string explain_text(const search::Counterexample& counterexample,
                         const subject::Subject& subject,
                         Style style = {});

/// The name of a lesson that is no subject's.
inline constexpr std::string_view kRoundedTriples = "rounded-triples";

/// That sums which were rounded on their way may belong to no data at all: the same constant data,
/// summed in doubles, come out right by luck, wrong, and impossible. Ends with a newline.
std::string rounded_triples_text();

}  // namespace shardproof::report
