#include "shardproof/search/rung.hpp"

#include <algorithm>
#include <array>

#include "shardproof/search/ladder.hpp"
#include "shardproof/search/small_scope.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using exact::Dyadic;
using exact::Integer;
using subject::Domain;
using subject::Kind;
using subject::Numbers;

template <class Is>
bool all_values(const Trial& trial, Is&& is) {
  return std::ranges::all_of(trial.dataset.observations,
                             [&](const auto& observation) { return is(observation.value); });
}

template <class Is>
bool any_value(const Trial& trial, Is&& is) {
  return !all_values(trial, [&](const Dyadic& value) { return !is(value); });
}

bool is_between(const Dyadic& value, const Dyadic& low, const Dyadic& high) {
  const Dyadic magnitude = exact::abs(value);
  return !(magnitude < low) && !(high < magnitude);
}

const Dyadic& power_of_two(int exponent) {
  static const auto kPowers = [] {
    std::array<Dyadic, 2 * kLargestScale + 64> table;
    for (std::size_t i = 0; i < table.size(); ++i)
      table[i] = Dyadic(Integer(1), static_cast<int>(i) - kLargestScale);
    return table;
  }();
  const int place = exponent + kLargestScale;
  return kPowers[static_cast<std::size_t>(place)];
}

bool is_integer_rung(const Trial& trial, int bits) {
  return all_values(trial, [&](const Dyadic& value) {
    return value.is_integer() &&
           exact::bit_length(value.mantissa()) <= static_cast<std::size_t>(bits) + 1 &&
           !(power_of_two(bits) < exact::abs(value));
  });
}

bool is_far_from_one(const Trial& trial) {
  const Dyadic& large = power_of_two(kSmallestScale);
  const Dyadic& tiny = power_of_two(-kSmallestScale);
  return any_value(trial, [&](const Dyadic& value) { return !(exact::abs(value) < large); }) ||
         (any_value(trial, [](const Dyadic& value) { return value.sign() != 0; }) &&
          all_values(trial, [&](const Dyadic& value) { return !(tiny < exact::abs(value)); }));
}

bool is_all_zero(const Trial& trial) {
  return all_values(trial, [](const Dyadic& value) { return value.sign() == 0; });
}

}  // namespace

std::string_view meaning(RungId rung) {
  switch (rung) {
    case RungId::fixtures:
      return "a known case";
    case RungId::small:
      return "the formula is wrong, or empty workers are";
    case RungId::integers:
      return "the formula is wrong in a corner";
    case RungId::counts:
      return "counts or their products overflow";
    case RungId::decimals:
      return "rounding, residue, drift";
    case RungId::offset:
      return "cancellation";
    case RungId::scale:
      return "overflow, underflow, Inf*0";
    case RungId::wide:
      return "a number type that is too narrow";
    case RungId::nonfinite:
      return "a policy for NaN and infinities that depends on the split";
  }
  return "?";
}

std::string_view contents(RungId rung) {
  switch (rung) {
    case RungId::fixtures:
      return "the seed's six fixtures at many scales, then recorded counterexamples";
    case RungId::small:
      return "every dataset of up to 5 observations in -2...2 on up to 4 workers; exhaustive";
    case RungId::integers:
      return "up to 1,000 observations, up to 64 workers, |x| <= 2^20";
    case RungId::counts:
      return "multiplicities up to 2^40";
    case RungId::decimals:
      return "doubles such as 0.1, constant and not; ties of the 12th decimal";
    case RungId::offset:
      return "a small spread on 1e6 ... 1e15";
    case RungId::scale:
      return "powers of two up to 1e150 and down to 1e-150, often with one side empty";
    case RungId::wide:
      return "integers beyond 2^53 and 2^64";
    case RungId::nonfinite:
      return "NaN and infinities among small integers (states only)";
  }
  return "?";
}

bool applies(RungId rung, Domain domain) {
  const Numbers numbers = domain.numbers;
  const bool integers_only =
      numbers == Numbers::int53 || numbers == Numbers::int64 || numbers == Numbers::bigint;
  switch (rung) {
    case RungId::decimals:
    case RungId::scale:
      return !integers_only;
    case RungId::wide:
      return numbers == Numbers::bigint || numbers == Numbers::any;
    case RungId::nonfinite:
      return domain.kind == Kind::aggregate && numbers == Numbers::float64;
    default:
      return true;
  }
}

bool is_conditioned(RungId rung) {
  return rung == RungId::integers || rung == RungId::counts || rung == RungId::decimals;
}

bool is_well_conditioned(const Trial& trial) {
  const auto& observations = trial.dataset.observations;
  static const Dyadic kSmall = 32;
  if (all_values(trial, [](const Dyadic& value) { return !(kSmall < exact::abs(value)); }))
    return true;
  const Dyadic n = data::count(observations);
  Dyadic sum;
  Dyadic sumsq;
  for (const auto& [value, times, special] : observations) {
    const Dyadic weighted = value * Dyadic(Integer(times));
    sum += weighted;
    sumsq += weighted * value;
  }
  // κ ≤ n + 1, multiplied out: mean² ≤ ((n+1)² − 1)·variance.
  const Dyadic spread = n * sumsq - sum * sum;
  if (spread.sign() == 0) {
    // Every partial sum of squares is a multiple of m²·2^2e, up to n of them, so within 53 bits all are exact.
    const Integer& mantissa = observations.front().value.mantissa();
    return exact::bit_length(n.mantissa() * mantissa * mantissa) <= 53;
  }
  return !(((n + 1) * (n + 1) - 1) * spread < sum * sum);
}

bool contains(RungId rung, Domain domain, const Trial& trial) {
  if (is_conditioned(rung) && domain.numbers == Numbers::float64 && !is_well_conditioned(trial))
    return false;
  if ((rung == RungId::nonfinite) == data::are_finite(trial.dataset.observations)) return false;
  switch (rung) {
    case RungId::fixtures:
      return true;
    case RungId::small:
      return is_small(trial);
    case RungId::integers:
      return data::count(trial.dataset.observations) <= kMostObservations &&
             is_integer_rung(trial, kIntegerBits);
    case RungId::counts:
      return is_integer_rung(trial, kCountsBits);
    case RungId::decimals:
      return true;
    case RungId::offset:
      return all_values(trial, [](const Dyadic& value) {
        static const Dyadic kLow = kSmallestOffset;
        static const Dyadic kHigh = 2 * kLargestOffset;
        return is_between(value, kLow, kHigh);
      });
    // Without anything but zeros there is no scale and no width: the degenerate trials of every rung belong to it.
    case RungId::scale:
      return is_all_zero(trial) || is_far_from_one(trial);
    case RungId::wide:
      return is_all_zero(trial) || any_value(trial, [](const Dyadic& value) {
               return value.is_integer() && !value.as_double();
             });
    case RungId::nonfinite:
      return true;
  }
  return false;
}

}  // namespace shardproof::search
