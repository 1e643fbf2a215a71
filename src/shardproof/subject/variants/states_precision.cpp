/// Precision: the state's formula is right, its fields are too narrow.
///
/// A merged count is the largest number in the house: it doubles with every merge while the values stay what they are. Its
/// product with another count, and the square of a sum, need twice the bits. Single precision stops counting ones at
/// 2^24 and bfloat16 at 2^8; integers lose what a division leaves over. Each shows only on data that reach the width, or,
/// for cancellation, on a mean that is large beside the spread.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/aggregate/textbook_state.hpp"
#include "shardproof/aggregate/youngs_cramer_state.hpp"
#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/state_row.hpp"

namespace shardproof::subject {
namespace {

using aggregate::ChanState;
using aggregate::TextbookState;
using aggregate::YoungsCramerState;

struct TextbookClamped : TextbookState<double> {
  std::optional<double> finalise() const {
    const auto variance = TextbookState<double>::finalise();
    return variance && *variance < 0 ? std::optional(0.0) : variance;
  }
};

/// `ChanState` whose fields go through `Step::narrow` whenever they were written.
template <class Step>
struct Narrowed : ChanState {
  void accumulate(double x) {
    ChanState::accumulate(x);
    Step::narrow(*this);
  }

  void merge(const Narrowed& other) {
    ChanState::merge(other);
    Step::narrow(*this);
  }
};

struct ToFloat32 {
  static void narrow(ChanState& state) {
    state.mean = static_cast<float>(state.mean);
    state.m2 = static_cast<float>(state.m2);
  }
};

struct ToFourDecimals {
  static void narrow(ChanState& state) { state.mean = std::nearbyint(state.mean * 1e4) / 1e4; }
};

struct CountTo32Bits {
  static void narrow(ChanState& state) { state.count = static_cast<std::uint32_t>(state.count); }
};

/// bfloat16 has 8 significant bits: 256 + 1 is 256.
struct CountToBfloat16 {
  static constexpr int kBits = 8;

  static void narrow(ChanState& state) {
    const int excess = static_cast<int>(std::bit_width(state.count)) - kBits;
    if (excess <= 0) return;
    const std::uint64_t step = std::uint64_t{1} << excess;
    const std::uint64_t rest = state.count % step;
    std::uint64_t kept = state.count / step;
    if (rest > step / 2 || (rest == step / 2 && kept % 2 == 1)) ++kept;
    state.count = kept * step;
  }
};

/// What is accumulated is a float already.
struct InputAsFloat32 : ChanState {
  using number = float;
};

/// Variances in place of M2, merged as (nₐ·vₐ + n_b·v_b)/n + δ²·nₐ·n_b/n², with n² in 32 bits.
struct SquaredCountIn32Bits : ChanState {
  void merge(const SquaredCountIn32Bits& other) {
    if (count == 0 || other.count == 0) return ChanState::merge(other);
    const double within = m2 + other.m2;
    ChanState::merge(other);
    const double between = (m2 - within) * static_cast<double>(count);
    const auto squared = static_cast<std::int32_t>(static_cast<std::uint32_t>(count * count));
    m2 = within + between / squared * static_cast<double>(count);
  }
};

/// Integers as they are, in 64 bits: right while their sums fit.
struct IntegerSums {
  using number = std::int64_t;

  std::int64_t count = 0;
  std::int64_t sum = 0;
  std::int64_t sumsq = 0;

  void accumulate(std::int64_t x) { add({.count = 1, .sum = x, .sumsq = product(x, x)}); }

  void merge(const IntegerSums& other) { add(other); }

  std::optional<double> finalise() const {
    if (count == 0) return std::nullopt;
    const auto n = static_cast<double>(count);
    return static_cast<double>(exact::Int128{count} * sumsq - exact::Int128{sum} * sum) / (n * n);
  }

  std::int64_t observations() const { return count; }

  std::optional<double> average() const {
    if (count == 0) return std::nullopt;
    return static_cast<double>(sum) / static_cast<double>(count);
  }

  /// In 64 bits, wrapping around.
  static std::int64_t product(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  }

  static std::int64_t difference(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
  }

 private:
  void add(const IntegerSums& other) {
    count = difference(count, -other.count);
    sum = difference(sum, difference(0, other.sum));
    sumsq = difference(sumsq, difference(0, other.sumsq));
  }
};

struct ProductsIn64Bits : IntegerSums {
  std::optional<double> finalise() const {
    if (count == 0) return std::nullopt;
    const auto n = static_cast<double>(count);
    return static_cast<double>(difference(product(count, sumsq), product(sum, sum))) / (n * n);
  }
};

struct IntegerQuotient : IntegerSums {
  std::optional<double> finalise() const {
    if (count == 0) return std::nullopt;
    const std::int64_t squares = difference(sumsq, product(sum, sum) / count);
    return static_cast<double>(squares) / static_cast<double>(count);
  }
};

struct RoundedMean : IntegerSums {
  std::optional<double> finalise() const {
    if (count == 0) return std::nullopt;
    const auto mean = std::llround(static_cast<double>(sum) / static_cast<double>(count));
    const auto squares =
        static_cast<std::uint64_t>(difference(sumsq, product(count, product(mean, mean))));
    return static_cast<double>(squares) / static_cast<double>(count);
  }
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "textbook-state",
        .family = Family::precision,
        .mechanism = "keeps n, S and Q in doubles: Q/n \u2212 (S/n)\u00b2 cancels when the mean is "
                     "large beside the spread",
        .repair = "keep the mean and M2, or exact sums",
        .seen_in = "https://github.com/Eventual-Inc/Daft/pull/7486",
        .caught_on = data::RungId::integers,
        .numbers = Numbers::float64,
        .cancels = true,
        .state = state_row<TextbookState<double>>,
    },
    {
        .id = "textbook-state-float32",
        .family = Family::precision,
        .mechanism = "keeps n, S and Q in single precision",
        .repair = "accumulate in a wider type than the data's",
        .seen_in = "https://github.com/scverse/scanpy/pull/4122",
        .numbers = Numbers::float64,
        .state = state_row<TextbookState<float>>,
    },
    {
        .id = "textbook-state-clamped",
        .family = Family::precision,
        .mechanism = "keeps n, S and Q in doubles and answers 0 where the difference is negative",
        .repair = "a negative variance means that the digits are gone: keep the mean and M2",
        .seen_in = "https://github.com/crate/crate/pull/19885",
        .caught_on = data::RungId::integers,
        .numbers = Numbers::float64,
        .cancels = true,
        .state = state_row<TextbookClamped>,
    },
    {
        .id = "sum-in-place-of-mean",
        .family = Family::precision,
        .mechanism = "keeps the sum where others keep the mean, as Youngs and Cramer do: n equal "
                     "observations do not sum to n times their value, and may overflow",
        .repair = "keep the mean, which equal observations do not move",
        .seen_in = "https://github.com/scikit-learn/scikit-learn/pull/34874",
        .caught_by = data::LawId::doubling,
        .caught_on = data::RungId::scale,
        .numbers = Numbers::float64,
        .state = state_row<YoungsCramerState>,
    },
    {
        .id = "chan-in-float32",
        .family = Family::precision,
        .mechanism = "keeps mean and M2 in single precision",
        .repair = "keep them in double precision, whatever the data are in",
        .seen_in = "https://github.com/pytorch/pytorch/issues/2470",
        .numbers = Numbers::float64,
        .state = state_row<Narrowed<ToFloat32>>,
    },
    {
        .id = "input-as-float32",
        .family = Family::precision,
        .mechanism = "rounds every observation to single precision before it takes it in",
        .repair = "accumulate what was observed",
        .seen_in = "https://github.com/pingcap/tidb/issues/70400",
        .caught_on = data::RungId::decimals,
        .numbers = Numbers::float64,
        .state = state_row<InputAsFloat32>,
    },
    {
        .id = "mean-in-four-decimals",
        .family = Family::precision,
        .mechanism = "keeps the mean as a fixed-point number of four decimals",
        .repair = "keep sums, which need no division, or more digits than the data have",
        .seen_in = "https://github.com/cockroachdb/cockroach/issues/173063",
        .numbers = Numbers::float64,
        .state = state_row<Narrowed<ToFourDecimals>>,
    },
    {
        .id = "count-in-bfloat16",
        .family = Family::precision,
        .mechanism = "keeps the count in the type of the data: bfloat16 stops counting ones at 256",
        .repair = "keep counts in a 64-bit integer",
        .seen_in = "derived: https://github.com/SlopDotCash/asi/issues/1101, in a shorter type",
        .caught_on = data::RungId::integers,
        .numbers = Numbers::float64,
        .state = state_row<Narrowed<CountToBfloat16>>,
    },
    {
        .id = "count-in-32-bits",
        .family = Family::precision,
        .mechanism = "keeps the count in 32 bits, where 2^32 observations are none",
        .repair = "keep counts in a 64-bit integer",
        .seen_in = "https://github.com/tensorflow/tensorflow/issues/40016",
        .caught_by = data::LawId::none_iff_empty,
        .caught_on = data::RungId::counts,
        .numbers = Numbers::float64,
        .state = state_row<Narrowed<CountTo32Bits>>,
    },
    {
        .id = "squared-count-in-32-bits",
        .family = Family::precision,
        .mechanism = "squares the total count in 32 bits: 65536\u00b2 is 0",
        .repair = "multiply counts as doubles, or divide twice",
        .seen_in = "https://github.com/scikit-learn/scikit-learn/issues/17693",
        .caught_by = data::LawId::constant_is_zero,
        .caught_on = data::RungId::counts,
        .numbers = Numbers::float64,
        .state = state_row<SquaredCountIn32Bits>,
    },
    {
        .id = "products-in-64-bits",
        .family = Family::precision,
        .mechanism = "takes n\u00b7Q \u2212 S\u00b2 in 64 bits, which its sums fit and their "
                     "products do not",
        .repair = "multiply in 128 bits",
        .seen_in = "derived: https://github.com/scikit-learn/scikit-learn/pull/17713, in a wider "
                   "word",
        .caught_by = data::LawId::doubling,
        .caught_on = data::RungId::counts,
        .numbers = Numbers::int64,
        .state = state_row<ProductsIn64Bits>,
    },
    {
        .id = "integer-quotient",
        .family = Family::precision,
        .mechanism = "takes Q \u2212 S\u00b7S/n in integers: the quotient loses its remainder",
        .repair = "divide once, at the end, and not in integers",
        .seen_in = "https://github.com/confluentinc/ksql/pull/8728",
        .numbers = Numbers::int64,
        .state = state_row<IntegerQuotient>,
    },
    {
        .id = "rounded-mean",
        .family = Family::precision,
        .mechanism = "rounds the mean to an integer and takes Q \u2212 n\u00b7mean\u00b2 unsigned: "
                     "below 0 it is huge",
        .repair = "take n\u00b7Q \u2212 S\u00b2, which is never below 0, and divide at the end",
        .seen_in = "https://github.com/RIOT-OS/RIOT/pull/8733",
        .numbers = Numbers::int64,
        .state = state_row<RoundedMean>,
    },
});

}  // namespace

std::span<const Variant> precision_rows() {
  return kRows;
}

}  // namespace shardproof::subject
