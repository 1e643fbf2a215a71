/// The seam between the two paths: 128-bit integers while 3·bits(n) + 2·bits(max |x|) + 2 ≤ 127, a common
/// exponent beyond. On both sides of it the oracle must say what the closed form says.
#include <gtest/gtest.h>

#include "unit/oracle/observations.hpp"

namespace shardproof::oracle {
namespace {

using exact::Dyadic;
using exact::Integer;
using exact::Rational;

constexpr int kBits = 127;

/// `high` times `value` and `low` times −`value`.
Observations two_sided(std::int64_t value, std::uint64_t high, std::uint64_t low) {
  return {{.value = value, .times = high}, {.value = -value, .times = low}};
}

/// With mean M(p − q)/n and mean square M²: the variance is M² − M²(p − q)²/n² = 4·p·q·M²/n².
Rational two_sided_variance(std::int64_t value, std::uint64_t high, std::uint64_t low) {
  const Integer n = Integer(high) + low;
  return Rational(4 * Integer(high) * low * value * value, n * n);
}

Observations moved(Observations observations, const Dyadic& shift) {
  for (auto& observation : observations) observation.value += shift;
  return observations;
}

Observations halved(Observations observations) {
  for (auto& observation : observations) observation.value = observation.value * Dyadic(1, -1);
  return observations;
}

struct Seam {
  int count_bits;
  int value_bits;
};

/// For each width of the count the widest values that stay on the 128-bit path. One value takes two observations.
std::vector<Seam> seams() {
  std::vector<Seam> seams;
  for (int count_bits = 2; 3 * count_bits + 2 + 2 <= kBits; ++count_bits) {
    seams.push_back({count_bits, (kBits - 2 - 3 * count_bits) / 2});
  }
  return seams;
}

/// The hardest dataset of those widths: the largest count, the largest value, nearly as many on either side; and a
/// lopsided one, whose deviations are the largest.
void expect_the_closed_form(int count_bits, int value_bits) {
  const std::uint64_t n = (std::uint64_t{1} << count_bits) - 1;
  const auto value = static_cast<std::int64_t>((std::uint64_t{1} << value_bits) - 1);
  for (const std::uint64_t high : {n / 2, n - 1}) {
    SCOPED_TRACE(testing::Message()
                 << count_bits << " bits of count, " << value_bits << " of value");
    const auto observations = two_sided(value, high, n - high);
    EXPECT_EQ(variance(observations), two_sided_variance(value, high, n - high));
  }
}

TEST(TheSeamBetweenThePaths, IsCrossedWithinTheTests) {
  EXPECT_EQ(seams().front().value_bits, 59);
  EXPECT_EQ(seams().back().count_bits, 41);
  EXPECT_EQ(seams().back().value_bits, 1);
}

TEST(TheSeamBetweenThePaths, JustInsideGivesTheClosedForm) {
  for (const auto& [count_bits, value_bits] : seams())
    expect_the_closed_form(count_bits, value_bits);
}

TEST(TheSeamBetweenThePaths, JustOutsideGivesTheClosedForm) {
  for (const auto& [count_bits, value_bits] : seams()) {
    expect_the_closed_form(count_bits, value_bits + 1);
    expect_the_closed_form(count_bits, value_bits + 2);
    expect_the_closed_form(count_bits + 1, value_bits);
  }
}

TEST(TheSeamBetweenThePaths, IsNotSeenByMovingADatasetOverIt) {
  // Plus 2^70 no value is an int64; halved, the odd ones are no integers. Both take the other path.
  for (const auto& [count_bits, value_bits] : seams()) {
    const std::uint64_t n = (std::uint64_t{1} << count_bits) - 1;
    const auto value = static_cast<std::int64_t>((std::uint64_t{1} << value_bits) - 1);
    const auto inside = two_sided(value, n / 2, n - n / 2);
    EXPECT_EQ(variance(moved(inside, Integer(Integer(1) << 70))), variance(inside));
    EXPECT_EQ(variance(halved(inside)) * 4, variance(inside));
  }
}

}  // namespace
}  // namespace shardproof::oracle
