/// Absence: what an empty worker means, what no observations at all mean, and what is taken for either.
///
/// Workers without data are normal (a filter, a small dataset, a restart), and every one of these answers looks
/// right until the first of them reports.
#include <algorithm>
#include <array>
#include <limits>

#include "shardproof/subject/variants/families.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using exact::Integer;

Integer count_of(std::span<const Summary> summaries) {
  Integer count = 0;
  for (const auto& summary : summaries) count += summary.count;
  return count;
}

std::optional<Answer> zero_if_empty(std::span<const Summary> /*all*/,
                                    std::span<const Summary> admitted) {
  return count_of(admitted).is_zero() ? std::optional<Answer>(0.0) : std::nullopt;
}

std::optional<Answer> none_for_one(std::span<const Summary> /*all*/,
                                   std::span<const Summary> admitted) {
  return count_of(admitted) <= 1 ? std::optional<Answer>(NoVariance{}) : std::nullopt;
}

/// sum / count of an empty worker is 0/0, and NaN poisons whatever it is added to.
std::optional<Answer> nan_if_any_is_empty(std::span<const Summary> all,
                                          std::span<const Summary> admitted) {
  if (count_of(admitted).is_zero()) return NoVariance{};
  for (const auto& summary : all) {
    if (summary.count.is_zero()) return std::numeric_limits<double>::quiet_NaN();
  }
  return std::nullopt;
}

/// 0/0 at the end, where nobody looks.
std::optional<Answer> nan_if_empty(std::span<const Summary> /*all*/,
                                   std::span<const Summary> admitted) {
  return count_of(admitted).is_zero()
             ? std::optional<Answer>(std::numeric_limits<double>::quiet_NaN())
             : std::nullopt;
}

/// NULL plus anything is NULL.
std::optional<Answer> none_if_any_is_empty(std::span<const Summary> all,
                                           std::span<const Summary> admitted) {
  const bool any = std::ranges::any_of(all, [](const Summary& s) { return s.count.is_zero(); });
  return any || count_of(admitted).is_zero() ? std::optional<Answer>(NoVariance{}) : std::nullopt;
}

/// M2 / (count − 1) of a worker with one observation is 0/0.
std::optional<Answer> nan_if_any_is_one(std::span<const Summary> /*all*/,
                                        std::span<const Summary> admitted) {
  if (count_of(admitted).is_zero()) return NoVariance{};
  const bool any = std::ranges::any_of(admitted, [](const Summary& s) { return s.count == 1; });
  return any ? std::optional<Answer>(std::numeric_limits<double>::quiet_NaN()) : std::nullopt;
}

std::optional<Summary> everyone(std::span<const Summary> all, std::size_t index) {
  return all[index];
}

std::optional<Summary> empty_as_a_zero(std::span<const Summary> all, std::size_t index) {
  return all[index].count.is_zero() ? Summary{.count = 1, .sum = 0, .sumsq = 0} : all[index];
}

std::optional<Summary> with_a_sum(std::span<const Summary> all, std::size_t index) {
  const bool merged = !all[index].count.is_zero() && all[index].sum.sign() != 0;
  return merged ? std::optional(all[index]) : std::nullopt;
}

/// A worker has spread where q·c > s².
std::optional<Summary> with_spread(std::span<const Summary> all, std::size_t index) {
  const auto& [count, sum, sumsq] = all[index];
  const bool merged = !(sumsq * exact::Dyadic(count) == sum * sum);
  return merged && !count.is_zero() ? std::optional(all[index]) : std::nullopt;
}

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "zero-instead-of-none",
        .family = Family::absence,
        .mechanism = "answers 0 when there are no observations",
        .repair = "answer none: no data is not the same as constant data",
        .seen_in = "derived from the contract's fixtures \"empty\" and \"zero observations\", "
                   "FA-99321 case 01",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.absence = zero_if_empty},
    },
    {
        .id = "none-for-one",
        .family = Family::absence,
        .mechanism = "answers none for a single observation, whose population variance is 0",
        .repair = "only n = 0 has no population variance",
        .seen_in = "https://github.com/pgdogdev/pgdog/pull/1560",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.absence = none_for_one},
    },
    {
        .id = "stray-sums-counted",
        .family = Family::absence,
        .mechanism = "adds the sums that an empty worker reports",
        .repair = "skip a worker whose count is 0, whatever its sums are",
        .seen_in = "https://github.com/espnet/espnet/pull/6571",
        .caught_by = data::LawId::empty_worker,
        .steps = {.admit = everyone},
    },
    {
        .id = "empty-as-a-zero",
        .family = Family::absence,
        .mechanism = "counts an empty worker as one observation of 0",
        .repair = "an empty worker adds nothing to the count",
        .seen_in = "https://github.com/prometheus/prometheus/pull/14941",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.admit = empty_as_a_zero},
    },
    {
        .id = "zero-sum-skipped",
        .family = Family::absence,
        .mechanism = "takes a worker whose sum is 0 for an empty one",
        .repair = "test the count, not the sum: data centred on 0 are data",
        .seen_in = "derived: `if sum:` where `if count:` is meant",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.admit = with_a_sum},
    },
    {
        .id = "nan-on-empty",
        .family = Family::absence,
        .mechanism = "divides an empty worker's sum by its count: 0/0 poisons the total",
        .repair = "skip a worker whose count is 0 before dividing",
        .seen_in = "https://github.com/apache/datafusion/pull/13248",
        .caught_by = data::LawId::empty_worker,
        .steps = {.absence = nan_if_any_is_empty},
    },
    {
        .id = "nan-instead-of-none",
        .family = Family::absence,
        .mechanism = "divides by n without a look at it: 0/0 when there are no observations",
        .repair = "answer none for n = 0, before any division",
        .seen_in = "https://github.com/apache/pinot/pull/9948",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.absence = nan_if_empty},
    },
    {
        .id = "none-if-any-is-empty",
        .family = Family::absence,
        .mechanism = "adds the NULL that an empty worker sends: the total is NULL",
        .repair = "skip a worker without observations; NULL is not 0",
        .seen_in = "https://github.com/pgdogdev/pgdog/pull/1560",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.absence = none_if_any_is_empty},
    },
    {
        .id = "nan-from-a-singleton",
        .family = Family::absence,
        .mechanism = "divides a worker's squared deviations by its count \u2212 1: 0/0 for one "
                     "observation poisons the total",
        .repair = "workers send sums; a divisor belongs to the end",
        .seen_in = "https://github.com/mars-project/mars/issues/1142",
        .caught_by = data::LawId::empty_worker,
        .steps = {.absence = nan_if_any_is_one},
    },
    {
        .id = "no-spread-skipped",
        .family = Family::absence,
        .mechanism = "leaves out a worker whose variance is 0, as if it had nothing to add",
        .repair = "skip on the count alone: constant data move the mean",
        .seen_in = "derived: `if variance:` where `if count:` is meant",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.admit = with_spread},
    },
});

}  // namespace

std::span<const Variant> absence_rows() {
  return kRows;
}

}  // namespace shardproof::subject
