#include "shardproof/search/simpler.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "shardproof/law/relate.hpp"
#include "shardproof/search/edits.hpp"
#include "shardproof/search/multiplicity_steps.hpp"
#include "shardproof/search/simplicity.hpp"
#include "shardproof/search/small_scope.hpp"

namespace shardproof::search {
namespace {

using data::PartValues;
using data::Trial;
using exact::Dyadic;
using exact::Integer;
using Parts = std::vector<PartValues>;

bool offer(const Visit& visit, const Trial& trial) {
  return visit(canonical(trial));
}

/// The parts changed, the plan as it is.
bool offer(const Visit& visit, const Parts& parts, const Trial& trial) {
  return offer(visit, data::trial_of(parts, trial.plan));
}

/// Runs of half the elements, a quarter, …, one: where there are many elements, down to a 32nd only. What is left
/// then is smaller, and the step is taken again.
template <class Try>
bool for_each_run(std::size_t size, Try&& attempt) {
  const std::size_t shortest = std::max<std::size_t>(1, size / 32);
  for (std::size_t length = std::max<std::size_t>(1, size / 2); length >= shortest && size > 0;
       length /= 2) {
    for (std::size_t first = 0; first < size; first += length) {
      if (attempt(first, std::min(first + length, size))) return true;
    }
  }
  return false;
}

bool drop_parts(const Trial& trial, const Visit& visit) {
  const Parts parts = data::parts_of(trial);
  return for_each_run(parts.size(), [&](std::size_t first, std::size_t last) {
    Parts fewer = parts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(first),
                fewer.begin() + static_cast<std::ptrdiff_t>(last));
    return offer(visit, fewer, trial);
  });
}

bool drop_observations(const Trial& trial, const Visit& visit) {
  return for_each_run(trial.dataset.observations.size(), [&](std::size_t first, std::size_t last) {
    return offer(visit, without_entries(trial, first, last));
  });
}

bool merge_parts(const Trial& trial, const Visit& visit) {
  const Parts parts = data::parts_of(trial);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    // Any two while there are few; neighbours otherwise.
    const std::size_t last = parts.size() <= 8 ? parts.size() : std::min(i + 2, parts.size());
    for (std::size_t j = i + 1; j < last; ++j) {
      Parts fewer = parts;
      auto& into = fewer[i].observations;
      into.insert(into.end(), parts[j].observations.begin(), parts[j].observations.end());
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(j));
      if (offer(visit, fewer, trial)) return true;
    }
  }
  return false;
}

bool quieten_empty_parts(const Trial& trial, const Visit& visit) {
  for (std::size_t i = 0; i < trial.partition.parts.size(); ++i) {
    const auto& stray = trial.partition.parts[i].stray;
    for (const auto& [sum, sumsq] :
         {std::pair<Dyadic, Dyadic>{0, 0}, {0, 1}, {1, 0}, {0, stray.sumsq}, {stray.sum, 0}}) {
      Trial quieter = trial;
      quieter.partition.parts[i].stray = {.sum = sum, .sumsq = sumsq};
      if (offer(visit, quieter)) return true;
    }
    for (const auto& smaller : smaller_values(stray.sum)) {
      Trial quieter = trial;
      quieter.partition.parts[i].stray.sum = smaller;
      if (offer(visit, quieter)) return true;
    }
    for (const auto& smaller : smaller_values(stray.sumsq)) {
      Trial quieter = trial;
      quieter.partition.parts[i].stray.sumsq = smaller;
      if (offer(visit, quieter)) return true;
    }
  }
  return false;
}

bool translate_to_zero(const Trial& trial, const Visit& visit) {
  constexpr std::size_t kMostOrigins = 16;
  const auto& observations = trial.dataset.observations;
  for (std::size_t i = 0; i < std::min(observations.size(), kMostOrigins); ++i) {
    for (const auto& origin : {observations[i].value, half_of(observations[i].value)}) {
      if (origin.sign() != 0 && offer(visit, law::shifted(trial, -origin))) return true;
    }
    // And the other way round, so that what is rare is large and what is frequent is 0.
    if (offer(visit, law::shifted(law::scaled(trial, -1), observations[i].value))) return true;
  }
  return false;
}

bool divide_all(const Trial& trial, const Visit& visit) {
  Integer divisor = 0;
  int places = 0;
  for (const auto& observation : trial.dataset.observations) {
    divisor = exact::gcd(divisor, observation.value.mantissa());
    places = std::max(places, -observation.value.exponent());
  }
  if (divisor > 1 && offer(visit, with_each_value(trial, [&](const Dyadic& value) {
                             return Dyadic(Integer(value.mantissa() / divisor), value.exponent());
                           }))) {
    return true;
  }
  const bool multiplied =
      places > 0 && (offer(visit, law::scaled(trial, Dyadic(Integer(1) << places))) ||
                     offer(visit, law::scaled(trial, Dyadic(Integer(1) << (places + 1) / 2))) ||
                     offer(visit, law::scaled(trial, 2)));
  return multiplied ||
         offer(visit,
               with_each_value(trial, [](const Dyadic& value) { return Dyadic(value.sign()); })) ||
         offer(visit, with_each_value(trial, half_of));
}

bool reduce_values(const Trial& trial, const Visit& visit) {
  for (std::size_t i = 0; i < trial.dataset.observations.size(); ++i) {
    if (trial.dataset.observations[i].special != data::Special::none) {
      Trial reduced = trial;
      reduced.dataset.observations[i].special = data::Special::none;
      if (offer(visit, reduced)) return true;
    }
    for (auto& smaller : smaller_values(trial.dataset.observations[i].value)) {
      Trial reduced = trial;
      reduced.dataset.observations[i].value = std::move(smaller);
      if (offer(visit, reduced)) return true;
    }
  }
  return false;
}

bool negate_all(const Trial& trial, const Visit& visit) {
  return offer(visit, law::scaled(trial, -1));
}

bool reorder_parts(const Trial& trial, const Visit& visit) {
  const Parts parts = data::parts_of(trial);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = i + 1; j < std::min(parts.size(), i + 8); ++j) {
      Parts swapped = parts;
      std::swap(swapped[i], swapped[j]);
      if (offer(visit, swapped, trial)) return true;
    }
  }
  return false;
}

/// Another plan that is simpler: an earlier shape, or the same with a smaller word.
bool flatten_plan(const Trial& trial, const Visit& visit) {
  const auto offer_plan = [&](data::PlanShape shape, std::uint64_t word) {
    Trial flatter = trial;
    flatter.plan = {.shape = shape, .word = word};
    return offer(visit, flatter);
  };
  const auto& [shape, word] = trial.plan;
  for (const auto other : data::kPlanShapes) {
    if (other >= shape) break;
    if (data::is_for_states(other) && offer_plan(other, 0)) return true;
  }
  if (!data::has_word(shape)) return false;
  for (const std::uint64_t smaller : {std::uint64_t{0}, std::uint64_t{1}, word / 2, word - 1}) {
    if (smaller < word && offer_plan(shape, smaller)) return true;
  }
  return false;
}

/// A state's observations in ascending order within each part.
bool sort_parts(const Trial& trial, const Visit& visit) {
  if (!data::is_for_states(trial.plan.shape)) return false;  // a merge's trial has them so
  Parts parts = data::parts_of(trial);
  for (auto& part : parts) {
    std::ranges::stable_sort(part.observations, [](const auto& left, const auto& right) {
      return left.value < right.value;
    });
  }
  return offer(visit, parts, trial);
}

/// Into the small scope: each value replaced by its place among the different values of the trial, then by its sign, as
/// it stands or with one edit more. A merge that fails on few large numbers often fails on a few more small ones.
bool squeeze(const Trial& trial, const Visit& visit) {
  if (is_small(trial) || trial.partition.parts.size() > kSmallWorkers) return false;
  std::vector<Dyadic> different;
  Trial once = trial;
  for (auto& observation : once.dataset.observations) {
    different.push_back(observation.value);
    observation.times = 1;
  }
  std::ranges::sort(different,
                    [](const Dyadic& left, const Dyadic& right) { return left < right; });
  different.erase(std::unique(different.begin(), different.end()), different.end());
  const auto place = [&](const Dyadic& value) {
    return Dyadic(std::ranges::find(different, value) - different.begin());
  };
  const auto sign = [](const Dyadic& value) { return Dyadic(value.sign()); };
  const auto offer_small = [&](const Trial& candidate) {
    const Trial form = canonical(candidate);
    return is_small(form) && visit(form);
  };
  for (const Trial& squeezed : {with_each_value(once, place), with_each_value(once, sign)}) {
    if (offer_small(squeezed) || for_each_edit(squeezed, offer_small)) return true;
  }
  return false;
}

/// Any of the observations left out and one edit besides, where there are few.
bool drop_some_and_edit(const Trial& trial, const Visit& visit) {
  constexpr int kMostObservations = 6;
  if (data::count(trial.dataset.observations) > kMostObservations) return false;
  const Parts parts = data::parts_of(trial);
  const auto observations = static_cast<unsigned>(data::count(trial.dataset.observations));
  for (unsigned dropped = 1; dropped < 1U << observations; ++dropped) {
    Parts fewer = parts;
    unsigned bit = 0;
    for (auto& part : fewer) {
      for (auto& [value, times, special] : part.observations) {
        for (auto left = times; left > 0; --left) times -= (dropped >> bit++) & 1;
      }
      std::erase_if(part.observations,
                    [](const auto& observation) { return observation.times == 0; });
    }
    const Trial rest = data::trial_of(fewer, trial.plan);
    if (for_each_edit(rest, [&](const Trial& edited) { return offer(visit, edited); })) return true;
  }
  return false;
}

/// Two edits at once, on trials small enough that all pairs are a few thousand.
bool edit_twice(const Trial& trial, const Visit& visit) {
  constexpr std::size_t kMostEntries = 8;
  constexpr std::size_t kMostParts = 6;
  if (trial.dataset.observations.size() > kMostEntries || trial.partition.parts.size() > kMostParts)
    return false;
  return for_each_edit(trial, [&](const Trial& once) {
    return offer(visit, once) ||
           for_each_edit(once, [&](const Trial& twice) { return offer(visit, twice); });
  });
}

/// The dear steps, for the minimums that the others do not reach.
bool edit_more(const Trial& trial, const Visit& visit) {
  return drop_some_and_edit(trial, visit) || edit_twice(trial, visit);
}

constexpr auto kSteps = std::to_array<Step>({
    drop_parts,
    drop_observations,
    merge_parts,
    reduce_multiplicities,
    balance_multiplicities,
    flatten_plan,
    quieten_empty_parts,
    translate_to_zero,
    reduce_pairs,
    quarter_observations,
    divide_all,
    squeeze,
    reduce_values,
    transfer_multiplicities,
    negate_all,
    reorder_parts,
    sort_parts,
    edit_more,
});

}  // namespace

std::span<const Step> steps() {
  return kSteps;
}

std::vector<Trial> simpler(const Trial& trial) {
  const Trial start = canonical(trial);
  std::vector<Trial> candidates;
  for (const auto step : steps().first(kSteps.size() - 1)) {
    step(start, [&](Trial candidate) {
      if (is_simpler(candidate, start)) candidates.push_back(std::move(candidate));
      return false;
    });
  }
  return candidates;
}

}  // namespace shardproof::search
