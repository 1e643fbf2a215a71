/// The merge against its baselines, over 2^20 triples (24 MB: beyond the caches). Read ratios within one run, not times.
///
/// Baselines: a plain read of the same memory; the naive double formula; Chan's merge, one worker after the other.
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "shardproof/merge.hpp"

namespace {

using shardproof::aggregate::DoubleTriple;
using shardproof::aggregate::IntegerTriple;

constexpr std::size_t kWorkers = 1 << 20;

/// What workers with four observations around ±1000 send; the same on every machine.
std::vector<IntegerTriple> integer_triples() {
  std::vector<IntegerTriple> triples(kWorkers);
  std::uint64_t state = 1;
  for (auto& triple : triples) {
    for (int i = 0; i < 4; ++i) {
      state = state * 6364136223846793005 + 1442695040888963407;
      const auto value = static_cast<std::int64_t>(state >> 53) - 1024;
      triple = {triple.count + 1, triple.sum + value, triple.sumsq + value * value};
    }
  }
  return triples;
}

std::vector<DoubleTriple> double_triples() {
  std::vector<DoubleTriple> triples;
  triples.reserve(kWorkers);
  for (const auto& [count, sum, sumsq] : integer_triples()) {
    triples.push_back({count, static_cast<double>(sum) / 8, static_cast<double>(sumsq) / 64});
  }
  return triples;
}

void report(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kWorkers));
  state.SetBytesProcessed(
      static_cast<std::int64_t>(state.iterations() * kWorkers * sizeof(IntegerTriple)));
}

void baseline_read(benchmark::State& state) {
  const auto triples = integer_triples();
  for (auto _ : state) {
    std::uint64_t bits = 0;
    for (const auto& triple : triples) {
      bits ^= static_cast<std::uint64_t>(triple.count ^ triple.sum ^ triple.sumsq);
    }
    benchmark::DoNotOptimize(bits);
  }
  report(state);
}

void baseline_naive_double(benchmark::State& state) {
  const auto triples = double_triples();
  for (auto _ : state) {
    double count = 0;
    double sum = 0;
    double sumsq = 0;
    for (const auto& triple : triples) {
      count += static_cast<double>(triple.count);
      sum += triple.sum;
      sumsq += triple.sumsq;
    }
    benchmark::DoNotOptimize(sumsq / count - (sum / count) * (sum / count));
  }
  report(state);
}

void baseline_chan(benchmark::State& state) {
  const auto triples = double_triples();
  for (auto _ : state) {
    double count = 0;
    double mean = 0;
    double squares = 0;
    for (const auto& triple : triples) {
      const auto n = static_cast<double>(triple.count);
      const double delta = triple.sum / n - mean;
      const double total = count + n;
      squares += triple.sumsq - triple.sum * triple.sum / n + delta * delta * count * n / total;
      mean += delta * n / total;
      count = total;
    }
    benchmark::DoNotOptimize(squares / count);
  }
  report(state);
}

void integer_merge(benchmark::State& state) {
  const auto triples = integer_triples();
  for (auto _ : state) benchmark::DoNotOptimize(shardproof::aggregate::variance(triples));
  report(state);
}

void double_merge(benchmark::State& state) {
  const auto triples = double_triples();
  for (auto _ : state) benchmark::DoNotOptimize(shardproof::aggregate::variance(triples));
  report(state);
}

BENCHMARK(baseline_read)->Unit(benchmark::kMillisecond);
BENCHMARK(baseline_naive_double)->Unit(benchmark::kMillisecond);
BENCHMARK(baseline_chan)->Unit(benchmark::kMillisecond);
BENCHMARK(integer_merge)->Unit(benchmark::kMillisecond);
BENCHMARK(double_merge)->Unit(benchmark::kMillisecond);

}  // namespace
