#include "shardproof/search/shapes.hpp"

#include <algorithm>
#include <cstddef>

namespace shardproof::search {
namespace {

using data::Observation;
using data::PartValues;
using exact::Dyadic;

enum class Theme : std::uint8_t {
  plain,
  skewed,
  equal_sizes,
  zero_sums,
  equal_means,
  identical,
  constant,
  one_worker,
  few,
  nothing,
};

/// Of 32 trials: 12 plain, 4 skewed, 3 each of the equal and zero-sum kinds, 2 of the degenerate ones, 1 with nothing.
Theme draw_theme(Draw& draw) {
  const auto choice = draw.below(32);
  if (choice < 12) return Theme::plain;
  if (choice < 16) return Theme::skewed;
  if (choice < 19) return Theme::equal_sizes;
  if (choice < 22) return Theme::zero_sums;
  if (choice < 25) return Theme::equal_means;
  if (choice < 27) return Theme::identical;
  if (choice < 29) return Theme::constant;
  if (choice < 30) return Theme::one_worker;
  return choice < 31 ? Theme::few : Theme::nothing;
}

std::vector<std::uint64_t> plain_sizes(Draw& draw, std::uint64_t entries, std::uint64_t workers) {
  std::vector<std::uint64_t> sizes(workers);
  for (std::uint64_t i = 0; i < entries; ++i) ++sizes[draw.below(workers)];
  return sizes;
}

/// Low worker numbers get nearly everything.
std::vector<std::uint64_t> skewed_sizes(Draw& draw, std::uint64_t entries, std::uint64_t workers) {
  std::vector<std::uint64_t> sizes(workers);
  for (std::uint64_t i = 0; i < entries; ++i)
    ++sizes[draw.below(1 + draw.below(1 + draw.below(workers)))];
  const auto first = sizes.begin() + static_cast<std::ptrdiff_t>(draw.below(workers));
  std::rotate(sizes.begin(), first, sizes.end());
  return sizes;
}

std::vector<std::uint64_t> sizes_for(Draw& draw, Theme theme, const Extent& extent) {
  const auto entries = draw.skewed(extent.entries);
  const auto workers = draw.skewed(extent.workers);
  switch (theme) {
    case Theme::skewed:
      return skewed_sizes(draw, entries, workers);
    case Theme::equal_sizes:
    case Theme::identical:
      return std::vector<std::uint64_t>(1 + workers,
                                        std::max<std::uint64_t>(1, entries / (1 + workers)));
    case Theme::one_worker:
      return {entries};
    case Theme::few: {
      // One draw a statement: of two arguments the compiler chooses which comes first.
      const auto few_workers = 1 + draw.below(2);
      return plain_sizes(draw, 1 + draw.below(2), few_workers);
    }
    case Theme::nothing:
      return std::vector<std::uint64_t>(draw.below(4));
    default:
      return plain_sizes(draw, entries, workers);
  }
}

PartValues drawn_part(Draw& draw, std::uint64_t size, const DrawValue& value) {
  PartValues part;
  part.observations.reserve(size);
  for (std::uint64_t i = 0; i < size; ++i) part.observations.push_back({.value = value(draw)});
  return part;
}

/// Pairs centre + d, centre − d and, if the size is odd, the centre once: the mean is the centre.
PartValues centred_part(Draw& draw,
                        std::uint64_t size,
                        const DrawValue& value,
                        const Dyadic& centre) {
  PartValues part;
  part.observations.reserve(size);
  for (std::uint64_t i = 0; i + 1 < size; i += 2) {
    const Dyadic deviation = value(draw);
    part.observations.push_back({.value = centre + deviation});
    part.observations.push_back({.value = centre - deviation});
  }
  if (size % 2 == 1) part.observations.push_back({.value = centre});
  return part;
}

std::vector<PartValues> parts_for(Draw& draw,
                                  Theme theme,
                                  const Extent& extent,
                                  const DrawValue& value) {
  const auto sizes = sizes_for(draw, theme, extent);
  const Dyadic common = value(draw);
  std::vector<PartValues> parts;
  parts.reserve(sizes.size() + 3);
  for (const auto size : sizes) {
    switch (theme) {
      case Theme::zero_sums:
        // Every other worker, so that the others show what a skipped one costs.
        parts.push_back(parts.size() % 2 == 0 ? centred_part(draw, size, value, 0)
                                              : drawn_part(draw, size, value));
        break;
      case Theme::equal_means:
        parts.push_back(centred_part(draw, size, value, common));
        break;
      case Theme::constant:
        parts.push_back(
            PartValues{.observations = std::vector<Observation>(size, {.value = common})});
        break;
      case Theme::identical:
        parts.push_back(parts.empty() ? drawn_part(draw, size, value) : parts.front());
        break;
      default:
        parts.push_back(drawn_part(draw, size, value));
    }
  }
  return parts;
}

PartValues empty_part(Draw& draw) {
  PartValues part;
  if (draw.one_in(2))
    part.stray = {.sum = draw.between(-1000, 1000), .sumsq = draw.between(0, 1000)};
  return part;
}

}  // namespace

void add_empty_parts(Draw& draw, std::vector<PartValues>& parts, std::uint64_t n) {
  if (draw.one_in(n)) parts.insert(parts.begin(), empty_part(draw));
  if (draw.one_in(n)) {
    const auto place = static_cast<std::ptrdiff_t>(draw.below(parts.size() + 1));
    parts.insert(parts.begin() + place, empty_part(draw));
  }
  if (draw.one_in(n)) parts.push_back(empty_part(draw));
}

data::Trial shaped_trial(Draw& draw, const Extent& extent, const DrawValue& value) {
  auto parts = parts_for(draw, draw_theme(draw), extent, value);
  add_empty_parts(draw, parts, 6);
  return data::trial_of(parts);
}

}  // namespace shardproof::search
