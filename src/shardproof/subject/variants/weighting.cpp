/// Weighting: the right terms with the wrong weights. Counts are ignored, assumed equal, or replaced by a count of
/// something else; or a worker never arrives.
///
/// Invisible wherever the workers have equal counts or equal means, which is what hand-written tests have.
#include <algorithm>
#include <array>
#include <bit>

#include "shardproof/subject/variants/families.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using exact::Rational;

template <class N>
Quotient<N> mean_of_means(Workers<N> workers) {
  Quotient<N> means{};
  for (const auto& worker : workers) means = means + mean_of(worker);
  return means / number<N>(workers.size());
}

constexpr auto unweighted_means = []<class N>(Workers<N> workers) -> Quotient<N> {
  const auto total = total_of(workers);
  return total.sumsq / total.count - square(mean_of_means(workers));
};

constexpr auto all_unweighted = []<class N>(Workers<N> workers) -> Quotient<N> {
  Quotient<N> mean_squares{};
  for (const auto& worker : workers) mean_squares = mean_squares + worker.sumsq / worker.count;
  return mean_squares / number<N>(workers.size()) - square(mean_of_means(workers));
};

constexpr auto equal_counts = []<class N>(Workers<N> workers) -> Quotient<N> {
  auto total = workers.front();
  const auto count = total.count;
  for (const auto& worker : workers.subspan(1)) {
    total = {total.count + count, total.sum + worker.sum, total.sumsq + worker.sumsq};
  }
  return variance_of(total);
};

constexpr auto workers_counted = []<class N>(Workers<N> workers) -> Quotient<N> {
  const auto total = total_of(workers);
  const auto count = number<N>(workers.size());
  const Quotient<N> mean_square = static_cast<Quotient<N>>(total.sumsq) / count;
  return mean_square - square<Quotient<N>>(static_cast<Quotient<N>>(total.sum) / count);
};

std::optional<Summary> all_but_the_last(std::span<const Summary> all, std::size_t index) {
  return index + 1 < all.size() && !all[index].count.is_zero() ? std::optional(all[index])
                                                               : std::nullopt;
}

std::optional<Summary> only_the_first(std::span<const Summary> all, std::size_t index) {
  return index == 0 && !all[index].count.is_zero() ? std::optional(all[index]) : std::nullopt;
}

constexpr auto largest_count = [](Workers<Rational> workers) -> Rational {
  auto total = total_of(workers);
  total.count = std::ranges::max_element(workers, {}, &Triple<Rational>::count)->count;
  return variance_of(total);
};

constexpr auto squares_averaged = [](Workers<Rational> workers) -> Rational {
  auto total = total_of(workers);
  total.sumsq /= number<Rational>(workers.size());
  return variance_of(total);
};

/// The worker at `index` if it is among the first `most` and has observations.
std::optional<Summary> of_the_first(std::size_t most,
                                    std::span<const Summary> all,
                                    std::size_t index) {
  return index < most && !all[index].count.is_zero() ? std::optional(all[index]) : std::nullopt;
}

/// A fold that takes the previous worker where it should take the total so far.
std::optional<Summary> last_two(std::span<const Summary> all, std::size_t index) {
  return index + 2 >= all.size() && !all[index].count.is_zero() ? std::optional(all[index])
                                                                : std::nullopt;
}

/// Pairs, then pairs of pairs, while there are two: an odd one out is never merged.
std::optional<Summary> a_power_of_two(std::span<const Summary> all, std::size_t index) {
  return of_the_first(std::bit_floor(all.size()), all, index);
}

std::optional<Summary> first_eight(std::span<const Summary> all, std::size_t index) {
  return of_the_first(8, all, index);
}

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "unweighted-means",
        .family = Family::weighting,
        .mechanism =
            "takes E[x\u00b2] over all observations but the mean as the mean of the workers' means",
        .repair = "weight each worker's mean by its count: the mean is S/n",
        .seen_in = "https://github.com/vwxyzjn/cleanrl/issues/18",
        .steps = {.formula = formula(unweighted_means)},
    },
    {
        .id = "all-unweighted",
        .family = Family::weighting,
        .mechanism =
            "averages the workers' means and their E[x\u00b2], each worker counting the same",
        .repair = "weight both averages by the workers' counts",
        .seen_in = "https://github.com/PaddlePaddle/Paddle/issues/32464",
        .steps = {.formula = formula(all_unweighted)},
    },
    {
        .id = "equal-counts-assumed",
        .family = Family::weighting,
        .mechanism = "takes n as the number of workers times the first worker's count",
        .repair = "add the counts that the workers send",
        .seen_in = "https://github.com/Lightning-AI/pytorch-lightning/issues/2924",
        .steps = {.formula = formula(equal_counts)},
    },
    {
        .id = "workers-counted",
        .family = Family::weighting,
        .mechanism = "divides by the number of workers in place of the number of observations",
        .repair = "add the counts that the workers send",
        .seen_in = "https://github.com/vwxyzjn/cleanrl/issues/18",
        .steps = {.formula = formula(workers_counted)},
    },
    {
        .id = "last-worker-dropped",
        .family = Family::weighting,
        .mechanism = "merges all workers but the last",
        .repair = "merge every worker; test with the last one different from the rest",
        .seen_in = "https://github.com/taosdata/TDengine/pull/14718",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.admit = all_but_the_last},
    },
    {
        .id = "first-worker-only",
        .family = Family::weighting,
        .mechanism = "keeps the first worker's statistics and ignores the others'",
        .repair = "merge every worker",
        .seen_in = "https://github.com/huggingface/pytorch-image-models/issues/110",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.admit = only_the_first},
    },
    {
        .id = "last-two-only",
        .family = Family::weighting,
        .mechanism = "merges each worker with the one before it in place of the total so far",
        .repair = "fold into one accumulator; test with three workers or more",
        .seen_in = "derived: right for two workers, which is what most tests have",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.admit = last_two},
    },
    {
        .id = "power-of-two-reduction",
        .family = Family::weighting,
        .mechanism =
            "reduces in pairs and leaves out the odd one: merges the first 2^k workers only",
        .repair = "carry the odd one to the next round; test with three workers and with seven",
        .seen_in = "derived: the textbook parallel reduction, which assumes a power of two",
        .caught_by = data::LawId::none_iff_empty,
        .steps = {.admit = a_power_of_two},
    },
    {
        .id = "first-eight-only",
        .family = Family::weighting,
        .mechanism = "merges the first block of eight workers and no further",
        .repair = "loop until every worker is merged; test with more workers than a block holds",
        .seen_in =
            "derived from https://github.com/taosdata/TDengine/pull/14718: part of a block of "
            "partials is consumed",
        .caught_by = data::LawId::none_iff_empty,
        .caught_on = data::RungId::integers,
        .steps = {.admit = first_eight},
    },
    {
        .id = "largest-count-taken",
        .family = Family::weighting,
        .mechanism = "adds the sums but keeps the largest of the counts",
        .repair = "add the counts that the workers send",
        .seen_in = "derived: counts reduced by MAX beside sums reduced by SUM",
        .steps = {.formula = exact_formula(largest_count)},
    },
    {
        .id = "squares-averaged-again",
        .family = Family::weighting,
        .mechanism = "divides the total of squares by the number of workers besides n",
        .repair = "reduce all three sums alike, and divide each by n once",
        .seen_in = "https://github.com/athena-team/athena/issues/109",
        .steps = {.formula = exact_formula(squares_averaged)},
    },
});

}  // namespace

std::span<const Variant> weighting_rows() {
  return kRows;
}

}  // namespace shardproof::subject
