/// Equivalent states: right, each by another road, and all of them within the bound of a stable algorithm. Catching
/// one would be a false alarm.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/state_row.hpp"

namespace shardproof::subject {
namespace {

using aggregate::ChanState;

/// Keeps every value, with how often it was seen, and goes over them twice when it is read.
struct TwoPasses {
  struct Value {
    double x;
    double times;
  };

  std::vector<Value> values = {};  ///< by x
  std::uint64_t finite = 0;
  std::uint64_t nonfinite = 0;

  void accumulate(double x) {
    if (std::isfinite(x)) {
      add({.x = x, .times = 1});
      ++finite;
    } else {
      ++nonfinite;
    }
  }

  void merge(const TwoPasses& other) {
    for (const Value value : other.values) add(value);
    finite += other.finite;
    nonfinite += other.nonfinite;
  }

  std::optional<double> finalise() const { return read(moments().variance); }

  std::optional<double> average() const { return read(moments().mean); }

  std::uint64_t observations() const { return finite + nonfinite; }

 private:
  struct Moments {
    double mean = 0;
    double variance = 0;
  };

  /// The first pass finds a centre, without a sum that could overflow; the second what the centre is off by and the
  /// squares around it. Source: Chan, Golub & LeVeque, The American Statistician 37 (1983), the corrected two-pass
  /// algorithm.
  Moments moments() const {
    double centre = 0;
    double seen = 0;
    for (const auto& [x, times] : values) {
      seen += times;
      centre = seen == times ? x : centre + (x - centre) * (times / seen);
    }
    Moments rest;
    for (const auto& [x, times] : values) {
      rest.mean += times / seen * (x - centre);
      rest.variance += times / seen * (x - centre) * (x - centre);
    }
    return {.mean = centre + rest.mean, .variance = rest.variance - rest.mean * rest.mean};
  }

  std::optional<double> read(double value) const {
    if (nonfinite > 0) return std::numeric_limits<double>::quiet_NaN();
    if (finite == 0) return std::nullopt;
    return value;
  }

  void add(Value value) {
    const auto place = std::ranges::lower_bound(values, value.x, {}, &Value::x);
    if (place != values.end() && place->x == value.x) {
      place->times += value.times;
    } else {
      values.insert(place, value);
    }
  }
};

/// Keeps the variance where others keep M2, and shares of the count in place of counts.
struct VarianceKept {
  std::uint64_t count = 0;
  double mean = 0;
  double variance = 0;
  std::uint64_t nonfinite = 0;

  void accumulate(double x) {
    if (std::isfinite(x)) {
      merge({.count = 1, .mean = x});
    } else {
      ++nonfinite;
    }
  }

  void merge(const VarianceKept& other) {
    nonfinite += other.nonfinite;
    if (other.count == 0) return;
    const auto total = static_cast<double>(count + other.count);
    const double left = static_cast<double>(count) / total;
    const double right = static_cast<double>(other.count) / total;
    const double delta = count == 0 ? 0 : other.mean - mean;
    variance = left * variance + right * other.variance + left * right * delta * delta;
    mean = count == 0 ? other.mean : mean + delta * right;
    count += other.count;
  }

  std::optional<double> finalise() const { return read(variance); }

  std::uint64_t observations() const { return count + nonfinite; }

  std::optional<double> average() const { return read(mean); }

 private:
  std::optional<double> read(double value) const {
    if (nonfinite > 0) return std::numeric_limits<double>::quiet_NaN();
    if (count == 0) return std::nullopt;
    return value;
  }
};

/// Takes the smaller state into the larger one, whichever side it is on.
struct SmallerIntoLarger : ChanState {
  void merge(const SmallerIntoLarger& other) {
    if (count >= other.count) return ChanState::merge(other);
    SmallerIntoLarger whole = other;
    static_cast<ChanState&>(whole).merge(*this);
    *this = whole;
  }
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "welford-and-chan",
        .family = Family::equivalent,
        .mechanism = "keeps count, mean and M2, updated by Welford's formula and merged by Chan's",
        .repair = "nothing to repair",
        .seen_in = "guard against false alarms",
        .standing = Standing::equivalent,
        .numbers = Numbers::float64,
        .state = state_row<ChanState>,
    },
    {
        .id = "smaller-into-larger",
        .family = Family::equivalent,
        .mechanism = "takes the smaller state into the larger one, from either side",
        .repair = "nothing to repair",
        .seen_in = "guard against false alarms",
        .standing = Standing::equivalent,
        .numbers = Numbers::float64,
        .state = state_row<SmallerIntoLarger>,
    },
    {
        .id = "variance-kept",
        .family = Family::equivalent,
        .mechanism = "keeps the variance in place of M2 and weighs with shares of the count",
        .repair = "nothing to repair",
        .seen_in = "guard against false alarms",
        .standing = Standing::equivalent,
        .numbers = Numbers::float64,
        .state = state_row<VarianceKept>,
    },
    {
        .id = "two-passes",
        .family = Family::equivalent,
        .mechanism = "keeps every value with how often it was seen, and goes over them twice",
        .repair = "nothing to repair",
        .seen_in = "guard against false alarms",
        .standing = Standing::equivalent,
        .numbers = Numbers::float64,
        .state = state_row<TwoPasses>,
    },
});

}  // namespace

std::span<const Variant> equivalent_state_rows() {
  return kRows;
}

}  // namespace shardproof::subject
