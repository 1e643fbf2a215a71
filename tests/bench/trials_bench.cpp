/// Judged trials a second, against the property that a user would write: RapidCheck draws pairs of value and worker, the
/// oracle sums cpp_rational. Read the ratio of the two within one run, not the times.
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <rapidcheck.h>

#include "shardproof/exact/rational.hpp"
#include "shardproof/exact/round12.hpp"
#include "shardproof/merge.hpp"
#include "shardproof/search/climb.hpp"
#include "shardproof/subject/reference.hpp"

namespace {

using shardproof::aggregate::IntegerTriple;
using shardproof::exact::Rational;
namespace search = shardproof::search;

using Observations = std::vector<std::pair<std::int64_t, int>>;  ///< value and worker

bool yardstick_holds(const Observations& observations) {
  std::map<int, IntegerTriple> workers;
  Rational sum = 0;
  for (const auto& [value, worker] : observations) {
    auto& triple = workers[worker];
    triple = {triple.count + 1, triple.sum + value, triple.sumsq + value * value};
    sum += Rational(value);
  }
  std::vector<IntegerTriple> triples;
  for (const auto& [worker, triple] : workers) triples.push_back(triple);
  const auto answer = shardproof::aggregate::variance(triples);
  if (observations.empty()) return answer && !*answer;

  const Rational n(observations.size());
  Rational squares = 0;
  for (const auto& [value, worker] : observations) {
    squares += (Rational(value) - sum / n) * (Rational(value) - sum / n);
  }
  return answer && *answer == shardproof::exact::round12(Rational(squares / n));
}

void baseline_plain_rapidcheck(benchmark::State& state) {
  const auto observations = rc::gen::container<Observations>(
      rc::gen::pair(rc::gen::inRange<std::int64_t>(-1'000'000, 1'000'001), rc::gen::inRange(0, 8)));
  std::uint64_t seed = 0;
  bool holds = true;
  for (auto _ : state)
    holds = holds && yardstick_holds(observations(rc::Random(++seed), 50).value());
  if (!holds) state.SkipWithError("the yardstick found the merge wrong");
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

/// One rung for the reference, one thread, everything included: drawing, summarising, asking, judging, coverage, laws.
void judged_trials(benchmark::State& state) {
  const auto reference = shardproof::subject::reference();
  const search::Candidate candidate{.subject = reference.get()};
  search::ClimbOptions options;
  options.rungs = {shardproof::data::RungId::integers};
  std::uint64_t judged = 0;
  for (auto _ : state) {
    ++options.seed;
    const auto record = search::climb({&candidate, 1}, options).front();
    if (record.outcome != search::Outcome::holds)
      state.SkipWithError("the reference does not hold");
    judged += record.trials();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(judged));
}

BENCHMARK(baseline_plain_rapidcheck);
BENCHMARK(judged_trials)->Unit(benchmark::kMillisecond);

}  // namespace
