#include "shardproof/aggregate/exact_state.hpp"

#include <cmath>
#include <utility>

#include "shardproof/aggregate/finalise.hpp"
#include "shardproof/aggregate/worker.hpp"
#include "shardproof/exact/double_text.hpp"

namespace shardproof::aggregate {
namespace {

using exact::Int128;

/// total += addend, unless that overflows: then what was in `total` is added to `next` first.
template <class Accumulator>
void add_or_empty_into(Accumulator& next, Int128& total, Int128 addend) {
  if (__builtin_add_overflow(total, addend, &total)) {
    // The wrapped sum is right modulo 2^128, and so is the way back.
    next.add(static_cast<Int128>(static_cast<exact::UInt128>(total) -
                                 static_cast<exact::UInt128>(addend)));
    total = addend;
  }
}

exact::Problem no_number(double observation) {
  return {.kind = exact::Problem::Kind::out_of_domain,
          .what = exact::to_text(observation) + " is no number to add up",
          .where = "",
          .hint = "leave such observations out before summing"};
}

}  // namespace

void ExactState::add_count(Int128 count) {
  Int128 total = 0;
  if (__builtin_add_overflow(count_, count, &total)) {
    beyond_.count += exact::Integer(count_);
    total = count;
  }
  count_ = total;
}

void ExactState::add_integers(Int128 count, Int128 sum, Int128 sumsq) {
  add_count(count);
  add_or_empty_into(wide_sum_, sum_, sum);
  add_or_empty_into(wide_sumsq_, sumsq_, sumsq);
}

void ExactState::add(std::int64_t observation) {
  add_integers(1, observation, Int128{observation} * observation);
}

exact::Result<void> ExactState::add(double observation) {
  if (!std::isfinite(observation)) return no_number(observation);
  add_count(1);
  wide_sum_.add(observation);
  wide_sumsq_.add_square(observation);
  return {};
}

exact::Result<void> ExactState::add(const IntegerTriple& worker) {
  if (worker.count == 0) return {};
  if (!is_plainly_sound(worker)) {
    if (auto fault = fault_of(worker)) return *std::move(fault);
  }
  add_integers(worker.count, worker.sum, worker.sumsq);
  return {};
}

exact::Result<void> ExactState::add(const DoubleTriple& worker) {
  if (worker.count == 0) return {};
  if (!is_plainly_sound(worker)) {
    if (auto fault = fault_of(worker)) return *std::move(fault);
  }
  add_count(worker.count);
  wide_sum_.add(worker.sum);
  wide_sumsq_.add(worker.sumsq);
  return {};
}

exact::Result<void> ExactState::add(const Summary& worker) {
  if (auto fault = fault_of(worker)) return *std::move(fault);
  if (worker.count.is_zero()) return {};
  const auto count = exact::to_int64(worker.count);
  const auto sum = worker.sum.as_int64();
  const auto sumsq = worker.sumsq.as_int64();
  if (count && sum && sumsq) {
    add_integers(*count, *sum, *sumsq);
    return {};
  }
  if (count) {
    add_count(*count);
  } else {
    beyond_.count += worker.count;
  }
  if (!wide_sum_.add(worker.sum)) beyond_.sum += worker.sum;
  if (!wide_sumsq_.add(worker.sumsq)) beyond_.sumsq += worker.sumsq;
  return {};
}

/// Whether `observation` can be among those that are held. Once one alone is left the sums tell.
exact::Result<void> ExactState::check_held(const exact::Dyadic& observation) const {
  if (count_ > 1) return {};
  const Summary total = summary();
  if (total.count > 1) return {};
  if (total == Summary{1, observation, observation * observation}) return {};
  const std::string held =
      total.count.is_zero() ? "there is no observation left" : "the one that is left is another";
  return exact::Problem{.kind = exact::Problem::Kind::impossible,
                        .what = exact::to_text(observation) + " cannot be retracted: " + held,
                        .where = "",
                        .hint = "retract only what was added, and once"};
}

exact::Result<void> ExactState::retract(std::int64_t observation) {
  if (auto held = check_held(observation); !held) return held;
  add_integers(-1, -Int128{observation}, -(Int128{observation} * observation));
  return {};
}

exact::Result<void> ExactState::retract(double observation) {
  const auto exactly = exact::Dyadic::from_double(observation);
  if (!exactly) return no_number(observation);
  if (auto held = check_held(*exactly); !held) return held;
  add_count(-1);
  wide_sum_.add(-observation);
  wide_sumsq_.subtract_square(observation);
  return {};
}

void ExactState::merge(const ExactState& other) {
  if (&other == this) {
    merge(ExactState(other));
    return;
  }
  add_integers(other.count_, other.sum_, other.sumsq_);
  wide_sum_.add(other.wide_sum_);
  wide_sumsq_.add(other.wide_sumsq_);
  beyond_.count += other.beyond_.count;
  beyond_.sum += other.beyond_.sum;
  beyond_.sumsq += other.beyond_.sumsq;
  settle();
}

/// Keeps room in the accumulators for the next merge.
void ExactState::settle() {
  if (wide_sum_.is_crowded()) {
    beyond_.sum += wide_sum_.value();
    wide_sum_ = {};
  }
  if (wide_sumsq_.is_crowded()) {
    beyond_.sumsq += wide_sumsq_.value();
    wide_sumsq_ = {};
  }
}

exact::Integer ExactState::count() const {
  return beyond_.count + exact::Integer(count_);
}

exact::Result<std::optional<double>> ExactState::mean() const {
  const Summary total = summary();
  if (total.count.is_zero()) return std::optional<double>();
  const auto nearest = exact::nearest_double(
      exact::Fraction{total.sum.mantissa(), total.count, total.sum.exponent()});
  if (nearest) return nearest;
  return exact::Problem{.kind = exact::Problem::Kind::overflow,
                        .what = "the mean is beyond the largest double",
                        .where = "",
                        .hint = "summary() holds the sums at any size"};
}

exact::Result<std::optional<double>> ExactState::variance() const {
  // Integers alone, or doubles alone, as long as they are small: no allocation.
  const bool within = beyond_ == Summary{};
  if (within && count_ == 0) return std::optional<double>();
  if (within && wide_sum_.is_untouched() && wide_sumsq_.is_untouched()) {
    if (const auto native = narrow_variance(count_, {sum_, 0}, {sumsq_, 0}))
      return finalise(*native);
  }
  if (within && sum_ == 0 && sumsq_ == 0) {
    const auto sum = wide_sum_.narrow_value();
    const auto sumsq = wide_sumsq_.narrow_value();
    const auto native = sum && sumsq ? narrow_variance(count_, *sum, *sumsq) : std::nullopt;
    if (native) return finalise(*native);
  }
  return finalise(variance_of(summary()));
}

std::optional<exact::Fraction> ExactState::exact_variance() const {
  const Summary total = summary();
  if (total.count.is_zero()) return std::nullopt;
  return variance_of(total);
}

Summary ExactState::summary() const {
  Summary total{count(), beyond_.sum, beyond_.sumsq};
  total.sum += exact::Integer(sum_);
  total.sumsq += exact::Integer(sumsq_);
  if (!wide_sum_.is_untouched()) total.sum += wide_sum_.value();
  if (!wide_sumsq_.is_untouched()) total.sumsq += wide_sumsq_.value();
  return total;
}

}  // namespace shardproof::aggregate
