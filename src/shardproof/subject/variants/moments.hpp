/// A worker's state as the pairwise formula has it: count, mean, sum of squared deviations.
#pragma once

#include "shardproof/subject/variants/number.hpp"

namespace shardproof::subject {

/// `[count, sum, sumsq]` after centring.
template <class N>
struct Moments {
  N count;
  N mean;
  N deviations;  ///< Σ(x − mean)², M2
};

/// In a machine's numbers constant data have no deviations here, where q − s²/c leaves a residue.
template <class N>
Moments<N> state_of(const Triple<N>& worker) {
  return {.count = worker.count,
          .mean = mean_of(worker),
          .deviations = variance_of(worker) * worker.count};
}

/// What a distance of `delta` between two means adds to the squared deviations: δ²·nₐ·n_b / (nₐ + n_b).
template <class N>
N between(const N& delta, const N& left, const N& right) {
  return square(delta) * left * right / (left + right);
}

/// The mean of both: the left one, moved by the right one's share of the distance.
template <class N>
N mean_of(const Moments<N>& left, const Moments<N>& right) {
  return left.mean + (right.mean - left.mean) * right.count / (left.count + right.count);
}

/// Two states as one. Source: Chan, Golub & LeVeque, Updating Formulae and a Pairwise Algorithm for Computing
/// Sample Variances, COMPSTAT 1982: the pairwise formula.
template <class N>
Moments<N> combined(const Moments<N>& left, const Moments<N>& right) {
  return {.count = left.count + right.count,
          .mean = mean_of(left, right),
          .deviations = left.deviations + right.deviations +
                        between<N>(right.mean - left.mean, left.count, right.count)};
}

/// The states of all workers, in order, folded by `combine`. There is at least one.
template <class N, class Combine>
Moments<N> folded(Workers<N> workers, Combine combine) {
  auto total = state_of(workers.front());
  for (const auto& worker : workers.subspan(1)) total = combine(total, state_of(worker));
  return total;
}

}  // namespace shardproof::subject
