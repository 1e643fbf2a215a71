/// Equivalent: right merges that are written differently. Catching one of them would be a false alarm.
#include <array>

#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/moments.hpp"

namespace shardproof::subject {
namespace {

using exact::Rational;

constexpr auto last_to_first = [](Workers<Rational> workers) -> Rational {
  auto total = workers.back();
  for (auto i = workers.size() - 1; i > 0; --i) total = merged(total, workers[i - 1]);
  return variance_of(total);
};

Triple<Rational> merged_as_a_tree(Workers<Rational> workers) {
  if (workers.size() == 1) return workers.front();
  const auto half = workers.size() / 2;
  return merged(merged_as_a_tree(workers.first(half)), merged_as_a_tree(workers.subspan(half)));
}

constexpr auto balanced_tree = [](Workers<Rational> workers) -> Rational {
  return variance_of(merged_as_a_tree(workers));
};

constexpr auto one_fraction = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  return (total.count * total.sumsq - square(total.sum)) / square(total.count);
};

constexpr auto pairwise = [](Workers<Rational> workers) -> Rational {
  const auto total = folded(workers, combined<Rational>);
  return total.deviations / total.count;
};

/// The law of total variance.
constexpr auto within_and_between = [](Workers<Rational> workers) -> Rational {
  const auto total = total_of(workers);
  const Rational mean = mean_of(total);
  Rational deviations = 0;
  for (const auto& worker : workers)
    deviations += deviations_of(worker) + worker.count * square<Rational>(mean_of(worker) - mean);
  return deviations / total.count;
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "last-to-first",
        .family = Family::equivalent,
        .mechanism = "merges the workers in reverse order",
        .repair = "nothing to repair",
        .seen_in = "guard against false alarms",
        .standing = Standing::equivalent,
        .steps = {.formula = exact_formula(last_to_first)},
    },
    {
        .id = "balanced-tree",
        .family = Family::equivalent,
        .mechanism = "merges the workers pairwise, as a balanced tree",
        .repair = "nothing to repair",
        .seen_in = "guard against false alarms",
        .standing = Standing::equivalent,
        .steps = {.formula = exact_formula(balanced_tree)},
    },
    {
        .id = "one-fraction",
        .family = Family::equivalent,
        .mechanism = "takes (n\u00b7Q \u2212 S\u00b2) / n\u00b2, one division at the end",
        .repair = "nothing to repair",
        .seen_in = "guard against false alarms",
        .standing = Standing::equivalent,
        .steps = {.formula = exact_formula(one_fraction)},
    },
    {
        .id = "pairwise-formula",
        .family = Family::equivalent,
        .mechanism = "merges means and squared deviations, two workers at a time",
        .repair = "nothing to repair",
        .seen_in = "guard against false alarms",
        .standing = Standing::equivalent,
        .steps = {.formula = exact_formula(pairwise)},
    },
    {
        .id = "within-and-between",
        .family = Family::equivalent,
        .mechanism = "adds the spread within workers and the spread between their means",
        .repair = "nothing to repair",
        .seen_in = "guard against false alarms",
        .standing = Standing::equivalent,
        .steps = {.formula = exact_formula(within_and_between)},
    },
});

}  // namespace

std::span<const Variant> equivalent_rows() {
  return kRows;
}

}  // namespace shardproof::subject
