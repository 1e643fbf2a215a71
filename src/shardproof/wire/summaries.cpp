#include "shardproof/wire/summaries.hpp"

#include <string>

#include "shardproof/wire/exact_json.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

using exact::Problem;

constexpr std::size_t kFields = 3;

Problem wrong_shape(const std::string& wanted, const Value& value) {
  std::string found(value.kind());
  if (const auto* elements = value.array()) found += " of " + std::to_string(elements->size());
  return {.kind = Problem::Kind::malformed,
          .what = wanted + "; this is " + found,
          .where = {},
          .hint = {}};
}

exact::Result<exact::Integer> count_from(const Value& value) {
  const auto count = dyadic_from(value);
  if (!count) return exact::within("count", count.error());
  if (!count->is_integer()) {
    return Problem{.kind = Problem::Kind::out_of_domain,
                   .what = "count " + to_text(*count) + " is not a whole number",
                   .where = {},
                   .hint = {}};
  }
  if (count->sign() < 0) {
    return Problem{.kind = Problem::Kind::out_of_domain,
                   .what = "count " + to_text(*count) + " is negative",
                   .where = {},
                   .hint = {}};
  }
  return count->mantissa();
}

}  // namespace

Value to_json(const aggregate::Summary& summary) {
  return Value::Array{summary.count, to_json(summary.sum), to_json(summary.sumsq)};
}

exact::Result<aggregate::Summary> summary_from(const Value& triple) {
  const auto* fields = triple.array();
  if (fields == nullptr || fields->size() != kFields) {
    return wrong_shape("a worker is an array [count, sum, sumsq]", triple);
  }
  const auto count = count_from((*fields)[0]);
  if (!count) return count.error();
  const auto sum = dyadic_from((*fields)[1]);
  if (!sum) return exact::within("sum", sum.error());
  const auto sumsq = dyadic_from((*fields)[2]);
  if (!sumsq) return exact::within("sumsq", sumsq.error());
  return aggregate::Summary{.count = *count, .sum = *sum, .sumsq = *sumsq};
}

exact::Result<std::vector<aggregate::Summary>> summaries_from(const Value& question) {
  const auto* workers = question.array();
  if (workers == nullptr)
    return wrong_shape("a question is an array of workers, [[count, sum, sumsq], …]", question);
  std::vector<aggregate::Summary> summaries;
  summaries.reserve(workers->size());
  for (const auto& worker : *workers) {
    auto summary = summary_from(worker);
    if (!summary)
      return exact::within("worker " + std::to_string(summaries.size()), summary.error());
    summaries.push_back(std::move(*summary));
  }
  return summaries;
}

}  // namespace shardproof::wire
