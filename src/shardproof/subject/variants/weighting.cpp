/// Weighting: the right terms with the wrong weights. Counts are ignored, assumed equal, or replaced by a count of
/// something else; or a worker never arrives.
///
/// Invisible wherever the workers have equal counts or equal means, which is what hand-written tests have.
#include <array>

#include "shardproof/subject/variants/families.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;

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
});

}  // namespace

std::span<const Variant> weighting_rows() {
  return kRows;
}

}  // namespace shardproof::subject
