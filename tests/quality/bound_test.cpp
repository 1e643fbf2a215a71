/// The float64 bound against states that are right in double: none may leave it, and how near they come.
///
/// 1. Each rung's random trials for aggregates are drawn, plans included.
/// 2. Every read of every state is compared with the exact moments of what the read must account for.
/// 3. The worst error is reported as a share of the bound. Above 1 the derivation is wrong; far below everywhere, the bound
///    could be halved without a right state noticing, and wrong ones would hide in it.
///
/// States that keep a sum, or weigh by counts, are excused where n·|x| is above the largest double.
/// SHARDPROOF_BOUND_TRIALS sets the number of trials a rung. Not checked here: whether wrong states leave the bound, which
/// `unit.law` does for planted ones and the catalogue for all others.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "quality/stable_states.hpp"
#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/aggregate/textbook_state.hpp"
#include "shardproof/aggregate/youngs_cramer_state.hpp"
#include "shardproof/data/plan_steps.hpp"
#include "shardproof/law/judge.hpp"
#include "shardproof/law/plan_bounds.hpp"
#include "shardproof/oracle/population_variance.hpp"
#include "shardproof/search/ladder.hpp"
#include "shardproof/subject/state.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;

constexpr std::uint64_t kSeed = 404;
constexpr std::uint64_t kTrials = 2'000;
/// Errors add up as random walks do and bounds as sums, so a bound is never used up; the nearest state uses
/// a tenth to two fifths.
constexpr double kCloseEnough = 0.05;

std::uint64_t trials_a_rung() {
  const char* asked = std::getenv("SHARDPROOF_BOUND_TRIALS");
  return asked == nullptr ? kTrials : std::strtoull(asked, nullptr, 10);
}

/// What each read of a trial should be, and how far off it may be.
struct Due {
  bool sums_overflow = false;
  std::vector<std::optional<exact::Fraction>> variances;
  std::vector<std::optional<exact::Fraction>> means;
  std::vector<law::ReadBounds> bounds;
};

/// n·max|x|, in double.
double largest_sum(const std::vector<data::Observation>& observations) {
  double largest = 0;
  double n = 0;
  for (const auto& observation : observations) {
    largest = std::max(largest, std::abs(observation.value.as_double().value()));
    n += static_cast<double>(observation.times);
  }
  return n * largest;
}

Due due_of(const Trial& trial) {
  // What is retracted later has been in the sum before: no read sees that.
  Due due{.sums_overflow = std::isinf(largest_sum(trial.dataset.observations)),
          .variances = {},
          .means = {},
          .bounds = law::float64_bounds(trial)};
  for (const auto& seen : data::seen_by_reads(trial)) {
    due.sums_overflow = due.sums_overflow || std::isinf(largest_sum(seen));
    due.variances.push_back(oracle::population_variance(seen));
    due.means.push_back(oracle::mean(seen));
  }
  return due;
}

/// The worst error of one state on one rung, in bounds.
struct Worst {
  double variance = 0;
  double mean = 0;
  std::string where;
  std::uint64_t unbounded = 0;  ///< reads that may overflow
};

double in_bounds(const std::optional<exact::Fraction>& exact,
                 const std::optional<double>& answer,
                 double bound) {
  if (exact.has_value() != answer.has_value()) return HUGE_VAL;
  if (!exact || std::isinf(bound)) return 0;
  const double error = law::error_of(*exact, *answer);
  return error == 0 ? 0 : error / bound;
}

std::optional<double> number_in(const subject::Answer& answer) {
  const auto* number = std::get_if<double>(&answer);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

void look_at(
    const Trial& trial, const Due& due, const subject::Reads& reads, bool textbook, Worst& worst) {
  for (std::size_t i = 0; i < reads.size(); ++i) {
    const law::ReadBounds& bound = due.bounds[i];
    const double allowed = textbook ? bound.textbook_variance : bound.variance;
    worst.unbounded += std::isinf(allowed) ? 1 : 0;
    const double variance = in_bounds(due.variances[i], number_in(reads[i].variance), allowed);
    const double mean = in_bounds(due.means[i], number_in(*reads[i].mean), bound.mean);
    if (variance > worst.variance) worst.where = data::to_text(trial);
    worst.variance = std::max(worst.variance, variance);
    worst.mean = std::max(worst.mean, mean);
  }
}

struct Case {
  std::string name;
  std::unique_ptr<subject::Subject> subject;
  bool sums = false;  ///< overflows where n·|x| does
  bool textbook = false;
};

std::vector<Case> cases() {
  using namespace aggregate;
  std::vector<Case> all;
  all.push_back({.name = "Chan", .subject = subject::state_subject<ChanState>("")});
  all.push_back({.name = "Youngs-Cramer",
                 .subject = subject::state_subject<YoungsCramerState>(""),
                 .sums = true});
  all.push_back({.name = "one-sided mean", .subject = subject::state_subject<OneSidedState>("")});
  all.push_back({.name = "weighted mean",
                 .subject = subject::state_subject<WeightedMeanState>(""),
                 .sums = true});
  all.push_back(
      {.name = "two deviations", .subject = subject::state_subject<TwoDeviationsState>("")});
  all.push_back({.name = "textbook",
                 .subject = subject::state_subject<TextbookState<double>>(""),
                 .sums = true,
                 .textbook = true});
  return all;
}

class BoundOn : public testing::TestWithParam<RungId> {};

TEST_P(BoundOn, IsKeptByEveryStableState) {
  const RungId rung = GetParam();
  const auto states = cases();
  std::vector<Worst> worst(states.size());
  std::uint64_t asked = 0;
  for (std::uint64_t index = 0; index < trials_a_rung(); ++index) {
    const auto trial =
        random_trial(rung, {subject::Kind::aggregate, subject::Numbers::float64}, kSeed, index);
    if (!trial) continue;
    const auto question = subject::question_for(subject::Kind::aggregate, *trial);
    if (!subject::accepts(states.front().subject->description(), question)) continue;
    ++asked;
    const Due due = due_of(*trial);
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (states[i].sums && due.sums_overflow) continue;
      look_at(*trial,
              due,
              states[i].subject->read({&question, 1}).front(),
              states[i].textbook,
              worst[i]);
    }
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    std::printf(
        "  %-9s %-14s of %llu trials: variance %.3f, mean %.3f of the bound; %llu reads "
        "unbounded\n",
        std::string(to_text(rung)).c_str(),
        states[i].name.c_str(),
        static_cast<unsigned long long>(asked),
        worst[i].variance,
        worst[i].mean,
        static_cast<unsigned long long>(worst[i].unbounded));
    EXPECT_LE(worst[i].variance, 1) << states[i].name << " on " << worst[i].where;
    EXPECT_LE(worst[i].mean, 1) << states[i].name;
  }
  EXPECT_GT(asked, trials_a_rung() / 100);
  const auto nearest = std::ranges::max_element(worst, {}, &Worst::variance);
  EXPECT_GE(nearest->variance, kCloseEnough)
      << "a bound that no right state comes near hides wrong ones";
}

INSTANTIATE_TEST_SUITE_P(Rung,
                         BoundOn,
                         testing::Values(RungId::integers,
                                         RungId::counts,
                                         RungId::decimals,
                                         RungId::offset,
                                         RungId::scale,
                                         RungId::wide),
                         [](const auto& rung) { return std::string(to_text(rung.param)); });

}  // namespace
}  // namespace shardproof::search
