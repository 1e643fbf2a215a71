#include "shardproof/law/running_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardproof::law {
namespace {

constexpr double kUnitRoundoff = 0x1p-53;
constexpr double kTiny = 16 * 0x1p-1074;
constexpr double kRoundedUp = 1 + 0x1p-47;
constexpr double kLargestExactCount = 0x1p53;

/// The roundings of counts, where they enter as weights.
double count_roundings(double n) {
  return n > kLargestExactCount ? 4 : 0;
}

/// |value| at the most, of the true one and of any state's.
double size(double value, double error) {
  return std::abs(value) + 2 * error;
}

double mean_size(const RunningBound& state) {
  return size(state.mean, state.mean_error);
}

/// What w·δ² is off by because δ is, and at the most. `delta` is off itself.
struct Square {
  double error;
  double largest;
};

Square square(double weight, double delta, double delta_error) {
  const double largest = size(delta, delta_error);
  return {.error = (weight * delta_error) * (2 * std::abs(delta) + 3 * delta_error),
          .largest = (weight * largest) * largest};
}

/// Σx² and its error, whose sum was rounded once.
void add_squares(RunningBound& state, double squares, double error) {
  state.squares += squares;
  state.squares_error =
      (state.squares_error + error + kUnitRoundoff * state.squares + kTiny) * kRoundedUp;
}

/// The mean of both, from the side that weighs more.
double mean_of(const RunningBound& left, const RunningBound& right, double n) {
  const double delta = right.mean - left.mean;
  return left.n >= right.n ? left.mean + delta * (right.n / n) : right.mean - delta * (left.n / n);
}

}  // namespace

RunningBound RunningBound::of(double x, double error) {
  const double largest = size(x, error);
  return {.n = 1,
          .mean = x,
          .m2 = 0,
          .squares = x * x,
          .mean_error = error,
          .m2_error = 0,
          .squares_error =
              (3 * largest * error + kUnitRoundoff * (largest * largest) + kTiny) * kRoundedUp};
}

void RunningBound::accumulate(const RunningBound& observation) {
  if (n == 0) {
    *this = observation;
    return;
  }
  constexpr double u = kUnitRoundoff;
  const double total = n + 1;
  const double extra = count_roundings(total);
  const double weight = n / total;
  const double a = mean_size(*this);
  const double x = mean_size(observation);
  const double delta = observation.mean - mean;
  const double delta_error = mean_error + observation.mean_error + (3 + extra) * u * (a + x);
  const Square term = square(weight, delta, delta_error);
  const double w = weight * a + x / total;
  const double local =
      u * (w + std::max((2 + extra) * size(delta, delta_error) / total, (2 + extra) * w));

  mean_error = (weight * mean_error + observation.mean_error / total + local + kTiny) * kRoundedUp;
  mean += delta / total;
  m2 += delta * (delta * weight);
  m2_error = (m2_error + term.error + (6 + extra) * u * term.largest + u * m2 + kTiny) * kRoundedUp;
  n = total;
  add_squares(*this, observation.squares, observation.squares_error);
}

void RunningBound::retract(const RunningBound& observation) {
  if (n <= 1) {
    *this = {};
    return;
  }
  constexpr double u = kUnitRoundoff;
  const double left = n - 1;
  const double extra = count_roundings(n);
  const double weight = left / n;
  const double deviation = observation.mean - mean;
  const double x = mean_size(observation);
  const double carried = mean_error / weight + observation.mean_error / left;
  mean -= deviation / left;
  const double a = size(mean, carried);
  const double local = u * ((3 + extra) * a + (2 + extra) * (size(deviation, carried) + x) / left);
  mean_error = (carried + local + kTiny) * kRoundedUp;

  const double delta = observation.mean - mean;
  const double delta_error = mean_error + observation.mean_error + (3 + extra) * u * (a + x);
  const Square term = square(weight, delta, delta_error);
  m2 = left == 1 ? 0 : std::max(0.0, m2 - deviation * delta);
  m2_error = (m2_error + term.error + (6 + extra) * u * term.largest + u * m2 + kTiny) * kRoundedUp;
  n = left;
  squares = std::max(0.0, squares - observation.squares);
  squares_error = (squares_error + observation.squares_error + u * squares + kTiny) * kRoundedUp;
}

RunningBound merged(const RunningBound& left, const RunningBound& right) {
  if (left.n == 0) return right;
  if (right.n == 0) return left;
  constexpr double u = kUnitRoundoff;
  const double n = left.n + right.n;
  const double extra = count_roundings(n);
  const double share = right.n / n;
  const double other_share = left.n / n;
  const double weight = left.n * share;
  const double a = mean_size(left);
  const double b = mean_size(right);
  const double delta = right.mean - left.mean;
  const double delta_error = left.mean_error + right.mean_error + u * (a + b);
  const Square term = square(weight, delta, delta_error);
  const double w = other_share * a + share * b;
  const double local =
      u * (w + std::max((3 + extra) * std::max(share, other_share) * size(delta, delta_error),
                        (2 + extra) * w));

  RunningBound both = left;
  both.n = n;
  both.mean = mean_of(left, right, n);
  both.mean_error =
      (other_share * left.mean_error + share * right.mean_error + local + kTiny) * kRoundedUp;
  both.m2 = left.m2 + right.m2 + delta * (delta * weight);
  both.m2_error = (left.m2_error + right.m2_error + term.error + (6 + extra) * u * term.largest +
                   2 * u * both.m2 + (n * local) * local +
                   (right.n * size(delta, delta_error)) * local + kTiny + weight * 0x1p-1074) *
                  kRoundedUp;
  add_squares(both, right.squares, right.squares_error);
  return both;
}

namespace {

/// NaN comes of infinities only, so it is one.
double bounded(double bound) {
  return bound >= 0 ? bound : std::numeric_limits<double>::infinity();
}

/// What a tree of merges is made of, however it is shaped.
struct Parts {
  RunningBound fold;  ///< the parts merged in order
  double parts = 0;
  double mean_error = 0;  ///< of the parts, at the most
  double m2_error = 0;    ///< their sum
  double m2 = 0;          ///< their sum
  double lowest = 0;      ///< of the means
  double highest = 0;

  void add(const RunningBound& part) {
    if (part.n == 0) return;
    lowest = parts == 0 ? part.mean : std::min(lowest, part.mean);
    highest = parts == 0 ? part.mean : std::max(highest, part.mean);
    fold = merged(fold, part);
    mean_error = std::max(mean_error, part.mean_error);
    m2_error += part.m2_error;
    m2 += part.m2;
    ++parts;
  }
};

}  // namespace

RunningBound merged(std::span<const RunningBound> states) {
  Parts all;
  for (const RunningBound& state : states) all.add(state);
  RunningBound whole = all.fold;
  if (all.parts <= 2) return whole;

  constexpr double u = kUnitRoundoff;
  const double extra = count_roundings(whole.n);
  const double merges = all.parts - 1;
  const double magnitude = std::max(std::abs(all.lowest), std::abs(all.highest));
  // W + 3·|δ| with |δ| ≤ 2·max|aᵢ| makes 7, and 1 pays for what |aᵢ| is off.
  const double rough = all.mean_error + merges * (8 + 3 * extra) * u * magnitude;
  const double largest = size(magnitude, rough);
  const double range = size(all.highest - all.lowest, 2 * rough);
  const double local = u * (largest + std::max((3 + extra) * range, (2 + extra) * largest));
  const double mean_error = all.mean_error + merges * (local + kTiny);
  const double delta_error = 2 * mean_error + 2 * u * largest;
  const double weight = whole.n * std::max(1.0, std::log2(all.parts) / 2);
  const double between = std::max(0.0, whole.m2 - all.m2) + whole.m2_error + all.m2_error;

  whole.mean_error = mean_error * kRoundedUp;
  whole.m2_error =
      (all.m2_error + 2 * delta_error * std::sqrt(weight * between) +
       (weight * delta_error) * delta_error + (6 + extra) * u * between +
       merges * (whole.n * range) * local + 2 * merges * u * (whole.m2 + 2 * whole.m2_error) +
       merges * kTiny + weight * 0x1p-1074) *
      (kRoundedUp + 4 * merges * u);
  return whole;
}

ReadBounds read_bounds(const RunningBound& state) {
  if (state.n == 0) return {};
  constexpr double u = kUnitRoundoff;
  // A count above 2^53 is rounded before it divides.
  const double division = state.n > kLargestExactCount ? 2 : 1;
  const double variance_size = (state.m2 + 2 * state.m2_error) / state.n;
  const double variance =
      (state.m2_error / state.n + division * u * variance_size + kTiny) * kRoundedUp;

  const double mean_size = std::abs(state.mean) + 2 * state.mean_error;
  const double mean = (state.mean_error + division * u * mean_size + kTiny) * kRoundedUp;

  const double mean_square = (state.squares + 2 * state.squares_error) / state.n;
  const double textbook = (state.squares_error / state.n + (1 + division) * u * mean_square +
                           (2 * mean_size + mean) * mean + u * (mean_size * mean_size) + kTiny) *
                          kRoundedUp;
  return {.variance = bounded(variance),
          .mean = bounded(mean),
          .textbook_variance = std::max(bounded(variance), bounded(textbook))};
}

}  // namespace shardproof::law
