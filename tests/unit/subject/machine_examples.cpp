#include <limits>

#include "unit/subject/mechanism_examples.hpp"

namespace shardproof::subject {
namespace {

using data::Observation;
using data::part;
using data::PartValues;
using data::stray_part;
using data::trial;
using data::trial_of;
using exact::Dyadic;

PartValues part_of(std::vector<Observation> observations) {
  return {.observations = std::move(observations)};
}

std::vector<Example> finaliser_examples() {
  const auto sixty_fourths = [](std::int64_t value) {
    return Observation{.value = Dyadic(value, -6)};
  };
  return {
      {"sample-variance", uneven(), 4.0},  // 8/3 · 3/2
      // Within, {0, 2} by n − 1: 2. Between, about 2: 2·(2 + 1) + 1·(0 + 4) = 10, over 3.
      {"per-worker-bessel", uneven(), 3.333333333333},
      {"double-normalisation", uneven(), 0.888888888889},  // 8/3 over 3
      {"epsilon-added", uneven(), 2.667666666667},         // 8/3 + 1/1000
      {"deviation-answered", trial({{0, 4}}), 2.0},        // √4
      // 1/8192 = 0.0001220703125, a tie: to even is …312.
      {"rounds-half-up",
       trial_of(
           {part_of({sixty_fourths(0), sixty_fourths(1), sixty_fourths(1), sixty_fourths(2)})}),
       0.000122070313},
      {"truncates", uneven(), 2.666666666666},
      {"eleven-decimals", uneven(), 2.66666666667},
      // 36902/9 = 4100.222… . Its nearest double is 4100.22222222222262…, which rounds to …223.
      {"fraction-rounded-first", trial({{-130, 0, 11}}), 4100.222222222222},
  };
}

std::vector<Example> absence_examples() {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  return {
      {"zero-instead-of-none", trial({}), 0.0},
      {"none-for-one", trial({{5}}), NoVariance{}},
      // n = 2, S = 0 + 3, Q = 0 + 9: 9/2 − 9/4.
      {"stray-sums-counted", trial_of({stray_part(3, 9), part({0, 0})}), 2.25},
      // {0, 3}: (3/2)².
      {"empty-as-a-zero", trial({{}, {3}}), 2.25},
      // {3} is left.
      {"zero-sum-skipped", trial({{-1, 1}, {3}}), 0.0},
      {"nan-on-empty", trial({{}, {3}}), kNan},
      {"nan-instead-of-none", trial({}), kNan},
      {"none-if-any-is-empty", trial({{}, {3}}), NoVariance{}},
      {"nan-from-a-singleton", trial({{1}, {3}}), kNan},
      // {0, 2} is left.
      {"no-spread-skipped", uneven(), 1.0},
  };
}

std::vector<Example> numeric_examples() {
  constexpr std::int64_t k = (1 << 25) + 4;
  constexpr std::uint64_t kSixteenBits = 1 << 16;
  constexpr std::uint64_t kThirtyBits = 1 << 30;
  constexpr std::uint64_t kFloatBits = 1 << 24;
  constexpr std::int64_t kWide = std::int64_t{1} << 31;
  return {
      // NIST's NumAcc1: Q/3 = 100000040000004.67 is 43/64 above an integer to the next double, (S/3)² that integer.
      {"textbook-float64", trial({{10000001, 10000003, 10000002}}), 0.671875},
      // 24 bits: Q = 16785409 becomes …08, its half 8392704; (4097/2)² = 4196352.25 becomes 4196352.
      {"textbook-float32", trial({{0, 4097}}), 4196352.0},
      // Textbook gives −1/4: doubles are 1/4 apart near k².
      {"clamped-at-zero", trial({{k, k, k, k, k + 1}}), 0.0},
      // {1, 3, 2} on 10^7 is NumAcc1 again, 3 · 43/64 in place of 2; {0} is 2 away: (129/64 + 2²·3·1/4) / 4.
      {"stable-merge-of-raw-sums", trial({{10000001, 10000003, 10000002}, {10000000}}), 1.25390625},
      // 2^16 · 2^16 is 0 in 32 bits, so the two halves seem to have one mean. Right would be 1.
      {"int32-count-product",
       trial_of({part_of({{.value = 0, .times = kSixteenBits}}),
                 part_of({{.value = 2, .times = kSixteenBits}})}),
       0.0},
      // 2^62 + 2^62 is −2^63 in 64 bits: −2^62 − (2^31)².
      {"int64-sumsq-wraps", trial({{kWide}, {kWide}}), -0x1p63},
      // 2^24 + 1 is 2^24 in a float: 1 − 2^−24. Right would be (1 − 1/n)², twice as far from 1.
      {"float32-count",
       trial_of({part_of({{.value = 0, .times = kFloatBits}}), part({4096})}),
       0.999999940395},
      // 2^31 rows are −2^31 in 32 bits: 2^32 / −2^31 − (2^31 / −2^31)². Right would be 1.
      {"int32-row-count",
       trial_of({part_of({{.value = 0, .times = kThirtyBits}}),
                 part_of({{.value = 2, .times = kThirtyBits}})}),
       -3.0},
      {"integer-division", trial({{1}, {2}}), 0.5},  // 9/2 is 4: (5 − 4) / 2
      // The mean 5/3 is 2: 9 − 3·2² = −3 is 2^64 − 3, a third of which is 0x5555….
      {"rounded-mean-unsigned", trial({{1, 2}, {2}}), 0x1.5555555555555p+62},
      {"four-decimals-kept", trial({{0, 0, 1}}), 0.22221111},  // 0.3333 − 0.3333²
      {"sign-dropped", trial({{-1}, {1}}), 0.0},               // 2/2 − (2/2)²
      // 2^54 + 2^28 + 1 has 55 bits; doubles there are 4 apart.
      {"sums-through-doubles", trial({{(1 << 27) + 1}}), -1.0},
      {"sums-in-float32", trial({{4097}}), -1.0},  // 16785409 becomes …08
      // 1/3 is 11184811 / 2^25 in a float: 1/3 − that squared.
      {"means-in-float32", trial({{0, 0, 1}}), 0.222222215599},
  };
}

std::vector<Example> equivalent_examples() {
  return {
      {"last-to-first", uneven(), 2.666666666667},
      {"balanced-tree", uneven(), 2.666666666667},
      {"one-fraction", uneven(), 2.666666666667},
      {"pairwise-formula", uneven(), 2.666666666667},
      {"within-and-between", uneven(), 2.666666666667},
  };
}

}  // namespace

std::vector<Example> machine_examples() {
  std::vector<Example> all;
  for (const auto& family :
       {finaliser_examples(), absence_examples(), numeric_examples(), equivalent_examples()}) {
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

}  // namespace shardproof::subject
