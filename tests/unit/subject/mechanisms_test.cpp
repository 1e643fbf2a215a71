/// Each row's mechanism on one tiny trial, by hand.
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::subject {
namespace {

using data::Observation;
using data::part;
using data::PartValues;
using data::stray_part;
using data::Trial;
using data::trial;
using data::trial_of;
using exact::Dyadic;

struct Example {
  std::string_view id;
  Trial asked;
  Answer says;
};

PartValues part_of(std::vector<Observation> observations) {
  return {.observations = std::move(observations)};
}

/// n = 3, S = 6, Q = 20: variance 20/3 − 4 = 8/3. The workers' means are 1 and 4, their variances 1 and 0.
Trial uneven() {
  return trial({{0, 2}, {4}});
}

std::vector<Example> averaging_examples() {
  return {
      {"average-of-variances", uneven(), 0.5},               // (1 + 0) / 2
      {"count-weighted-average", uneven(), 0.666666666667},  // (2·1 + 1·0) / 3
      {"mean-of-deviations-squared", uneven(), 0.25},        // ((1 + 0) / 2)²
      {"variance-of-means", uneven(), 2.25},                 // 1 and 4: (3/2)²
      {"sum-of-variances", uneven(), 1.0},                   // 1 + 0
  };
}

std::vector<Example> weighting_examples() {
  return {
      {"unweighted-means", uneven(), 0.416666666667},  // 20/3 − ((1 + 4) / 2)² = 5/12
      {"all-unweighted", uneven(), 2.75},              // (2 + 16) / 2 − (5/2)²
      {"equal-counts-assumed", uneven(), 2.75},        // 20/4 − (6/4)²
      {"workers-counted", uneven(), 1.0},              // 20/2 − (6/2)²
      {"last-worker-dropped", trial({{0, 2}, {4}, {9}}), 2.666666666667},  // 8/3, of the first two
      {"first-worker-only", trial({{0, 2}, {4}, {9}}), 1.0},               // of {0, 2}
  };
}

std::vector<Example> finaliser_examples() {
  const auto sixty_fourths = [](std::int64_t value) {
    return Observation{.value = Dyadic(value, -6)};
  };
  return {
      {"sample-variance", uneven(), 4.0},  // 8/3 · 3/2
      // Within, {0, 2} by n − 1: 2. Between, about 2: 2·(2 + 1) + 1·(0 + 4) = 10, over 3.
      {"per-worker-bessel", uneven(), 3.333333333333},
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
  return {
      {"zero-instead-of-none", trial({}), 0.0},
      {"none-for-one", trial({{5}}), NoVariance{}},
      // n = 2, S = 0 + 3, Q = 0 + 9: 9/2 − 9/4.
      {"stray-sums-counted", trial_of({stray_part(3, 9), part({0, 0})}), 2.25},
      // {0, 3}: (3/2)².
      {"empty-as-a-zero", trial({{}, {3}}), 2.25},
      // {3} is left.
      {"zero-sum-skipped", trial({{-1, 1}, {3}}), 0.0},
      {"nan-on-empty", trial({{}, {3}}), std::numeric_limits<double>::quiet_NaN()},
  };
}

std::vector<Example> numeric_examples() {
  constexpr std::int64_t k = (1 << 25) + 4;
  constexpr std::uint64_t kSixteenBits = 1 << 16;
  constexpr std::uint64_t kFloatBits = 1 << 24;
  constexpr std::int64_t kWide = std::int64_t{1} << 31;
  return {
      // NIST's NumAcc1: Q/3 = 100000040000004.67 is 43/64 above an integer to the next double, (S/3)² that integer.
      {"textbook-float64", trial({{10000001, 10000003, 10000002}}), 0.671875},
      // 24 bits: Q = 16785409 becomes …08, its half 8392704; (4097/2)² = 4196352.25 becomes 4196352.
      {"textbook-float32", trial({{0, 4097}}), 4196352.0},
      // Textbook gives −1/4: doubles are 1/4 apart near k².
      {"clamped-at-zero", trial({{k, k, k, k, k + 1}}), 0.0},
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
  };
}

std::vector<Example> equivalent_examples() {
  return {
      {"last-to-first", uneven(), 2.666666666667},
      {"balanced-tree", uneven(), 2.666666666667},
      {"one-fraction", uneven(), 2.666666666667},
  };
}

std::vector<Example> all_examples() {
  std::vector<Example> all;
  for (const auto& family : {averaging_examples(),
                             weighting_examples(),
                             finaliser_examples(),
                             absence_examples(),
                             numeric_examples(),
                             equivalent_examples()}) {
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

TEST(EveryMechanism, HasAnExample) {
  std::set<std::string_view> shown;
  for (const auto& example : all_examples()) shown.insert(example.id);
  for (const auto& row : catalogue()) EXPECT_TRUE(shown.contains(row.id)) << row.id;
  EXPECT_EQ(shown.size(), catalogue().size());
}

TEST(EveryMechanism, GivesWhatItGivesByHand) {
  for (const auto& [id, asked, says] : all_examples()) {
    const auto question = question_of(asked);
    const auto& row = *variant_named(id);
    ASSERT_TRUE(holds(row.numbers, question)) << id;
    const auto answer = subject_of(row)->ask({&question, 1}).front();
    EXPECT_TRUE(same(answer, says))
        << id << " says " << to_text(answer) << ", by hand " << to_text(says);
  }
}

TEST(EveryMechanism, DiffersFromTheRightAnswerInItsExample) {
  for (const auto& [id, asked, says] : all_examples()) {
    const bool is_right = same(answer(Steps{}, question_of(asked).summaries), says);
    EXPECT_EQ(is_right, variant_named(id)->standing == Standing::equivalent) << id;
  }
}

}  // namespace
}  // namespace shardproof::subject
