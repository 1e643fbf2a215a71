/// The last step of the merge, shared by the sources of this room: n, S and Q in, the variance out.
#pragma once

#include <optional>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/exact/fraction.hpp"
#include "shardproof/exact/integer.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/exact/superaccumulator.hpp"

namespace shardproof::aggregate {

/// (n·Q − S²) / n², exactly and natively, for n > 0; none where n has more than 64 bits, or n·Q or
/// S² more than 126 (counted in units of the finer of the two).
std::optional<exact::Fraction128> narrow_variance(exact::Int128 count,
                                                  exact::Dyadic128 sum,
                                                  exact::Dyadic128 sumsq);

/// The same of numbers of any size, for count > 0.
exact::Fraction variance_of(const Summary& summary);

/// The contract's rounding, or the problem of an answer above the largest double.
exact::Result<std::optional<double>> finalise(const exact::Fraction128& variance);
exact::Result<std::optional<double>> finalise(const exact::Fraction& variance);

/// `value` in machine numbers, where its mantissa has at most 126 bits.
std::optional<exact::Dyadic128> narrow(const exact::Dyadic& value);

}  // namespace shardproof::aggregate
