/// The number types that a catalogue formula runs in, and the few operations it needs of each.
#pragma once

#include <cmath>
#include <span>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/exact/fraction.hpp"

namespace shardproof::subject {

/// An integer that divides as Python's does: sums and products are exact, a quotient is the nearest double, and
/// with a double it becomes one. The seed's published programs run in this arithmetic.
struct Whole {
  exact::Integer value;

  explicit operator double() const {
    return exact::nearest_double(exact::Fraction{value, 1, 0}).value_or(HUGE_VAL);
  }

  friend Whole operator+(const Whole& left, const Whole& right) {
    return {left.value + right.value};
  }

  friend double operator/(const Whole& left, const Whole& right) {
    return exact::nearest_double(exact::Fraction{left.value, right.value, 0}).value_or(HUGE_VAL);
  }

  friend double operator*(double left, const Whole& right) {
    return left * static_cast<double>(right);
  }

  friend double operator/(double left, const Whole& right) {
    return left / static_cast<double>(right);
  }
};

/// One worker's `[count, sum, sumsq]` in the number type of the formula.
template <class N>
struct Triple {
  N count;
  N sum;
  N sumsq;
};

/// The workers that a formula merges: every count is above zero unless the row's mechanism lets empty ones in.
template <class N>
using Workers = std::span<const Triple<N>>;

/// What dividing two `N` gives: a double for `Whole`, else `N` itself.
template <class N>
using Quotient = decltype(std::declval<N>() / std::declval<N>());

/// `summary` in another number type. Exact wherever the subject's `Numbers` holds the summary; rounded to
/// nearest for float, whose rows are wrong because of that.
template <class N>
Triple<N> triple_of(const aggregate::Summary& summary);

/// `value` as a number of the quotient's type.
template <class N>
Quotient<N> number(std::size_t value) {
  return static_cast<Quotient<N>>(value);
}

template <class T>
T square(const T& value) {
  return value * value;
}

/// The square root; of a rational that of its nearest double, which is exact for small squares.
inline double root(double value) {
  return std::sqrt(value);
}

inline float root(float value) {
  return std::sqrt(value);
}

inline exact::Rational root(const exact::Rational& value) {
  return exact::Rational(std::sqrt(exact::nearest_double(value).value_or(HUGE_VAL)));
}

/// One worker's own mean and population variance, as the formula q/c − (s/c)².
template <class N>
Quotient<N> mean_of(const Triple<N>& worker) {
  return worker.sum / worker.count;
}

template <class N>
Quotient<N> variance_of(const Triple<N>& worker) {
  return worker.sumsq / worker.count - square(worker.sum / worker.count);
}

/// The worker's own sum of squared deviations from its mean, which the literature calls M2: q − s²/c.
template <class N>
N deviations_of(const Triple<N>& worker) {
  return worker.sumsq - square(worker.sum) / worker.count;
}

/// n − 1 where there are two observations or more; one observation has no spread, so any divisor does.
template <class N>
N degrees_of_freedom(const N& count) {
  return count > N(1) ? N(count - N(1)) : N(1);
}

/// The component-wise sum: the right merge of two summaries.
template <class N>
Triple<N> merged(const Triple<N>& left, const Triple<N>& right) {
  return {left.count + right.count, left.sum + right.sum, left.sumsq + right.sumsq};
}

/// The merge of all workers, in order. There is at least one.
template <class N>
Triple<N> total_of(Workers<N> workers) {
  Triple<N> total = workers.front();
  for (const auto& worker : workers.subspan(1)) total = merged(total, worker);
  return total;
}

/// Rounds down to an integer.
inline exact::Integer floor_of(const exact::Rational& value) {
  return exact::floor_quotient(numerator(value), denominator(value));
}

/// The nearest integer, ties to even or upwards.
inline exact::Integer nearest_integer(const exact::Rational& value, bool ties_to_even) {
  const exact::Integer down = floor_of(value);
  const exact::Rational rest = value - exact::Rational(down);
  const exact::Rational half(1, 2);
  if (rest == half && ties_to_even) return (down & 1) != 0 ? exact::Integer(down + 1) : down;
  return rest >= half ? exact::Integer(down + 1) : down;
}

}  // namespace shardproof::subject
