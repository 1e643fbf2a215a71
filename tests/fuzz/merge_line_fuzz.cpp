/// Fuzzes the way of a question through `shardproof merge`: a line of text to an answer.
///
///  1. Any line is answered or refused with a reason, without crashing.
///  2. An answer is a finite double that is not negative, and none exactly if no worker has observations.
///  3. Its text reads back as the same double.
///  4. The answer is the same with the workers in reverse order,
///  5. with an empty worker and its garbage sums added,
///  6. and row by row, through the state that `--rows` uses.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "shardproof/aggregate/exact_state.hpp"
#include "shardproof/aggregate/merge.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/summaries.hpp"

namespace {

using namespace shardproof;
using Summaries = std::vector<aggregate::Summary>;
using Answer = exact::Result<std::optional<double>>;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// Two refusals may name different workers.
bool same(const Answer& left, const Answer& right) {
  return left.has_value() == right.has_value() && (!left.has_value() || *left == *right);
}

void check_text(double variance) {
  const auto read = wire::parse(wire::dump(variance));
  require(read.has_value() && *read == wire::Value(variance),
          "an answer reads back as the same double");
}

void check_answer(const Summaries& workers, const Answer& answer) {
  if (!answer) {
    require(!answer.error().what.empty(), "a refusal has a reason");
    return;
  }
  const bool empty =
      std::ranges::all_of(workers, [](const auto& worker) { return worker.count == 0; });
  require(answer->has_value() != empty, "there is no answer exactly if there are no observations");
  if (empty) return;
  require(std::isfinite(**answer) && !std::signbit(**answer),
          "an answer is finite and not negative");
  check_text(**answer);
}

Answer row_by_row(const Summaries& workers) {
  aggregate::ExactState state;
  for (const auto& worker : workers) {
    if (auto added = state.add(worker); !added) return added.error();
  }
  return state.variance();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto question = wire::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!question) return 0;
  auto workers = wire::summaries_from(*question);
  if (!workers) return 0;

  const auto answer = aggregate::variance(*workers);
  check_answer(*workers, answer);
  require(same(answer, row_by_row(*workers)), "row by row the answer is the same");
  std::ranges::reverse(*workers);
  require(same(answer, aggregate::variance(*workers)), "in reverse order the answer is the same");
  workers->push_back({.count = 0, .sum = 99, .sumsq = -999});
  require(same(answer, aggregate::variance(*workers)), "an empty worker changes nothing");
  return 0;
}
