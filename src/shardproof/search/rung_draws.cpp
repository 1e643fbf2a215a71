#include "shardproof/search/rung_draws.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "shardproof/law/relate.hpp"
#include "shardproof/search/ladder.hpp"
#include "shardproof/search/shapes.hpp"

namespace shardproof::search {
namespace {

using data::PartValues;
using data::RungId;
using data::Trial;
using exact::Dyadic;
using exact::Integer;
using subject::Numbers;

Trial draw_integers(Draw& draw) {
  const Extent extent{.entries = draw.one_in(16) ? std::uint64_t{kMostObservations} : 60,
                      .workers = draw.one_in(4) ? std::uint64_t{kMostWorkers} : 8};
  // One bit less: a value may be moved by the mean, and a centre may be added.
  const int bits = 1 + static_cast<int>(draw.below(kIntegerBits - 2));
  return shaped_trial(draw, extent, [bits](Draw& d) { return draw_integer(d, bits); });
}

/// Each further attempt asks for less, so that narrow number types are met soon.
Trial draw_counts(Draw& draw, int attempt) {
  const int bits = std::max(1, static_cast<int>(draw.below(kCountsBits)) - 2 * attempt);
  const std::uint64_t most = std::uint64_t{1} << std::max(8, kMultiplicityBits - 4 * attempt);
  // One in eight is brimming: one entry nearly fills a 64-bit sum of squares, and a few of them overflow it.
  const bool brimming = draw.one_in(8);
  const std::int64_t full = (std::int64_t{1} << (kCountsBits - 1 - attempt)) - 1;
  Trial trial = shaped_trial(draw, {.entries = brimming ? 6U : 24U, .workers = 8}, [=](Draw& d) {
    if (!brimming) return Dyadic(draw_integer(d, bits));
    const std::int64_t magnitude = full - d.between(0, full / 8);
    return Dyadic(d.one_in(2) ? magnitude : -magnitude);
  });
  for (auto& observation : trial.dataset.observations) {
    observation.times = brimming ? most - draw.below(most / 4) : draw.skewed(most);
  }
  return trial;
}

/// Two-valued data around 0 whose variance is an odd number of 8192nds: exactly between two numbers of 12 decimals.
///
/// With ±a·2^−k seen t times each among n = 2^(14−2k), the variance is 2t·a²·2^−2k / n = t·a² / 8192, odd for odd t and
/// a. No random trial is ever one of these.
Trial draw_tie(Draw& draw) {
  // Few observations more often: those are the ones that a person can check.
  const int k = static_cast<int>(draw.one_in(2) ? 4 + draw.below(3) : draw.below(7));
  const std::uint64_t n = std::uint64_t{1} << (14 - 2 * k);
  const std::uint64_t t =
      1 + 2 * draw.below(std::min<std::uint64_t>(n / 4, 1024));  // odd, below n / 2
  const Dyadic a(Integer(1 + 2 * draw.below(8)), -k);
  std::vector<PartValues> parts(1 + draw.below(4));
  const auto deal = [&](const Dyadic& value, std::uint64_t times) {
    const std::uint64_t first = draw.below(times + 1);
    for (const auto share : {first, times - first}) {
      if (share > 0)
        parts[draw.below(parts.size())].observations.push_back({.value = value, .times = share});
    }
  };
  deal(a, t);
  deal(-a, t);
  deal(0, n - 2 * t);
  add_empty_parts(draw, parts, 6);
  return data::trial_of(parts);
}

Trial draw_decimals(Draw& draw, Numbers numbers) {
  if (draw.one_in(8)) return draw_tie(draw);
  const Extent extent{.entries = 40, .workers = 8};
  if (numbers == Numbers::any) return shaped_trial(draw, extent, draw_decimal);
  const int places = 1 + static_cast<int>(draw.below(10));
  return shaped_trial(
      draw, extent, [places](Draw& d) { return Dyadic(Integer(d.between(-1024, 1024)), -places); });
}

/// The largest offset at which n squares still add up inside the number type: 2^(bits/2) / √n.
std::int64_t largest_offset(Numbers numbers, std::uint64_t entries) {
  const auto capped = [&](double root) {
    return static_cast<std::int64_t>(root / std::sqrt(static_cast<double>(entries) + 2)) - 1024;
  };
  switch (numbers) {
    case Numbers::int53:
    case Numbers::float64:
      return capped(0x1p26);
    case Numbers::int64:
      return capped(0x1p31);
    default:
      return kLargestOffset;
  }
}

Trial draw_offset(Draw& draw, Numbers numbers) {
  const Extent extent{.entries = 40, .workers = 8};
  const std::int64_t most = largest_offset(numbers, extent.entries);
  // Every power of two up to the largest as often: integers, so that no library's pow has a say in it. The margin keeps
  // the spread inside the rung.
  const std::int64_t least = kSmallestOffset + 1024;
  const auto doublings =
      static_cast<std::uint64_t>(exact::bit_length(exact::UInt128(most / least)));
  const std::int64_t low = least << draw.below(doublings);
  const std::int64_t base = draw.between(low, std::min(2 * low, most));
  const std::int64_t offset = draw.one_in(4) ? -base : base;
  const int bits = 1 + static_cast<int>(draw.below(6));
  const bool halves = numbers == Numbers::any && draw.one_in(4);
  const Trial spread = shaped_trial(draw, extent, [=](Draw& d) {
    return halves ? Dyadic(Integer(draw_integer(d, bits)), -3) : Dyadic(draw_integer(d, bits));
  });
  return law::shifted(spread, offset);
}

Trial draw_scale(Draw& draw, Numbers numbers) {
  const int span = kLargestScale - kSmallestScale - 16;
  const int magnitude =
      kSmallestScale + static_cast<int>(draw.below(static_cast<std::uint64_t>(span)));
  const int exponent = draw.one_in(2) ? magnitude : -magnitude - 16;
  const int bits = 1 + static_cast<int>(draw.below(8));
  Trial trial = shaped_trial(draw, {.entries = 16, .workers = 4}, [=](Draw& d) {
    return Dyadic(Integer(draw_integer(d, bits)), exponent);
  });
  const bool both_ends = numbers == Numbers::any && draw.one_in(4);
  if (both_ends && !trial.dataset.observations.empty()) {
    trial.dataset.observations.front().value = Dyadic(Integer(draw_integer(draw, bits)), -exponent);
  }
  return trial;
}

Trial draw_wide(Draw& draw) {
  const int bits = 54 + static_cast<int>(draw.below(40));
  const int spread = draw.one_in(2) ? 8 : bits - 1;
  const bool negative = draw.one_in(4);
  const Integer base = Integer(1) << bits;
  return shaped_trial(draw, {.entries = 24, .workers = 8}, [=](Draw& d) {
    // One draw a statement: of two in one expression the compiler chooses which comes first.
    const Integer low = d.bits();
    const Integer noise = ((Integer(d.bits()) << 64) | low) >> (128 - spread);
    const Integer value = base + noise * 2 + 1;  // odd, so that no double holds it
    return Dyadic(negative ? Integer(-value) : value);
  });
}

}  // namespace

std::int64_t draw_integer(Draw& draw, int bits) {
  const auto limit = std::int64_t{1} << (1 + draw.below(static_cast<std::uint64_t>(bits)));
  return draw.between(-limit, limit);
}

Dyadic draw_decimal(Draw& draw) {
  // Numerator and power of ten are exact doubles, so the quotient is the double nearest to the decimal.
  constexpr std::array kPowersOfTen = {1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
  const auto numerator = static_cast<double>(draw.between(-10'000, 10'000));
  return *Dyadic::from_double(numerator / kPowersOfTen.at(draw.below(kPowersOfTen.size())));
}

Trial draw_numbers(RungId rung, Numbers numbers, Draw& draw, int attempt) {
  switch (rung) {
    case RungId::counts:
      return draw_counts(draw, attempt);
    case RungId::decimals:
      return draw_decimals(draw, numbers);
    case RungId::offset:
      return draw_offset(draw, numbers);
    case RungId::scale:
      return draw_scale(draw, numbers);
    case RungId::wide:
      return draw_wide(draw);
    default:
      return draw_integers(draw);
  }
}

}  // namespace shardproof::search
