/// Tiny merges for the tests of the laws: each right but for one thing, given as a function of the workers.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "shardproof/exact/round12.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::law {

/// What the workers say together, empty ones left out, and how many there are.
struct Told {
  exact::Rational n = 0;
  exact::Rational s = 0;
  exact::Rational q = 0;
  int workers = 0;          ///< with observations
  int empty = 0;            ///< without
  exact::Rational first_n;  ///< the count of the first worker that has observations

  exact::Rational variance() const { return q / n - (s / n) * (s / n); }
};

inline Told told_by(std::span<const aggregate::Summary> summaries) {
  Told told;
  for (const auto& summary : summaries) {
    if (summary.count.is_zero()) {
      ++told.empty;
      continue;
    }
    if (told.workers++ == 0) told.first_n = exact::Rational(summary.count);
    told.n += exact::Rational(summary.count);
    told.s += to_rational(summary.sum);
    told.q += to_rational(summary.sumsq);
  }
  return told;
}

using Twist = std::function<exact::Rational(const Told&)>;

/// The merge that answers `twist` rounded as the contract says; none if there are no observations.
inline std::unique_ptr<subject::Subject> merge_of(
    Twist twist, subject::Numbers numbers = subject::Numbers::any) {
  return subject::merge_subject(
      "twisted",
      numbers,
      [twist = std::move(twist)](std::span<const aggregate::Summary> summaries) {
        const Told told = told_by(summaries);
        return told.workers == 0 ? subject::Answer(subject::NoVariance{})
                                 : subject::Answer(exact::round12(twist(told)).value());
      });
}

/// The merge that answers the same to everything.
inline std::unique_ptr<subject::Subject> always(const subject::Answer& answer) {
  return subject::merge_subject("constant",
                                subject::Numbers::any,
                                [answer](std::span<const aggregate::Summary>) { return answer; });
}

}  // namespace shardproof::law
