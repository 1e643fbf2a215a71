#include "shardproof/law/state_judge.hpp"

#include <algorithm>
#include <cmath>

#include "shardproof/data/plan_steps.hpp"
#include "shardproof/oracle/population_variance.hpp"

namespace shardproof::law {
namespace {

using data::LawId;
using exact::Fraction;
using exact::Rational;
using subject::Answer;
using subject::Failed;
using subject::NoVariance;
using subject::Read;

bool is_constant(std::span<const data::Observation> observations) {
  return !observations.empty() && std::ranges::all_of(observations, [&](const auto& observation) {
    return observation.value == observations.front().value;
  });
}

ReadDue read_due(std::span<const data::Observation> seen) {
  ReadDue due{.count = data::count(seen),
              .mean = oracle::mean(seen),
              .variance = oracle_says(seen),
              .constant = is_constant(seen)};
  due.nearest_count = exact::nearest_double(Fraction{due.count, 1, 0}).value_or(HUGE_VAL);
  if (due.mean) due.nearest_mean = exact::nearest_double(*due.mean);
  if (due.variance.variance) due.nearest_variance = exact::nearest_double(*due.variance.variance);
  return due;
}

/// |answer − exact| ≤ bound. The exact number is within u·|nearest| (or half the smallest subnormal) of the nearest
/// double, and the gap to that is off by no more than u of itself: where twice as much still fits, nothing need be
/// computed exactly.
bool is_within(const Fraction& exact, double nearest, double answer, double bound) {
  if (!std::isfinite(answer)) return false;
  const double gap = std::abs(answer - nearest);
  if (gap + 0x1p-52 * (gap + std::abs(nearest)) + 0x1p-1074 <= bound) return true;
  return abs(Rational(Rational(answer) - to_rational(exact))) <= Rational(bound);
}

bool is_precise(Expect expect) {
  return expect == Expect::contract || expect == Expect::exact;
}

/// Judges the reads of one trial; the bounds are computed when they are first needed.
class Judge {
 public:
  Judge(const data::Trial& trial, Expect expect, std::vector<ReadBounds>& bounds)
      : trial_(trial), expect_(expect), bounds_(bounds) {}

  Verdict judge(std::size_t index, const ReadDue& due, const Read& read) {
    index_ = index;
    if (const auto* refused = std::get_if<Failed>(&due.variance.answer))
      return Undefined{refused->detail};
    if (const auto* failed = std::get_if<Failed>(&read.variance))
      return SubjectFailed{failed->detail};
    Verdict variance = judge_variance(due, read.variance);
    if (!std::holds_alternative<Holds>(variance) && !std::holds_alternative<Imprecise>(variance))
      return variance;
    if (read.count && !is_count(due, *read.count))
      return broken(LawId::whole_state, Quantity::count);
    if (!read.mean) return variance;
    Verdict mean = judge_mean(due, *read.mean);
    return std::holds_alternative<Holds>(mean) ? variance : mean;
  }

 private:
  Verdict broken(LawId law, Quantity quantity, bool cancellation = false) const {
    return Broken{.law = law, .cancellation = cancellation, .quantity = quantity, .read = index_};
  }

  const ReadBounds& bounds() {
    if (bounds_.empty()) bounds_ = float64_bounds(trial_);
    return bounds_[index_];
  }

  /// Whether the answer is the very double that is asked for: nothing is nearer, so it is within every bound, too.
  bool is_the_variance(const ReadDue& due, double answer) const {
    if (expect_ == Expect::contract) return subject::same(due.variance.answer, answer);
    return due.nearest_variance == answer;
  }

  Verdict judge_variance(const ReadDue& due, const Answer& says) {
    const bool none = std::holds_alternative<NoVariance>(says);
    if (none != !due.variance.variance) return broken(LawId::none_iff_empty, Quantity::variance);
    if (none) return Holds{};
    const double answer = std::get<double>(says);
    if (is_the_variance(due, answer)) return Holds{};

    // No bound is needed to see that 0 was due, however large the constant.
    if (due.constant && !std::isfinite(answer))
      return broken(LawId::constant_is_zero, Quantity::variance);
    const Fraction& variance = *due.variance.variance;
    const ReadBounds& bound = bounds();
    if (std::isinf(bound.variance)) return Undefined{"the squares of deviations overflow doubles"};
    // Below zero it is no variance, however little it is off: its root is NaN.
    const bool stable =
        answer >= 0 && is_within(variance, *due.nearest_variance, answer, bound.variance);
    const bool textbook =
        is_within(variance, *due.nearest_variance, answer, bound.textbook_variance);
    if (stable && !is_precise(expect_) && !due.constant) return Holds{};
    if (textbook && expect_ == Expect::textbook) return Holds{};
    if (stable) return Imprecise{.error = error_of(variance, answer), .bound = bound.variance};
    if (due.constant) return broken(LawId::constant_is_zero, Quantity::variance, textbook);
    const LawId law = answer < 0 ? LawId::non_negative : LawId::oracle_agreement;
    return broken(law, Quantity::variance, textbook);
  }

  static bool is_count(const ReadDue& due, const Answer& says) {
    const auto* count = std::get_if<double>(&says);
    return count != nullptr && *count == due.nearest_count;
  }

  Verdict judge_mean(const ReadDue& due, const Answer& says) {
    const bool none = std::holds_alternative<NoVariance>(says);
    if (none != !due.mean) return broken(LawId::whole_state, Quantity::mean);
    if (none) return Holds{};
    const double answer = std::get<double>(says);
    if (due.nearest_mean == answer) return Holds{};
    if (!is_within(*due.mean, *due.nearest_mean, answer, bounds().mean))
      return broken(LawId::whole_state, Quantity::mean);
    if (!is_precise(expect_)) return Holds{};
    return Imprecise{.error = error_of(*due.mean, answer), .bound = bounds().mean};
  }

  const data::Trial& trial_;
  Expect expect_;
  std::size_t index_ = 0;
  std::vector<ReadBounds>& bounds_;
};

}  // namespace

std::vector<ReadDue> reads_due(const data::Trial& trial) {
  std::vector<ReadDue> due;
  if (data::every_read_is_whole(trial.plan))
    return std::vector<ReadDue>(data::steps_of(trial).reads, read_due(trial.dataset.observations));
  const auto reads = data::seen_by_reads(trial);
  // After a retraction the rest of what was retracted is in the state, even if what is left is constant.
  const bool retracts = trial.plan.shape == data::PlanShape::retraction;
  due.reserve(reads.size());
  for (std::size_t i = 0; i < reads.size(); ++i) {
    // Plans read the same again and again: the oracle need not be asked twice.
    if (i > 0 && reads[i] == reads[i - 1]) {
      due.push_back(due.back());
    } else {
      due.push_back(read_due(reads[i]));
      if (retracts) due.back().constant = is_constant(trial.dataset.observations);
    }
  }
  return due;
}

Verdict judge(const data::Trial& trial,
              const std::vector<ReadDue>& due,
              const subject::Reads& reads,
              Expect expect) {
  std::vector<ReadBounds> bounds;
  return judge(trial, due, reads, expect, bounds);
}

Verdict judge(const data::Trial& trial,
              const std::vector<ReadDue>& due,
              const subject::Reads& reads,
              Expect expect,
              std::vector<ReadBounds>& bounds) {
  Judge judge(trial, expect, bounds);
  std::optional<Verdict> lesser;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    Verdict verdict = judge.judge(i, due[i], reads[i]);
    if (std::holds_alternative<Broken>(verdict) || std::holds_alternative<SubjectFailed>(verdict))
      return verdict;
    const bool imprecise = std::holds_alternative<Imprecise>(verdict);
    const bool undefined = std::holds_alternative<Undefined>(verdict);
    const bool is_first_imprecise =
        imprecise && !(lesser && std::holds_alternative<Imprecise>(*lesser));
    if (is_first_imprecise || (undefined && !lesser)) lesser = std::move(verdict);
  }
  return lesser ? *std::move(lesser) : Verdict(Holds{});
}

}  // namespace shardproof::law
