#include "shardproof/aggregate/finalise.hpp"

#include <algorithm>

#include "shardproof/exact/round12.hpp"

namespace shardproof::aggregate {
namespace {

using exact::bit_length;
using exact::Int128;
using exact::magnitude;
using exact::UInt128;

/// Bits to which native numbers are held here, so that the difference of two of them fits an
/// Int128.
constexpr int kBits = 126;

/// The largest e with sum a multiple of 2^e and sumsq one of 2^(2e), as far as their exponents
/// tell.
int common_unit(exact::Dyadic128 sum, exact::Dyadic128 sumsq) {
  const int half = sumsq.exponent >> 1;  // rounds down, for negative exponents too
  if (sum.mantissa == 0) return half;
  return sumsq.mantissa == 0 ? sum.exponent : std::min(sum.exponent, half);
}

exact::Result<std::optional<double>> finalised(std::optional<double> rounded) {
  if (rounded) return rounded;
  return exact::Problem{
      .kind = exact::Problem::Kind::overflow,
      .what = "the variance is above the largest double",
      .where = "",
      .hint =
          "exact_variance holds it at any size; or scale the observations down by a power of two"};
}

}  // namespace

std::optional<exact::Fraction128> narrow_variance(Int128 count,
                                                  exact::Dyadic128 sum,
                                                  exact::Dyadic128 sumsq) {
  const int unit = common_unit(sum, sumsq);
  const int sum_shift = sum.mantissa == 0 ? 0 : sum.exponent - unit;
  const int sumsq_shift = sumsq.mantissa == 0 ? 0 : sumsq.exponent - 2 * unit;
  const int count_length = bit_length(magnitude(count));
  if (count_length > 64 || 2 * (bit_length(magnitude(sum.mantissa)) + sum_shift) > kBits ||
      count_length + bit_length(magnitude(sumsq.mantissa)) + sumsq_shift > kBits) {
    return std::nullopt;
  }
  const auto times_power = [](Int128 mantissa, int shift) {
    return mantissa * (Int128{1} << shift);
  };
  const Int128 scaled_sum = times_power(sum.mantissa, sum_shift);
  const Int128 scaled_sumsq = times_power(sumsq.mantissa, sumsq_shift);
  return exact::Fraction128{
      .numerator = count * scaled_sumsq - scaled_sum * scaled_sum,
      .denominator = static_cast<UInt128>(count) * static_cast<UInt128>(count),
      .exponent = 2 * unit};
}

exact::Fraction variance_of(const Summary& summary) {
  const exact::Dyadic numerator =
      exact::Dyadic(summary.count) * summary.sumsq - summary.sum * summary.sum;
  return {numerator.mantissa(), summary.count * summary.count, numerator.exponent()};
}

exact::Result<std::optional<double>> finalise(const exact::Fraction128& variance) {
  return finalised(exact::round12(variance));
}

exact::Result<std::optional<double>> finalise(const exact::Fraction& variance) {
  return finalised(exact::round12(variance));
}

std::optional<exact::Dyadic128> narrow(const exact::Dyadic& value) {
  const auto size = exact::magnitude_in_128(value.mantissa());
  if (!size || bit_length(*size) > kBits) return std::nullopt;
  const auto mantissa = static_cast<Int128>(*size);
  return exact::Dyadic128{value.sign() < 0 ? -mantissa : mantissa, value.exponent()};
}

}  // namespace shardproof::aggregate
