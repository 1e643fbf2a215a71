/// The contract in rationals, for the tests of this room: nothing but the formula.
#pragma once

#include <cmath>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "shardproof/exact/round12.hpp"
#include "shardproof/merge.hpp"

namespace shardproof::aggregate {

/// How a failing test shows it.
inline void PrintTo(const Summary& summary, std::ostream* out) {
  *out << "[" << exact::to_text(summary.count) << ", " << exact::to_text(summary.sum) << ", "
       << exact::to_text(summary.sumsq) << "]";
}

namespace by_definition {

inline exact::Rational rational(std::int64_t value) {
  return value;
}

inline exact::Rational rational(double value) {
  return to_rational(*exact::Dyadic::from_double(value));
}

inline exact::Rational rational(const exact::Integer& value) {
  return exact::Rational(value);
}

inline exact::Rational rational(const exact::Dyadic& value) {
  return to_rational(value);
}

/// Q/n − (S/n)² over the workers that are not empty; none without observations.
template <class Worker>
std::optional<exact::Rational> exact_variance(const std::vector<Worker>& workers) {
  exact::Rational n = 0;
  exact::Rational s = 0;
  exact::Rational q = 0;
  for (const Worker& worker : workers) {
    if (worker.count == 0) continue;
    n += rational(worker.count);
    s += rational(worker.sum);
    q += rational(worker.sumsq);
  }
  if (n == 0) return std::nullopt;
  return exact::Rational(q / n - (s / n) * (s / n));
}

/// The same, rounded by the contract.
template <class Worker>
std::optional<double> variance(const std::vector<Worker>& workers) {
  const auto exactly = exact_variance(workers);
  return exactly ? exact::round12(*exactly) : std::nullopt;
}

}  // namespace by_definition

/// The merge's answer, for workers that must be accepted: throws if they are not.
template <class Worker>
std::optional<double> merged(const std::vector<Worker>& workers) {
  return variance(std::span<const Worker>(workers)).value();
}

/// The problem of workers that must be refused.
template <class Worker>
exact::Problem refusal(const std::vector<Worker>& workers) {
  return variance(std::span<const Worker>(workers)).error();
}

inline std::optional<double> merged(const std::vector<IntegerTriple>& workers) {
  return merged<IntegerTriple>(workers);
}

}  // namespace shardproof::aggregate
