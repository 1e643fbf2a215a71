#include "shardproof/aggregate/exact_aggregate.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace shardproof::aggregate {
namespace {

using Limits = std::numeric_limits<double>;

constexpr std::string_view kAnd = " and ";
constexpr std::string_view kNonfinite = " nonfinite";

}  // namespace

void ExactAggregate::accumulate(double x) {
  if (!finite.add(x)) ++nonfinite;
}

void ExactAggregate::merge(const ExactAggregate& other) {
  finite.merge(other.finite);
  nonfinite += other.nonfinite;
}

void ExactAggregate::retract(double x) {
  if (std::isfinite(x)) {
    // A refusal leaves the state as it was, which is what is promised.
    static_cast<void>(finite.retract(x));
  } else if (nonfinite > 0) {
    --nonfinite;
  }
}

std::optional<double> ExactAggregate::finalise() const {
  if (nonfinite > 0) return Limits::quiet_NaN();
  const auto variance = finite.variance();
  return variance ? *variance : Limits::infinity();  // its one problem is overflow
}

std::optional<double> ExactAggregate::average() const {
  if (nonfinite > 0) return Limits::quiet_NaN();
  const auto mean = finite.mean();
  return mean ? *mean : Limits::quiet_NaN();  // the mean of what was added is never too large
}

double ExactAggregate::observations() const {
  const exact::Integer count = finite.count() + nonfinite;
  return exact::nearest_double(exact::Fraction{count, 1, 0}).value_or(Limits::infinity());
}

std::string ExactAggregate::encode() const {
  std::string text = finite.encode();
  return text.append(kAnd).append(std::to_string(nonfinite)).append(kNonfinite);
}

ExactAggregate ExactAggregate::decode(std::string_view text) {
  const auto split = text.find(kAnd);
  auto finite = ExactState::decode(text.substr(0, split));
  if (!finite) throw std::invalid_argument(exact::to_text(finite.error()));
  ExactAggregate state{.finite = *std::move(finite), .nonfinite = 0};
  const std::string_view rest =
      split == std::string_view::npos ? "" : text.substr(split + kAnd.size());
  const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), state.nonfinite);
  if (read.ec != std::errc() ||
      rest.substr(static_cast<std::size_t>(read.ptr - rest.data())) != kNonfinite)
    throw std::invalid_argument("not an encoded exact state: no count of what is not finite");
  return state;
}

}  // namespace shardproof::aggregate
