#include "shardproof/diagnosis/decomposition.hpp"

#include <stdexcept>

#include "shardproof/law/judge.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::diagnosis {
namespace {

using exact::Integer;
using exact::Rational;

Rational square(const Rational& value) {
  return value * value;
}

Rational mean_of(std::span<const data::Observation> observations) {
  Rational sum = 0;
  for (const auto& [value, times, special] : observations)
    sum += to_rational(value) * Rational(times);
  return sum / Rational(data::count(observations));
}

/// The mean squared deviation from `centre`.
Rational spread_around(const Rational& centre, std::span<const data::Observation> observations) {
  Rational sum = 0;
  for (const auto& [value, times, special] : observations) {
    sum += square(to_rational(value) - centre) * Rational(times);
  }
  return sum / Rational(data::count(observations));
}

}  // namespace

std::vector<WorkerShare> workers_of(const data::Trial& trial) {
  const auto question = subject::question_of(trial);
  const auto views = data::views_of(trial);
  std::vector<WorkerShare> workers;
  for (std::size_t i = 0; i < views.size(); ++i) {
    WorkerShare worker{.summary = question.summaries[i], .mean = {}, .variance = {}};
    if (!views[i].empty()) {
      worker.mean = mean_of(views[i]);
      worker.variance = spread_around(*worker.mean, views[i]);
    }
    workers.push_back(std::move(worker));
  }
  return workers;
}

std::optional<Decomposition> decompose(const data::Trial& trial) {
  const auto oracle = law::oracle_says(trial.dataset.observations);
  if (!oracle.variance) return std::nullopt;
  Decomposition parts{.workers = workers_of(trial),
                      .count = data::count(trial.dataset.observations),
                      .mean = mean_of(trial.dataset.observations),
                      .within = 0,
                      .between = 0,
                      .total = to_rational(*oracle.variance)};
  for (const auto& worker : parts.workers) {
    if (!worker.mean) continue;
    const Rational share(worker.summary.count, parts.count);
    parts.within += share * *worker.variance;
    parts.between += share * square(*worker.mean - parts.mean);
  }
  if (parts.within + parts.between != parts.total) {
    throw std::logic_error("within and between do not sum to the oracle's variance");
  }
  return parts;
}

}  // namespace shardproof::diagnosis
