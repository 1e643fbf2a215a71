#include "shardproof/diagnosis/pool.hpp"

#include <algorithm>
#include <array>

#include "shardproof/law/relate.hpp"
#include "shardproof/search/counterexample.hpp"
#include "shardproof/search/embedded.hpp"
#include "shardproof/search/ladder.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/small_scope.hpp"

namespace shardproof::diagnosis {
namespace {

using data::RungId;
using data::Trial;
using subject::Kind;
using subject::Numbers;

constexpr std::size_t kSmall = 1024;
constexpr std::size_t kRandom = 64;
constexpr std::uint64_t kSeed = 1;

constexpr std::array kNumbers = {
    Numbers::int53, Numbers::int64, Numbers::bigint, Numbers::float64, Numbers::any};

/// The number of pick `i` of so many: half of them from the beginning of the small scope, where the simplest are, and half
/// spread over the rest.
std::size_t pick(std::size_t i, std::size_t wanted, std::size_t size) {
  const std::size_t first = std::min(wanted / 2, size);
  return i < first ? i : first + (size - first) * (i - first) / (wanted - first);
}

void add_small(std::vector<Trial>& trials, Kind kind, std::size_t wanted) {
  const std::size_t size = search::small_scope_size(kind);
  for (std::size_t i = 0; i < wanted; ++i)
    trials.push_back(search::small_trial(pick(i, wanted, size), kind));
}

/// The trial in units of 2^−places. Squares of 2^−4 … 2^−7 make sums over a few observations that are odd numbers of
/// 8192nds: ties of the 12th decimal, of whatever formula divides by a power of two there.
Trial in_fractions(const Trial& trial, int places) {
  return law::scaled(trial, exact::Dyadic(exact::Integer(1), -places));
}

/// The trial with so many zeros in one of its parts that there are 2^`bits` observations: the same for subjects that are
/// asked nothing but integers.
Trial padded(const Trial& trial, int bits) {
  auto parts = data::parts_of(trial);
  const auto fullest = std::ranges::max_element(
      parts, {}, [](const data::PartValues& part) { return part.observations.size(); });
  if (fullest == parts.end() || fullest->observations.empty()) return trial;
  const auto few = data::count(trial.dataset.observations);
  const auto zeros = (std::uint64_t{1} << bits) - few.convert_to<std::uint64_t>();
  fullest->observations.push_back({.value = 0, .times = zeros});
  return data::trial_of(parts, trial.plan);
}

/// Small trials, changed so that there are ties: nothing else tells how a stranger's formula is rounded. States do not round.
void add_ties(std::vector<Trial>& trials, std::size_t wanted) {
  const std::size_t size = search::small_scope_size(Kind::merge);
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto small = search::small_trial(pick(i, wanted, size), Kind::merge);
    trials.push_back(in_fractions(small, 4 + static_cast<int>(i % 4)));
    trials.push_back(padded(small, 12 + static_cast<int>(i % 3)));
  }
}

void add_counterexamples(std::vector<Trial>& trials, Kind kind) {
  for (const auto& file : search::embedded_files_in("counterexamples/")) {
    const auto recorded = search::counterexample_from(file.text);
    if (!recorded) continue;
    const bool for_states = data::is_for_states(recorded->trial.plan.shape);
    if (for_states == (kind == Kind::aggregate)) trials.push_back(recorded->trial);
  }
}

void add_random(std::vector<Trial>& trials,
                RungId rung,
                subject::Domain domain,
                std::size_t wanted,
                std::uint64_t seed) {
  if (!search::applies(rung, domain)) return;
  // Many a trial fits every number type: each type's numbers start where no other's do, so that none is drawn twice.
  const std::uint64_t first = wanted * static_cast<std::uint64_t>(domain.numbers);
  for (std::uint64_t i = first; i < first + wanted; ++i) {
    if (auto trial = search::random_trial(rung, domain, seed, i))
      trials.push_back(*std::move(trial));
  }
}

}  // namespace

Pool::Pool(Kind kind, std::size_t small, std::size_t random, std::uint64_t seed) {
  add_small(trials_, kind, small);
  if (kind == Kind::merge) add_ties(trials_, small);
  add_counterexamples(trials_, kind);
  for (const auto rung : data::kRungs) {
    if (rung == RungId::fixtures || rung == RungId::small) continue;
    // Where digits are lost it is a matter of luck which, and only some of the decimals are ties: more trials are needed.
    const bool by_luck = rung == RungId::offset || rung == RungId::decimals;
    const std::size_t wanted = by_luck ? 4 * random : random;
    for (const auto numbers : kNumbers) add_random(trials_, rung, {kind, numbers}, wanted, seed);
  }
  probes_.reserve(trials_.size());
  for (const auto& trial : trials_) {
    probes_.push_back({.trial = &trial,
                       .question = subject::question_for(kind, trial),
                       .noise = noise_of(kind, trial)});
  }
}

const Pool& pool(Kind kind) {
  if (kind == Kind::merge) {
    static const Pool kMerges(Kind::merge, kSmall, kRandom, kSeed);
    return kMerges;
  }
  static const Pool kAggregates(Kind::aggregate, kSmall, kRandom, kSeed);
  return kAggregates;
}

}  // namespace shardproof::diagnosis
