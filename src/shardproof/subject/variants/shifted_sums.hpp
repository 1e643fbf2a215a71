/// A state of sums from an origin: the right algebra, and the base of a row that gets it wrong.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace shardproof::subject {

/// n, Σ(x − k) and Σ(x − k)², where the origin k is the first value seen: what is far from 0 is near k, unless
/// the first value is the odd one out.
///
/// Source: Chan, Golub & LeVeque, Algorithms for Computing the Sample Variance, Am. Stat. 37 (1983), shifted data.
struct ShiftedSums {
  std::uint64_t count = 0;
  double origin = 0;
  double sum = 0;
  double sumsq = 0;
  std::uint64_t nonfinite = 0;  ///< counted apart, as all our states do

  void accumulate(double x) {
    if (!std::isfinite(x)) {
      ++nonfinite;
      return;
    }
    if (count == 0) origin = x;
    ++count;
    sum += x - origin;
    sumsq += (x - origin) * (x - origin);
  }

  /// Moves the other's sums to the own origin: with d the way from here to there,
  /// Σ(x − k) = Σ(x − k′) + n·d and Σ(x − k)² = Σ(x − k′)² + 2d·Σ(x − k′) + n·d².
  void merge(const ShiftedSums& other) {
    nonfinite += other.nonfinite;
    if (other.count == 0) return;
    if (count == 0) origin = other.origin;
    const double way = other.origin - origin;
    const auto n = static_cast<double>(other.count);
    sumsq += other.sumsq + 2 * way * other.sum + n * way * way;
    sum += other.sum + n * way;
    count += other.count;
  }

  std::optional<double> finalise() const {
    const auto n = static_cast<double>(count);
    return read(sumsq / n - (sum / n) * (sum / n));
  }

  std::uint64_t observations() const { return count + nonfinite; }

  std::optional<double> average() const { return read(origin + sum / static_cast<double>(count)); }

 private:
  std::optional<double> read(double value) const {
    if (nonfinite > 0) return std::numeric_limits<double>::quiet_NaN();
    if (count == 0) return std::nullopt;
    return value;
  }
};

}  // namespace shardproof::subject
