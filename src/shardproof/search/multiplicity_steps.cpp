#include "shardproof/search/multiplicity_steps.hpp"

#include <algorithm>
#include <cmath>

#include "shardproof/law/relate.hpp"
#include "shardproof/search/simplicity.hpp"

namespace shardproof::search {
namespace {

using data::Trial;
using exact::Dyadic;
using exact::Integer;

/// Above this all pairs would be too many.
constexpr std::size_t kMostEntries = 8;

bool offer(const Visit& visit, const Trial& trial) {
  return visit(canonical(trial));
}

/// Offers the trial for every ordered pair of different entries.
template <class Make>
bool for_each_pair(const Trial& trial, Make&& make) {
  const std::size_t entries = trial.dataset.observations.size();
  if (entries > kMostEntries) return false;
  for (std::size_t i = 0; i < entries; ++i) {
    for (std::size_t j = 0; j < entries; ++j) {
      if (i != j && make(i, j)) return true;
    }
  }
  return false;
}

/// Every observation the largest value, or the power of two above it, as often as keeps its sum of squares.
Trial concentrated(const Trial& trial, bool power_of_two) {
  Trial result = trial;
  const auto further_from_zero = [](const auto& left, const auto& right) {
    return exact::abs(left.value) < exact::abs(right.value);
  };
  auto& observations = result.dataset.observations;
  Dyadic largest = std::ranges::max_element(observations, further_from_zero)->value;
  if (power_of_two) {
    const auto bits = static_cast<unsigned>(exact::bit_length(largest.mantissa()));
    largest = Dyadic(exact::power(2, bits));
  }
  const Integer whole = largest.mantissa() * largest.mantissa();
  if (!largest.is_integer() || whole.is_zero()) return result;
  for (auto& [value, times, special] : observations) {
    if (!value.is_integer()) continue;
    const Integer needed = (value.mantissa() * value.mantissa() * times + whole - 1) / whole;
    times = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(needed));
    value = largest;
  }
  return result;
}

}  // namespace

bool reduce_multiplicities(const Trial& trial, const Visit& visit) {
  Trial once = trial;
  for (auto& observation : once.dataset.observations) observation.times = 1;
  if (offer(visit, once)) return true;
  Trial halved = trial;
  for (auto& observation : halved.dataset.observations)
    observation.times = (observation.times + 1) / 2;
  if (offer(visit, halved)) return true;
  for (std::size_t i = 0; i < trial.dataset.observations.size(); ++i) {
    const auto times = trial.dataset.observations[i].times;
    for (auto less = times - 1; less > 0; less /= 2) {
      Trial fewer = trial;
      fewer.dataset.observations[i].times = times - less;
      if (offer(visit, fewer)) return true;
    }
  }
  return false;
}

bool balance_multiplicities(const Trial& trial, const Visit& visit) {
  return for_each_pair(trial, [&](std::size_t i, std::size_t j) {
    const auto& observations = trial.dataset.observations;
    const double product =
        static_cast<double>(observations[i].times) * static_cast<double>(observations[j].times);
    const auto mean = static_cast<std::uint64_t>(std::ceil(std::sqrt(product)));
    if (i > j || mean == 0) return false;
    Trial balanced = trial;
    balanced.dataset.observations[i].times = mean;
    balanced.dataset.observations[j].times = mean;
    return offer(visit, balanced);
  });
}

bool transfer_multiplicities(const Trial& trial, const Visit& visit) {
  return for_each_pair(trial, [&](std::size_t i, std::size_t j) {
    for (auto moved = trial.dataset.observations[i].times - 1; moved > 0; moved /= 2) {
      Trial transferred = trial;
      transferred.dataset.observations[i].times -= moved;
      transferred.dataset.observations[j].times += moved;
      if (offer(visit, transferred)) return true;
    }
    return false;
  });
}

bool reduce_pairs(const Trial& trial, const Visit& visit) {
  const auto& observations = trial.dataset.observations;
  if (observations.size() < 3) return false;
  const auto closer_to_zero = [](const auto& left, const auto& right) {
    return exact::abs(left.value) < exact::abs(right.value);
  };
  const auto nearest = static_cast<std::size_t>(
      std::ranges::min_element(observations, closer_to_zero) - observations.begin());
  return for_each_pair(trial, [&](std::size_t i, std::size_t j) {
    const auto times = observations[i].times;
    if (i > j || i == nearest || j == nearest || times == 1 || times != observations[j].times)
      return false;
    Trial reduced = trial;
    reduced.dataset.observations[i].times = 1;
    reduced.dataset.observations[j].times = 1;
    reduced.dataset.observations[nearest].times += 2 * (times - 1);
    return offer(visit, reduced);
  });
}

bool quarter_observations(const Trial& trial, const Visit& visit) {
  const auto& observations = trial.dataset.observations;
  if (observations.empty()) return false;
  if (offer(visit, concentrated(trial, true)) || offer(visit, concentrated(trial, false)))
    return true;
  Trial doubled = law::scaled(trial, 2);
  for (auto& observation : doubled.dataset.observations)
    observation.times = (observation.times + 3) / 4;
  if (offer(visit, doubled)) return true;

  const Integer count = data::count(observations);
  const auto most = std::ranges::max_element(observations, {}, &data::Observation::times);
  const Integer dropped = count - count / 4;
  if (dropped >= most->times) return false;
  Trial quartered = law::scaled(trial, Dyadic(Integer(1), -1));
  quartered.dataset.observations[static_cast<std::size_t>(most - observations.begin())].times -=
      static_cast<std::uint64_t>(dropped);
  return offer(visit, quartered);
}

}  // namespace shardproof::search
