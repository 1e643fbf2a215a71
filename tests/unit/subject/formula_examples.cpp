#include "unit/subject/mechanism_examples.hpp"

namespace shardproof::subject {
namespace {

using data::Trial;
using data::trial;

std::vector<Example> averaging_examples() {
  return {
      {"average-of-variances", uneven(), 0.5},               // (1 + 0) / 2
      {"count-weighted-average", uneven(), 0.666666666667},  // (2·1 + 1·0) / 3
      {"mean-of-deviations-squared", uneven(), 0.25},        // ((1 + 0) / 2)²
      {"variance-of-means", uneven(), 2.25},                 // 1 and 4: (3/2)²
      {"sum-of-variances", uneven(), 1.0},                   // 1 + 0
      {"pooled-variance", uneven(), 2.0},                    // (2 + 0) / (1 + 0)
      {"within-over-n-minus-1", uneven(), 1.0},              // (2 + 0) / (3 − 1)
      {"between-only", uneven(), 2.0},                       // about 2: (2·1² + 1·2²) / 3
      {"means-squared-first", uneven(), -1.833333333333},    // 20/3 − (1² + 4²) / 2 = −11/6
      {"largest-variance", uneven(), 1.0},                   // of 1 and 0
      {"median-of-variances", trial({{0, 2}, {4}, {0, 4}}), 1.0},  // of 1, 0 and 4
  };
}

std::vector<Example> combining_examples() {
  return {
      // The mean is 2 by now, so δ is 4 − 2 in place of 4 − 1: (2 + 0 + 2²·2·1/3) / 3 = 14/9.
      {"updated-mean-in-delta", uneven(), 1.555555555556},
      // 2 + 3²·2·1/3 = 8 for the first two; {1} is at the first worker's mean and adds nothing: 8/4.
      {"mean-never-updated", trial({{0, 2}, {4}, {1}}), 2.0},
      // Variances for squared deviations, and not divided: 1 + 0 + 3²·2·1/3.
      {"variance-read-as-deviations", uneven(), 7.0},
      // 2 and 2, each doubled; means 1 and 4: (4 + 4 + 3²·3·3/6) / 6 = 43/12.
      {"deviations-scaled-again", trial({{0, 1, 2}, {3, 4, 5}}), 3.583333333333},
      // 4 and the average of {0, 2}: 20/3 − (5/3)² = 35/9.
      {"average-added-to-sum", trial({{4}, {0, 2}}), 3.888888888889},
      // {0} and {4}: mean 2, variance 4. With {6}: (4 + 0) / 2 + ((6 − 2) / 2)².
      {"halves-at-every-merge", trial({{0}, {4}, {6}}), 6.0},
      // About 1 and 11 the sums are 0 and the squares 2 + 2: 4/4 − 0.
      {"origins-mixed", trial({{0, 2}, {10, 12}}), 1.0},
  };
}

std::vector<Example> weighting_examples() {
  const Trial three = trial({{0, 2}, {4}, {9}});
  return {
      {"unweighted-means", uneven(), 0.416666666667},     // 20/3 − ((1 + 4) / 2)² = 5/12
      {"all-unweighted", uneven(), 2.75},                 // (2 + 16) / 2 − (5/2)²
      {"equal-counts-assumed", uneven(), 2.75},           // 20/4 − (6/4)²
      {"workers-counted", uneven(), 1.0},                 // 20/2 − (6/2)²
      {"last-worker-dropped", three, 2.666666666667},     // 8/3, of the first two
      {"first-worker-only", three, 1.0},                  // of {0, 2}
      {"last-two-only", three, 6.25},                     // of {4, 9}: (5/2)²
      {"power-of-two-reduction", three, 2.666666666667},  // of the first two, the third is odd
      {"first-eight-only", trial({{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {9}}), 0.0},
      {"largest-count-taken", uneven(), 1.0},                 // n = 2: 20/2 − (6/2)²
      {"squares-averaged-again", uneven(), -0.666666666667},  // 20/2/3 − (6/3)²
  };
}

std::vector<Example> membership_examples() {
  return {
      {"first-worker-twice", uneven(), 2.24},  // {0, 2, 0, 2, 4}: 24/5 − (8/5)²
      {"last-worker-twice", uneven(), 2.75},   // {0, 2, 4, 4}: 36/4 − (10/4)²
      // With c = 10^−4 at 0, 1001 away: (2 + c + 1001²·2·c / (2 + c)) / (2 + c).
      {"prior-counted", trial({{1000, 1002}}), 51.095040370725},
      // With 2c at 0, 1000 away: (2c + 1000²·2·2c / (2 + 2c)) / (2 + 2c). Right would be 0.
      {"prior-per-worker", trial({{1000}, {1000}}), 99.980102989601},
      {"padding-counted",
       trial({{3, 5}}),
       4.5},  // {3, 5, 0, 0}, as it should not be: 34/4 − (8/4)²
      {"padding-squared", trial({{4, 6}}), 26.0},  // (1² + 1² + 5² + 5²) / 2
  };
}

}  // namespace

std::vector<Example> formula_examples() {
  std::vector<Example> all;
  for (const auto& family :
       {averaging_examples(), combining_examples(), weighting_examples(), membership_examples()}) {
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

}  // namespace shardproof::subject
