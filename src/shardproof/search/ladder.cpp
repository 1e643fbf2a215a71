#include "shardproof/search/ladder.hpp"

#include <algorithm>

#include <rapidcheck.h>

#include "shardproof/law/relate.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/rung_draws.hpp"
#include "shardproof/search/simpler.hpp"
#include "shardproof/search/simplicity.hpp"
#include "shardproof/search/state_draws.hpp"
#include "shardproof/search/trial_gen.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using exact::Dyadic;
using exact::Integer;
using subject::Domain;
using subject::Kind;
using subject::Numbers;

/// Data whose mean is far from 0 beside their spread are the offset rung's for a subject that holds doubles: here they
/// are moved to 0.
Trial conditioned(RungId rung, Numbers numbers, Trial trial) {
  if (numbers != Numbers::float64 || !is_conditioned(rung) || is_well_conditioned(trial))
    return trial;
  Dyadic sum;
  for (const auto& [value, times, special] : trial.dataset.observations)
    sum += value * Dyadic(Integer(times));
  // The mean rounded to an integer: what remains of it is below the spread that two different integers have.
  const Integer n = data::count(trial.dataset.observations);
  const Integer whole = sum.mantissa() >> -sum.exponent();
  return law::shifted(trial, -Dyadic(Integer(whole / n)));
}

/// A state sees the observations one by one, and never their sums.
bool holds_each(Numbers numbers, const Trial& trial) {
  return std::ranges::all_of(trial.dataset.observations,
                             [&](const auto& observation) { return holds(numbers, observation); });
}

constexpr int kAttempts = 8;

}  // namespace

std::optional<Trial> draw_trial(RungId rung, Domain domain, std::uint64_t word) {
  Draw draw(word);
  const Numbers numbers = domain.numbers;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const bool is_state = domain.kind == Kind::aggregate;
    Trial drawn = is_state ? draw_state_trial(rung, numbers, draw)
                           : draw_numbers(rung, numbers, draw, attempt);
    Trial trial = conditioned(rung, numbers, std::move(drawn));
    if (is_state && holds_each(numbers, trial)) return canonical(trial);
    if (!is_state && (numbers == Numbers::any || holds(numbers, subject::question_of(trial))))
      return trial;
  }
  return std::nullopt;
}

rc::Gen<std::optional<Trial>> trial_gen(RungId rung, Domain domain) {
  return rc::Gen<std::optional<Trial>>([=](const rc::Random& random, int /*size*/) {
    rc::Random stream = random;
    return rc::shrinkable::shrinkRecur(draw_trial(rung, domain, stream.next()),
                                       [=](const std::optional<Trial>& trial) {
                                         std::vector<std::optional<Trial>> smaller;
                                         if (trial) {
                                           for (auto& candidate : simpler(*trial)) {
                                             if (contains(rung, domain, candidate))
                                               smaller.emplace_back(std::move(candidate));
                                           }
                                         }
                                         return rc::seq::fromContainer(std::move(smaller));
                                       });
  });
}

std::optional<Trial> random_trial(RungId rung,
                                  Domain domain,
                                  std::uint64_t seed,
                                  std::uint64_t index) {
  // Seed, rung and index are mixed into one word each step, so that neighbours share nothing.
  Draw mix(seed);
  Draw rung_mix(mix.bits() + static_cast<std::uint64_t>(rung));
  Draw index_mix(rung_mix.bits() + index);
  return trial_gen(rung, domain)(rc::Random(index_mix.bits()), 0).value();
}

}  // namespace shardproof::search
