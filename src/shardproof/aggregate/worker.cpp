#include "shardproof/aggregate/worker.hpp"

#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>

#include "shardproof/aggregate/finalise.hpp"
#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/round12.hpp"

namespace shardproof::aggregate {
namespace {

using exact::Problem;

std::string text_of(std::int64_t value) {
  return std::to_string(value);
}

std::string text_of(double value) {
  return exact::to_text(value);
}

std::string text_of(const exact::Integer& value) {
  return exact::to_text(value);
}

std::string text_of(const exact::Dyadic& value) {
  return exact::to_text(value);
}

/// Not by `+`: g++ 12 takes "literal" + string for an overlapping copy and warns.
std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

Problem negative_count(const std::string& count) {
  return {.kind = Problem::Kind::out_of_domain,
          .what = joined({"count is ", count, ", below zero"}),
          .where = "",
          .hint = "a count is a number of observations"};
}

Problem not_finite(const char* field, double value) {
  return {
      .kind = Problem::Kind::out_of_domain,
      .what = joined({field, " is ", exact::to_text(value), ", which is no number to add up"}),
      .where = "",
      .hint =
          "only a worker with count 0 may send one; leave such observations out before summing"};
}

/// The fault of a worker whose variance rounds to below zero; none for any other variance.
template <class Worker, class AnyFraction>
std::optional<Problem> negative_variance(const Worker& worker, const AnyFraction& variance) {
  if (variance.numerator >= 0) return std::nullopt;
  const auto rounded = exact::round12(variance);
  if (rounded && *rounded >= 0) return std::nullopt;
  const std::string size = rounded ? exact::to_text(*rounded) : "lower than any double";
  return Problem{.kind = Problem::Kind::impossible,
                 .what = joined({"[",
                                 text_of(worker.count),
                                 ", ",
                                 text_of(worker.sum),
                                 ", ",
                                 text_of(worker.sumsq),
                                 "] has variance ",
                                 size,
                                 ", below zero: no data have such sums"}),
                 .where = "",
                 .hint = "they were rounded or mixed up; send exact sums"};
}

template <class Worker>
std::optional<Problem> negative_variance(const Worker& worker, const Summary& exactly) {
  const auto count = exact::to_int64(exactly.count);
  const auto sum = narrow(exactly.sum);
  const auto sumsq = narrow(exactly.sumsq);
  if (count && sum && sumsq) {
    if (const auto variance = narrow_variance(*count, *sum, *sumsq)) {
      return negative_variance(worker, *variance);
    }
  }
  return negative_variance(worker, variance_of(exactly));
}

}  // namespace

std::optional<Problem> fault_of(const IntegerTriple& worker) {
  if (worker.count < 0) return negative_count(text_of(worker.count));
  if (worker.count == 0 || is_plainly_sound(worker)) return std::nullopt;
  return negative_variance(worker, Summary{worker.count, worker.sum, worker.sumsq});
}

std::optional<Problem> fault_of(const DoubleTriple& worker) {
  if (worker.count < 0) return negative_count(text_of(worker.count));
  if (worker.count == 0) return std::nullopt;
  if (!std::isfinite(worker.sum)) return not_finite("sum", worker.sum);
  if (!std::isfinite(worker.sumsq)) return not_finite("sumsq", worker.sumsq);
  return negative_variance(worker,
                           Summary{worker.count,
                                   *exact::Dyadic::from_double(worker.sum),
                                   *exact::Dyadic::from_double(worker.sumsq)});
}

std::optional<Problem> fault_of(const Summary& worker) {
  if (worker.count.sign() < 0) return negative_count(text_of(worker.count));
  if (worker.count.is_zero()) return std::nullopt;
  return negative_variance(worker, worker);
}

}  // namespace shardproof::aggregate
