/// Membership: observations are counted that nobody made, or counted twice. The merge is right; what it merges is not
/// the dataset.
///
/// A prior, padding and a repeated message look like data to the merge. What gives them away is a question whose answer
/// is known: constant data, an empty worker, another order.
#include <array>

#include "shardproof/subject/variants/families.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using exact::Integer;
using exact::Rational;

std::optional<Summary> once_or_twice(const Summary& summary, bool twice) {
  if (summary.count.is_zero()) return std::nullopt;
  if (!twice) return summary;
  return Summary{.count = summary.count + summary.count,
                 .sum = summary.sum + summary.sum,
                 .sumsq = summary.sumsq + summary.sumsq};
}

/// total = copy of the first; then every worker is added to it, the first too.
std::optional<Summary> first_twice(std::span<const Summary> all, std::size_t index) {
  return once_or_twice(all[index], index == 0);
}

/// The last one is added in the loop and flushed once more after it.
std::optional<Summary> last_twice(std::span<const Summary> all, std::size_t index) {
  return once_or_twice(all[index], index + 1 == all.size());
}

/// 10^−4 observations of mean 0 and variance 1: the initial state that keeps RunningMeanStd from dividing by 0.
Triple<Rational> prior() {
  const Rational count(1, 10'000);
  return {count, 0, count};
}

constexpr auto prior_counted = [](Workers<Rational> workers) -> Rational {
  return variance_of(merged(prior(), total_of(workers)));
};

constexpr auto prior_per_worker = [](Workers<Rational> workers) -> Rational {
  auto total = total_of(workers);
  for (std::size_t i = 0; i < workers.size(); ++i) total = merged(total, prior());
  return variance_of(total);
};

/// What a worker's data are padded to a multiple of: the reports' tiles are 32 wide, their examples 4.
constexpr int kTile = 4;

/// Observations that fill up the last tile.
Integer padding_of(const Integer& count) {
  return (kTile - count % kTile) % kTile;
}

std::optional<Summary> with_padding(std::span<const Summary> all, std::size_t index) {
  if (all[index].count.is_zero()) return std::nullopt;
  auto summary = all[index];
  summary.count += padding_of(summary.count);
  return summary;
}

/// Padding is 0, so centred it is minus the mean, and the mask comes after the squares.
constexpr auto padding_squared = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  Integer padding = 0;
  for (const auto& worker : workers) padding += padding_of(numerator(worker.count));
  return variance_of(total) + Rational(padding) * square(mean_of(total)) / total.count;
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "first-worker-twice",
        .family = Family::membership,
        .mechanism =
            "starts from the first worker's triple and then adds every worker, the first too",
        .repair = "start from the empty triple, or skip what the start holds",
        .seen_in = "https://github.com/saguiitay/CardinalityEstimation/pull/55",
        .caught_by = data::LawId::empty_worker,
        .steps = {.admit = first_twice},
    },
    {
        .id = "last-worker-twice",
        .family = Family::membership,
        .mechanism = "adds the last worker in the loop and once more after it",
        .repair = "merge each worker once; count observations in the test, not only the answer",
        .seen_in =
            "derived from https://github.com/ray-project/ray/issues/1081: a state is sent twice",
        .caught_by = data::LawId::empty_worker,
        .steps = {.admit = last_twice},
    },
    {
        .id = "prior-counted",
        .family = Family::membership,
        .mechanism =
            "starts from a prior, 10\u207b\u2074 observations of mean 0 and variance 1, and "
            "never takes it out",
        .repair = "start from the empty state and test for n = 0 where it is divided by",
        .seen_in = "https://github.com/openai/baselines/issues/266",
        .caught_by = data::LawId::constant_is_zero,
        .steps = {.formula = exact_formula(prior_counted)},
    },
    {
        .id = "prior-per-worker",
        .family = Family::membership,
        .mechanism =
            "merges states that start from a prior each: the prior is counted once a worker",
        .repair = "start every state empty; a prior, if there must be one, is added at the end",
        .seen_in = "derived from https://github.com/openai/baselines/issues/266: its states merged",
        .caught_by = data::LawId::constant_is_zero,
        .steps = {.formula = exact_formula(prior_per_worker)},
    },
    {
        .id = "padding-counted",
        .family = Family::membership,
        .mechanism = "counts the zeros that pad a worker's data to a multiple of four",
        .repair = "send the number of observations, not the size of the buffer",
        .seen_in = "https://github.com/tenstorrent/tt-metal/pull/41838",
        .caught_by = data::LawId::constant_is_zero,
        .steps = {.admit = with_padding},
    },
    {
        .id = "padding-squared",
        .family = Family::membership,
        .mechanism =
            "adds the squared deviations of padding, which centring has turned into minus the "
            "mean",
        .repair = "mask after centring as well as before",
        .seen_in = "https://github.com/espnet/espnet/pull/6571",
        .caught_by = data::LawId::constant_is_zero,
        .steps = {.formula = exact_formula(padding_squared)},
    },
});

}  // namespace

std::span<const Variant> membership_rows() {
  return kRows;
}

}  // namespace shardproof::subject
