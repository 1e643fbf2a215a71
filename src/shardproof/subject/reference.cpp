#include "shardproof/subject/reference.hpp"

#include <optional>
#include <vector>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/aggregate/exact_aggregate.hpp"
#include "shardproof/aggregate/synchronised.hpp"
#include "shardproof/merge.hpp"
#include "shardproof/subject/state.hpp"

namespace shardproof::subject {
namespace {

using aggregate::DoubleTriple;
using aggregate::IntegerTriple;
using aggregate::Summary;

std::optional<std::vector<IntegerTriple>> as_integers(std::span<const Summary> summaries) {
  std::vector<IntegerTriple> triples;
  triples.reserve(summaries.size());
  for (const auto& summary : summaries) {
    const auto count = exact::to_int64(summary.count);
    const auto sum = summary.sum.as_int64();
    const auto sumsq = summary.sumsq.as_int64();
    if (!count || !sum || !sumsq) return std::nullopt;
    triples.push_back({.count = *count, .sum = *sum, .sumsq = *sumsq});
  }
  return triples;
}

std::optional<std::vector<DoubleTriple>> as_doubles(std::span<const Summary> summaries) {
  std::vector<DoubleTriple> triples;
  triples.reserve(summaries.size());
  for (const auto& summary : summaries) {
    const auto count = exact::to_int64(summary.count);
    const auto sum = summary.sum.as_double();
    const auto sumsq = summary.sumsq.as_double();
    if (!count || !sum || !sumsq) return std::nullopt;
    triples.push_back({.count = *count, .sum = *sum, .sumsq = *sumsq});
  }
  return triples;
}

Answer answer_of(const exact::Result<std::optional<double>>& variance) {
  if (!variance) return Failed{exact::to_text(variance.error())};
  return *variance ? Answer(**variance) : Answer(NoVariance{});
}

Answer merge(std::span<const Summary> summaries) {
  if (const auto integers = as_integers(summaries))
    return answer_of(aggregate::variance(*integers));
  if (const auto doubles = as_doubles(summaries)) return answer_of(aggregate::variance(*doubles));
  return answer_of(aggregate::variance(summaries));
}

}  // namespace

std::unique_ptr<Subject> reference() {
  return merge_subject("reference", Numbers::any, merge);
}

std::vector<ReferenceState> reference_states() {
  using aggregate::ChanState;
  using aggregate::ExactAggregate;
  using aggregate::Synchronised;
  std::vector<ReferenceState> states;
  states.push_back(
      {.subject = state_subject<Synchronised<ExactAggregate>>("exact-state"), .is_exact = true});
  states.push_back(
      {.subject = state_subject<Synchronised<ChanState>>("chan-state"), .is_exact = false});
  return states;
}

}  // namespace shardproof::subject
