#include "shardproof/diagnosis/closeness.hpp"

#include <algorithm>
#include <cmath>

#include "shardproof/exact/fraction.hpp"
#include "shardproof/exact/round12.hpp"

namespace shardproof::diagnosis {
namespace {

using subject::Answer;
using subject::Failed;
using subject::Read;
using subject::Reads;

double magnitude(const exact::Dyadic& value) {
  const exact::Fraction fraction{value.mantissa(), 1, value.exponent()};
  return std::abs(exact::nearest_double(fraction).value_or(HUGE_VAL));
}

/// Rounding moves a number by less than 1e−12, so that most pairs need not be rounded to be told apart.
constexpr double kTooFarToRoundAlike = 1e-11;

constexpr double kLastDigit = 1e-12;

/// Of two finite numbers.
bool is_same(double left, double right, Digits digits) {
  const double difference = std::abs(left - right);
  if (digits == Digits::significant)
    return difference <= kLastDigit * std::min(std::abs(left), std::abs(right));
  return difference < kTooFarToRoundAlike && exact::round12(left) == exact::round12(right);
}

Closeness worse(Closeness left, Closeness right) {
  return std::max(left, right);
}

/// As far as both sides say anything.
Closeness closeness_of_both(const std::optional<Answer>& left,
                            const std::optional<Answer>& right,
                            double noise,
                            Digits digits) {
  return left && right ? closeness(*left, *right, noise, digits) : Closeness::same;
}

Closeness closeness_of(const Read& left, const Read& right, const Noise& noise) {
  const auto variance = closeness(left.variance, right.variance, noise.variance, noise.digits);
  const auto mean = closeness_of_both(left.mean, right.mean, noise.mean, noise.digits);
  return worse(worse(variance, mean), closeness_of_both(left.count, right.count, 0, noise.digits));
}

/// Whether the difference is a unit of the 12th decimal, as that of two doubles shows it.
bool is_a_unit(double difference, double left, double right) {
  return difference <= 1e-12 + 0x1p-51 * std::max(std::abs(left), std::abs(right));
}

}  // namespace

std::string_view to_text(Closeness closeness) {
  switch (closeness) {
    case Closeness::same:
      return "to 12 digits";
    case Closeness::doubles:
      return "to within the rounding of doubles";
    case Closeness::unit:
      return "to one unit of the 12th decimal";
    case Closeness::apart:
      return "not at all";
  }
  return "?";
}

Noise noise_of(subject::Kind kind, const data::Trial& trial) {
  double largest = 0;
  auto terms = static_cast<double>(trial.partition.parts.size() + 1);
  for (const auto& observation : trial.dataset.observations) {
    largest = std::max(largest, magnitude(observation.value));
    if (kind == subject::Kind::aggregate) terms += static_cast<double>(observation.times);
  }
  const double share = 0x1p-47 * terms;
  const bool rounds = kind == subject::Kind::merge;
  return {.variance = share * largest * largest,
          .mean = share * largest,
          .digits = rounds ? Digits::decimals : Digits::significant};
}

Closeness closeness(const Answer& left, const Answer& right, double noise, Digits digits) {
  const auto* l = std::get_if<double>(&left);
  const auto* r = std::get_if<double>(&right);
  if (l == nullptr || r == nullptr)
    return left.index() == right.index() ? Closeness::same : Closeness::apart;
  if (!std::isfinite(*l) || !std::isfinite(*r))
    return subject::same(left, right) ? Closeness::same : Closeness::apart;
  if (is_same(*l, *r, digits)) return Closeness::same;
  const double difference = std::abs(*l - *r);
  if (difference <= noise) return Closeness::doubles;
  return digits == Digits::decimals && is_a_unit(difference, *l, *r) ? Closeness::unit
                                                                     : Closeness::apart;
}

Closeness closeness(const Reads& left, const Reads& right, const Noise& noise) {
  if (left.size() != right.size()) return Closeness::apart;
  auto worst = Closeness::same;
  for (std::size_t i = 0; i < left.size() && worst != Closeness::apart; ++i)
    worst = worse(worst, closeness_of(left[i], right[i], noise));
  return worst;
}

void Agreement::add(Closeness one) {
  ++trials_;
  if (one == Closeness::unit) {
    ++units_;
  } else {
    worst_ = worse(worst_, one);
  }
}

Closeness Agreement::overall() const {
  return is_by_chance(units_, trials_) ? regardless_of_units() : Closeness::apart;
}

Closeness Agreement::regardless_of_units() const {
  return units_ == 0 ? worst_ : worse(worst_, Closeness::doubles);
}

bool is_by_chance(std::size_t units, std::size_t trials) {
  return units <= 1 + trials / 20;
}

}  // namespace shardproof::diagnosis
