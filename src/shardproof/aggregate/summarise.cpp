#include "shardproof/aggregate/summarise.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/superaccumulator.hpp"

namespace shardproof::aggregate {
namespace {

using exact::Int128;
using exact::UInt128;

/// Whether x²·times is sure to fit 126 bits: |x| < 2^31 and any multiplicity.
constexpr std::int64_t kSmall = std::int64_t{1} << 31;

/// Native sums of the observations that are small integers; the others are left to `rest`, as are
/// sums that would overflow.
class ObservationSums {
 public:
  void add(const data::Observation& observation) {
    const auto value = observation.value.as_int64();
    if (value && -kSmall < *value && *value < kSmall) {
      const Int128 times = observation.times;
      const Int128 x = *value;
      add(times, x * times, x * x * times);
    } else {
      const exact::Dyadic times{exact::Integer(observation.times)};
      rest_.count += observation.times;
      rest_.sum += observation.value * times;
      rest_.sumsq += observation.value * observation.value * times;
    }
  }

  Summary total() {
    empty_into_rest();
    return rest_;
  }

 private:
  void add(Int128 count, Int128 sum, Int128 sumsq) {
    Int128 new_sumsq = 0;
    // The count and |sum| stay below the sum of squares or at most 2^64 a call: only after the
    // latter would they overflow, save for zeros, of which no span holds 2^63 with multiplicities
    // of 2^64.
    if (__builtin_add_overflow(sumsq_, sumsq, &new_sumsq)) {
      empty_into_rest();
      new_sumsq = sumsq;
    }
    count_ += count;
    sum_ += sum;
    sumsq_ = new_sumsq;
  }

  void empty_into_rest() {
    rest_.count += exact::Integer(count_);
    rest_.sum += exact::Integer(sum_);
    rest_.sumsq += exact::Integer(sumsq_);
    count_ = sum_ = sumsq_ = 0;
  }

  Int128 count_ = 0;
  Int128 sum_ = 0;
  Int128 sumsq_ = 0;
  Summary rest_;
};

}  // namespace

Summary summarise(std::span<const std::int64_t> observations) {
  Int128 sum = 0;
  // Squares have up to 126 bits, so their halves are summed apart.
  UInt128 low = 0;
  UInt128 high = 0;
  for (const std::int64_t x : observations) {
    const auto square = static_cast<UInt128>(Int128{x} * x);
    sum += x;
    low += static_cast<std::uint64_t>(square);
    high += square >> 64;
  }
  return {exact::Integer(observations.size()),
          exact::Integer(sum),
          (exact::Integer(high) << 64) + exact::Integer(low)};
}

exact::Result<Summary> summarise(std::span<const double> observations) {
  exact::SumAccumulator sum;
  exact::SquareAccumulator sumsq;
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const double x = observations[i];
    if (!std::isfinite(x)) {
      return exact::Problem{.kind = exact::Problem::Kind::out_of_domain,
                            .what = exact::to_text(x) + " is no number to add up",
                            .where = std::string("observation ").append(std::to_string(i)),
                            .hint = "leave such observations out before summing"};
    }
    sum.add(x);
    sumsq.add_square(x);
  }
  return Summary{exact::Integer(observations.size()), sum.value(), sumsq.value()};
}

Summary summarise(std::span<const data::Observation> observations) {
  ObservationSums sums;
  for (const auto& observation : observations) sums.add(observation);
  return sums.total();
}

}  // namespace shardproof::aggregate
