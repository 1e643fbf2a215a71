#include "shardproof/search/edits.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace shardproof::search {
namespace {

using data::PartValues;
using data::Trial;
using exact::Dyadic;
using exact::Integer;
using Parts = std::vector<PartValues>;
using VisitTrial = std::function<bool(const Trial&)>;

/// `observations[e]` once less.
void take_one(std::vector<data::Observation>& observations, std::size_t e) {
  if (observations[e].times > 1) {
    --observations[e].times;
  } else {
    observations.erase(observations.begin() + static_cast<std::ptrdiff_t>(e));
  }
}

bool edit_observation(const Parts& parts, std::size_t p, std::size_t e, const VisitTrial& visit) {
  const auto value = parts[p].observations[e].value;
  Parts fewer = parts;
  take_one(fewer[p].observations, e);
  if (visit(data::trial_of(fewer))) return true;
  for (const auto& other : {Dyadic(0), Dyadic(1), Dyadic(-1), Dyadic(2), value - 1, value + 1}) {
    if (other == value) continue;
    Parts changed = fewer;
    changed[p].observations.push_back({.value = other});
    if (visit(data::trial_of(changed))) return true;
  }
  for (std::size_t q = 0; q < parts.size(); ++q) {
    if (q == p) continue;
    Parts moved = fewer;
    moved[q].observations.push_back({.value = value});
    if (visit(data::trial_of(moved))) return true;
  }
  return false;
}

bool edit_part(const Parts& parts, std::size_t p, const VisitTrial& visit) {
  Parts fewer = parts;
  fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(p));
  if (visit(data::trial_of(fewer))) return true;
  for (std::size_t q = p + 1; q < parts.size(); ++q) {
    Parts swapped = parts;
    std::swap(swapped[p], swapped[q]);
    if (visit(data::trial_of(swapped))) return true;
  }
  for (const int value : {0, 1}) {
    Parts more = parts;
    more[p].observations.push_back({.value = value});
    if (visit(data::trial_of(more))) return true;
  }
  return false;
}

}  // namespace

Trial without_entries(const Trial& trial, std::size_t first, std::size_t last) {
  Parts parts = data::parts_of(trial);
  std::size_t begin = 0;
  for (auto& part : parts) {
    const std::size_t end = begin + part.observations.size();
    const std::size_t from = std::clamp(first, begin, end) - begin;
    const std::size_t to = std::clamp(last, begin, end) - begin;
    part.observations.erase(part.observations.begin() + static_cast<std::ptrdiff_t>(from),
                            part.observations.begin() + static_cast<std::ptrdiff_t>(to));
    begin = end;
  }
  return data::trial_of(parts, trial.plan);
}

Trial with_each_value(const Trial& trial, const std::function<Dyadic(const Dyadic&)>& f) {
  Trial result = trial;
  for (auto& observation : result.dataset.observations) observation.value = f(observation.value);
  return result;
}

Dyadic half_of(const Dyadic& value) {
  return {Integer(value.mantissa() / 2), value.exponent()};
}

std::vector<Dyadic> smaller_values(const Dyadic& value) {
  if (value.sign() == 0) return {};
  std::vector<Dyadic> smaller = {Dyadic(0), Dyadic(value.sign())};
  if (!value.is_integer()) {
    const Integer divisor = Integer(1) << -value.exponent();
    smaller.emplace_back(Integer(value.mantissa() / divisor));
  }
  // To a half, three quarters, …, the last unit of the mantissa less.
  for (Integer less = abs(value.mantissa()) / 2; less > 0; less /= 2) {
    const Integer step = value.sign() < 0 ? Integer(-less) : less;
    smaller.emplace_back(Integer(value.mantissa() - step), value.exponent());
  }
  smaller.push_back(-value);
  return smaller;
}

bool for_each_edit(const Trial& trial, const VisitTrial& visit_edited) {
  const Parts parts = data::parts_of(trial);
  const VisitTrial visit_with_plan = [&](const Trial& edited) {
    Trial planned = edited;
    planned.plan = trial.plan;
    return visit_edited(planned);
  };
  const VisitTrial& visit = trial.plan == data::MergePlan{} ? visit_edited : visit_with_plan;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (edit_part(parts, p, visit)) return true;
    for (std::size_t e = 0; e < parts[p].observations.size(); ++e) {
      if (edit_observation(parts, p, e, visit)) return true;
    }
  }
  return false;
}

}  // namespace shardproof::search
