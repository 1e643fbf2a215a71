/// Stability: how many digits a subject keeps as the mean grows beside the spread. Measured, not assumed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

/// How the relative error grows with the condition number κ = √(1 + mean²/variance).
enum class StabilityClass : std::uint8_t {
  exact,     ///< not at all: the slope of log error against log κ is 0
  stable,    ///< as κ does: 1, an updating or pairwise algorithm
  textbook,  ///< as κ² does: 2, Q/n − (S/n)²
  none,      ///< wrong already where κ is small: no matter of digits
};

/// "exact", "stable", "textbook", "none"
std::string_view to_text(StabilityClass stability);

/// The offsets at which the digits are told.
inline constexpr std::array kTellingOffsets = {1e3, 1e6, 1e9, 1e12};

struct Stability {
  StabilityClass stability = StabilityClass::exact;
  double slope = 0;  ///< fitted; 0 where the error never leaves the last digits
  /// −log10 of the median relative error at each of `kTellingOffsets`, from 0 to 16, a tenth of a digit being the last
  /// place; none where the subject's number type does not hold the question.
  std::array<std::optional<double>, kTellingOffsets.size()> digits = {};
};

/// Asks `subject` the same few hundred trials on every machine: nine datasets of 24 observations in four parts, their
/// variance about 5, moved to 2^0, 2^2, … 2^40, and to the telling offsets. A state gets doubles with all their bits, a
/// merge small integers, so that its triples are exact.
///
/// The slope is that of the least-squares line through log2 of the median relative errors that say something: above
/// 16 times what the last rounding makes (u, and half a unit of the 12th decimal for whom rounds so), and below a tenth. Where
/// no three do, either the error stays in the last digits (exact) or it is never below a tenth (none).
/// The classes are those of Chan, Golub & LeVeque, The American Statistician 37 (1983), table 1; the bounds between
/// them are the middles, 1/2 and 3/2.
Stability stability_of(const subject::Subject& subject);

}  // namespace shardproof::search
