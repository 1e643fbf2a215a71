/// PiDigits, from π itself.
#include <gtest/gtest.h>

#include "shardproof/aggregate/summarise.hpp"
#include "unit/oracle/observations.hpp"

namespace shardproof::oracle {
namespace {

using exact::Integer;

/// arctan(1/x) × one by Gregory's series 1/x − 1/(3x³) + 1/(5x⁵) − …, each term cut off.
Integer scaled_arctan_of_inverse(int x, const Integer& one) {
  Integer power = one / x;
  Integer sum = power;
  for (int k = 3; !power.is_zero(); k += 2) {
    power /= x * x;
    sum += k % 4 == 3 ? Integer(-(power / k)) : Integer(power / k);
  }
  return sum;
}

/// The first `digits` decimal digits of π, the 3 among them, by Machin's formula π = 16·arctan(1/5) − 4·arctan(1/239).
///
/// About 1.5 terms a digit are cut off, each by less than two units of the last place: 20 places more than asked for
/// hold all of that, unless π had a run of some fifteen nines or zeros just there, which it has not.
std::string digits_of_pi(unsigned digits) {
  const Integer one = exact::power(10, digits - 1 + 20);
  const Integer pi = 16 * scaled_arctan_of_inverse(5, one) - 4 * scaled_arctan_of_inverse(239, one);
  return exact::to_text(pi).substr(0, digits);
}

Observations observations_of(const std::string& digits) {
  Observations observations;
  for (const char digit : digits) observations.push_back({.value = digit - '0'});
  return observations;
}

/// The published file: one digit is not π's.
Observations pi_digits() {
  std::string digits = digits_of_pi(5000);
  EXPECT_EQ(digits.at(956), '8');
  digits.at(956) = '3';
  return observations_of(digits);
}

TEST(PiDigits, AreThoseOfPi) {
  EXPECT_EQ(digits_of_pi(51), "314159265358979323846264338327950288419716939937510");
}

TEST(PiDigits, DoNotDependOnHowManyAreAskedFor) {
  EXPECT_TRUE(digits_of_pi(2000).starts_with(digits_of_pi(1000)));
}

TEST(PiDigits, AddUpToTheCertifiedSummary) {
  EXPECT_EQ(aggregate::summarise(std::span<const data::Observation>(pi_digits())),
            (aggregate::Summary{.count = 5000, .sum = 22674, .sumsq = 143922}));
}

TEST(PiDigits, HaveTheCertifiedVariance) {
  // 143922/5000 − (22674/5000)² = 28.7844 − 20.56441104.
  EXPECT_EQ(variance(pi_digits()), exact::Rational(Integer(821998896), Integer(100000000)));
  EXPECT_EQ(contract_variance(pi_digits()), 8.21998896);
}

TEST(PiDigits, OfPiItselfHaveAnother) {
  EXPECT_NE(contract_variance(observations_of(digits_of_pi(5000))), 8.21998896);
}

}  // namespace
}  // namespace shardproof::oracle
