#include <array>
#include <cstdint>
#include <optional>
#include <shardproof/aggregate/chan_state.hpp>
#include <shardproof/gtest.hpp>
#include <shardproof/merge.hpp>
#include <vector>

#include <gtest/gtest-spi.h>

using Workers = std::vector<std::array<std::int64_t, 3>>;

static std::optional<double> right_merge(const Workers& workers) {
  std::vector<shardproof::aggregate::IntegerTriple> triples;
  for (const auto& [count, sum, sumsq] : workers) triples.push_back({count, sum, sumsq});
  return shardproof::aggregate::variance(triples).value();
}

static std::optional<double> wrong_merge(const Workers& workers) {
  double variances = 0;
  int seen = 0;
  for (const auto& [count, sum, sumsq] : workers) {
    if (count == 0) continue;
    const auto n = static_cast<double>(count);
    const double mean = static_cast<double>(sum) / n;
    variances += static_cast<double>(sumsq) / n - mean * mean;
    ++seen;
  }
  return seen == 0 ? std::nullopt : std::optional(variances / seen);
}

// Welford's update, Chan's merge; `Forgetful` leaves out what lies between the two.
template <bool Forgetful>
struct State {
  double n = 0, mean = 0, m2 = 0;

  void accumulate(double x) {
    n += 1;
    const double delta = x - mean;
    mean += delta / n;
    m2 += delta * (x - mean);
  }

  void merge(const State& other) {
    if (other.n == 0) return;
    if (n == 0) {
      *this = other;
      return;
    }
    const double total = n + other.n;
    const double delta = other.mean - mean;
    m2 += other.m2 + (Forgetful ? 0 : delta * (delta * (n * (other.n / total))));
    mean += delta * (other.n / total);
    n = total;
  }

  std::optional<double> finalise() const { return n == 0 ? std::nullopt : std::optional(m2 / n); }
};

using RightState = State<false>;
using WrongState = State<true>;

TEST(MyMerge, IsLawful) {
  SHARDPROOF_EXPECT_LAWFUL(right_merge, {.expect = shardproof::Expect::contract});
}

TEST(MyMerge, IsToldItsMistakeIfWrong) {
  EXPECT_NONFATAL_FAILURE(SHARDPROOF_EXPECT_LAWFUL(wrong_merge), "average-of-variances");
}

TEST(MyState, IsLawful) {
  SHARDPROOF_EXPECT_LAWFUL_STATE(RightState, {.rungs = {shardproof::data::RungId::small}});
}

TEST(MyState, IsToldItsMistakeIfWrong) {
  EXPECT_NONFATAL_FAILURE(SHARDPROOF_EXPECT_LAWFUL_STATE(WrongState), "between-term-dropped");
}

INSTANTIATE_TYPED_TEST_SUITE_P(Mine, ShardproofState, shardproof::aggregate::ChanState);
