/// For-all statements about exact/. The judge is Rational: slow, and nothing else.
///
/// Not checked here: agreement with Python (tests/unit/exact/round12_python_test.py).
#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hard_numbers.hpp"
#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/exact/superaccumulator.hpp"

namespace shardproof::props {
namespace {

using exact::Dyadic;
using exact::Fraction;
using exact::Integer;
using exact::nearest_double;
using exact::Rational;

constexpr double kLargest = std::numeric_limits<double>::max();

Dyadic hard_dyadic(Words& words) {
  return words.coin() ? *Dyadic::from_double(words.hard_double())
                      : Dyadic(words.integer(words.coin() ? 60 : 400), words.between(-300, 100));
}

/// All sizes, and what lies on, or a hair beside, the middle between two doubles.
Fraction hard_fraction(Words& words) {
  switch (words.below(4)) {
    case 0:
      return {words.integer(1200), abs(words.integer(1200)) + 1, words.between(-1200, 1200)};
    case 1:
      return {words.integer(126), abs(words.integer(126)) + 1, words.between(-1100, 1000)};
    case 2:
      return {words.integer(40), abs(words.integer(40)) + 1, 0};
    default: {
      const double low = std::abs(words.any_double());
      const double high = std::nextafter(low, kLargest);
      const Dyadic middle =
          (*Dyadic::from_double(low) + *Dyadic::from_double(high)) * Dyadic(1, -1);
      const Dyadic value = middle + Dyadic(words.between(-1, 1), words.coin() ? -1300 : -1100);
      const Integer factor = abs(words.integer(100)) * 2 + 1;
      return {value.mantissa() * factor, factor, value.exponent()};
    }
  }
}

/// The double's neighbour, 2^1024 standing in for infinity.
Rational neighbour(double value, double towards) {
  const double next = std::nextafter(value, towards);
  const Rational beyond(Integer(1) << 1024);
  return std::isfinite(next) ? rational(next) : (next > 0 ? beyond : Rational(-beyond));
}

void check_is_nearest(double answer, const Rational& value) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Rational error = absolute(value - rational(answer));
  for (const double side : {-kInfinity, kInfinity}) {
    const Rational other = absolute(value - neighbour(answer, side));
    RC_ASSERT(error <= other);
    if (error == other) RC_ASSERT(is_even(answer));
  }
}

RC_GTEST_PROP(DyadicProps, arithmetic_agrees_with_rationals, ()) {
  const auto [left, right] =
      *from_words([](Words& words) { return std::pair(hard_dyadic(words), hard_dyadic(words)); });
  RC_ASSERT(to_rational(left + right) == Rational(to_rational(left) + to_rational(right)));
  RC_ASSERT(to_rational(left - right) == Rational(to_rational(left) - to_rational(right)));
  RC_ASSERT(to_rational(left * right) == Rational(to_rational(left) * to_rational(right)));
  RC_ASSERT((left < right) == (to_rational(left) < to_rational(right)));
  RC_ASSERT((left == right) == (to_rational(left) == to_rational(right)));
}

RC_GTEST_PROP(DyadicProps, a_double_survives_the_way_there_and_back, ()) {
  const double value = *from_words([](Words& words) { return words.any_double(); });
  RC_ASSERT(Dyadic::from_double(value)->as_double() == value);
}

RC_GTEST_PROP(DyadicProps, text_of_a_double_reads_back, ()) {
  const double value = *from_words([](Words& words) { return words.any_double(); });
  RC_ASSERT(std::strtod(exact::to_text(value).c_str(), nullptr) == value);
}

RC_GTEST_PROP(NearestDoubleProps, is_as_near_as_both_neighbours_and_even_on_ties, ()) {
  const Fraction fraction = *from_words(hard_fraction);
  const Rational value = to_rational(fraction);
  const auto answer = nearest_double(fraction);
  RC_CLASSIFY(!answer.has_value(), "none");
  RC_ASSERT(nearest_double(value) == answer);
  if (answer) {
    check_is_nearest(*answer, value);
  } else {
    RC_ASSERT(absolute(value) >= Rational((Integer(1) << 1024) - (Integer(1) << 970)));
  }
}

RC_GTEST_PROP(NearestDoubleProps, machine_numbers_and_integers_agree, ()) {
  const auto fraction = *from_words([](Words& words) {
    const exact::UInt128 high = words.word();
    const exact::UInt128 numerator = ((high << 64) | words.word()) >> words.between(1, 127);
    const exact::UInt128 low = words.word();
    const exact::UInt128 denominator = ((low << 64) | words.word()) >> words.between(0, 127);
    return exact::Fraction128{
        static_cast<exact::Int128>(numerator), denominator | 1, words.between(-1200, 1100)};
  });
  const Integer factor = (Integer(1) << 150) + 1;  // too large for the native path
  const Fraction wide = to_fraction(fraction);
  RC_ASSERT(
      nearest_double(fraction) ==
      nearest_double(Fraction{wide.numerator * factor, wide.denominator * factor, wide.exponent}));
}

/// The contract's rounding by its words: to 12 decimals, ties to even, then to the nearest double.
double slow_round12(double value) {
  const Rational scaled = absolute(rational(value)) * 1'000'000'000'000;
  Integer units = numerator(scaled) / denominator(scaled);
  const Rational rest = scaled - Rational(units);
  if (rest > Rational(1, 2) || (rest == Rational(1, 2) && units % 2 != 0)) ++units;
  const Rational decimal = Rational(units) / 1'000'000'000'000;
  // Doubles ≥ 0 are ordered as their bits are: bisect for the last one that is not above the
  // decimal.
  std::uint64_t low = 0;
  std::uint64_t high = std::bit_cast<std::uint64_t>(kLargest);
  while (low < high) {
    const std::uint64_t middle = low + (high - low + 1) / 2;
    if (rational(std::bit_cast<double>(middle)) <= decimal) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const auto below = std::bit_cast<double>(low);
  const double above = std::nextafter(below, kLargest);
  const Rational nearer = (decimal - rational(below)) - (rational(above) - decimal);
  const double nearest = nearer < 0 || (nearer == 0 && is_even(below)) ? below : above;
  return value < 0 && nearest != 0 ? -nearest : nearest;
}

RC_GTEST_PROP(Round12Props, equals_the_definition_in_rationals, ()) {
  const double value = *from_words([](Words& words) {
    switch (words.below(5)) {
      case 0:
        return words.hard_double();
      case 4:
        return std::ldexp(1 + std::ldexp(static_cast<double>(words.word() >> 12), -52),
                          words.between(-45, 14));
      case 1:
        return std::ldexp(static_cast<double>(words.word() >> words.between(11, 50)), -52);
      // Ties are odd multiples of 2^−13.
      case 2:
        return words.beside(std::ldexp(static_cast<double>(2 * words.below(1 << 25) + 1), -13));
      default:
        return words.beside(static_cast<double>(words.word() >> 12) / 1e12);
    }
  });
  RC_ASSERT(exact::round12(value) == slow_round12(value));
  RC_ASSERT(exact::round12(-value) == -slow_round12(value));
}

RC_GTEST_PROP(Round12Props, is_its_own_answer_the_second_time, ()) {
  const double value = *from_words([](Words& words) { return words.hard_double(); });
  RC_ASSERT(exact::round12(exact::round12(value)) == exact::round12(value));
}

RC_GTEST_PROP(Round12Props, never_decreases, ()) {
  const auto [left, right] =
      *from_words([](Words& words) { return std::pair(words.hard_double(), words.hard_double()); });
  RC_ASSERT(exact::round12(std::min(left, right)) <= exact::round12(std::max(left, right)));
}

RC_GTEST_PROP(SuperaccumulatorProps, sums_equal_dyadic_sums_however_they_are_split, ()) {
  const auto values = *from_words([](Words& words) {
    std::vector<double> made;
    for (int left = words.between(0, 60); left > 0; --left) made.push_back(words.hard_double());
    return made;
  });
  const int cut = *rc::gen::inRange(0, static_cast<int>(values.size()) + 1);
  Dyadic sum;
  Dyadic squares;
  exact::SumAccumulator sums[2];
  exact::SquareAccumulator square_sums[2];
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Dyadic exactly = *Dyadic::from_double(values[i]);
    const bool side = static_cast<int>(i) < cut;
    sum += exactly;
    squares += exactly * exactly;
    sums[side].add(values[i]);
    square_sums[side].add_square(values[i]);
  }
  sums[0].add(sums[1]);
  square_sums[1].add(square_sums[0]);
  RC_ASSERT(sums[0].value() == sum);
  RC_ASSERT(square_sums[1].value() == squares);
  if (const auto narrow = sums[0].narrow_value()) {
    RC_ASSERT(Dyadic(Integer(narrow->mantissa), narrow->exponent) == sum);
  } else {
    RC_ASSERT(exact::bit_length(sum.mantissa()) > 126U);
  }
}

}  // namespace
}  // namespace shardproof::props
