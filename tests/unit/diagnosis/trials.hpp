/// Trials and merges by hand.
#pragma once

#include <memory>
#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::diagnosis {

inline data::Trial trial_of_parts(const std::vector<std::vector<int>>& parts) {
  std::vector<data::PartValues> values;
  for (const auto& part : parts) {
    auto& last = values.emplace_back();
    for (const int x : part) last.observations.push_back({.value = x});
  }
  return data::trial_of(values);
}

/// A stranger's merge in doubles, of triples that all have observations. None for no workers.
struct Triple {
  double count;
  double sum;
  double sumsq;

  double variance() const { return sumsq / count - sum / count * (sum / count); }
};

template <class Formula>
std::unique_ptr<subject::Subject> stranger(Formula formula) {
  return subject::merge_subject(
      "stranger",
      subject::Numbers::float64,
      [formula](std::span<const aggregate::Summary> summaries) -> subject::Answer {
        std::vector<Triple> triples;
        for (const auto& s : summaries) {
          const double count = *exact::Dyadic(s.count).as_double();
          if (count > 0) triples.push_back({count, *s.sum.as_double(), *s.sumsq.as_double()});
        }
        if (triples.empty()) return subject::NoVariance{};
        return formula(triples);
      });
}

}  // namespace shardproof::diagnosis
