/// Absence: what an empty worker means, and what no observations at all mean.
///
/// Workers without data are normal (a filter, a small dataset, a restart), and every one of these answers looks
/// right until the first of them reports.
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
});

}  // namespace

std::span<const Variant> absence_rows() {
  return kRows;
}

}  // namespace shardproof::subject
