/// Each law of states is bitten by a state that breaks it and by no other of these.
#include "shardproof/law/state_laws.hpp"

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/subject/state.hpp"
#include "unit/data/trials.hpp"
#include "unit/law/states.hpp"

namespace shardproof::law {
namespace {

using data::LawId;
using data::PlanShape;
using data::Trial;
using data::trial;
using subject::Subject;

/// Merges from an empty state lose the other's last observation's weight: the left side must not be empty.
struct EmptyLeft : SumsState {
  void merge(const EmptyLeft& other) {
    if (n == 0) return;
    SumsState::merge(other);
  }
};

/// Takes the second operand's sums from itself.
struct MergeMutates : SumsState {
  void merge(const MergeMutates& other) {
    SumsState::merge(other);
    if (&other != this) const_cast<MergeMutates&>(other).n += 1;  // NOLINT: the fault itself
  }
};

struct ReadMutates : SumsState {
  std::optional<double> finalise() const {
    const auto variance = SumsState::finalise();
    const_cast<ReadMutates*>(this)->sumsq += 1;  // NOLINT: the fault itself
    return variance;
  }
};

struct DecodeForgets : SumsState {
  static DecodeForgets decode(std::string_view text) {
    DecodeForgets state{SumsState::decode(text)};
    if (state.n > 2) state.sum = 0;
    return state;
  }
};

struct SelfMergeAliases : SumsState {
  void merge(const SelfMergeAliases& other) {
    n += other.n;
    sum += other.sum;
    sumsq += other.sumsq * (&other == this ? 0 : 1);
  }
};

struct OutputCleared : SumsState {
  static void merge_into(const OutputCleared& a, const OutputCleared& b, OutputCleared& out) {
    out = OutputCleared{};
    out.merge(a);
    out.merge(b);
  }
};

struct RetractKeepsSquares : SumsState {
  void retract(double x) {
    n -= 1;
    sum -= x;
  }
};

struct CountInFewBits : SumsState {
  void merge(const CountInFewBits& other) {
    SumsState::merge(other);
    if (n >= 16) n -= 16;
  }
};

struct LeftCountsMore : SumsState {
  void merge(const LeftCountsMore& other) {
    const double right = other.sumsq;
    SumsState::merge(other);
    sumsq += right * right;
  }
};

struct FirstIsFree : SumsState {
  void accumulate(double x) {
    SumsState::accumulate(x);
    if (n == 1) sumsq = 0;
  }
};

struct MergeAllTwice : SumsState {
  static MergeAllTwice merge_all(std::span<const MergeAllTwice> states) {
    MergeAllTwice whole = states.empty() ? MergeAllTwice{} : states.front();
    for (const auto& state : states) whole.merge(state);
    return whole;
  }
};

/// Shares everything each time, what was shared already included.
struct SharesAgain : SumsState {
  static void synchronise(std::span<SharesAgain> states) {
    const SharesAgain whole = merge_all<SharesAgain>(states);
    for (auto& state : states) state = whole;
  }
};

using Make = std::unique_ptr<Subject> (*)(std::string);

struct Bite {
  LawId law;
  Make make;
  Trial trial;
};

void PrintTo(const Bite& bite, std::ostream* out) {
  *out << data::to_text(bite.law);
}

Trial planned(Trial trial, PlanShape shape, std::uint64_t word = 0) {
  trial.plan = {.shape = shape, .word = word};
  return trial;
}

std::vector<Bite> bites() {
  const Trial three = planned(trial({{0, 1}, {2}, {5}}), PlanShape::left_fold);
  const auto with = [&](PlanShape shape, std::uint64_t word = 0) {
    return planned(three, shape, word);
  };
  return {
      {LawId::identity, subject::state_subject<EmptyLeft>, three},
      {LawId::operands_unchanged, subject::state_subject<MergeMutates>, with(PlanShape::operands)},
      {LawId::repeated_reads, subject::state_subject<ReadMutates>, with(PlanShape::repeated_reads)},
      {LawId::round_trip, subject::state_subject<DecodeForgets>, with(PlanShape::round_trip)},
      {LawId::self_merge, subject::state_subject<SelfMergeAliases>, with(PlanShape::self_merge)},
      {LawId::output_alias, subject::state_subject<OutputCleared>, with(PlanShape::aliased_output)},
      {LawId::retraction, subject::state_subject<RetractKeepsSquares>, with(PlanShape::retraction)},
      {LawId::doubling, subject::state_subject<CountInFewBits>, with(PlanShape::doubling, 3)},
      {LawId::synchronisation, subject::state_subject<SharesAgain>, with(PlanShape::synchronised)},
      {LawId::commutativity, subject::state_subject<LeftCountsMore>, three},
      {LawId::associativity, subject::state_subject<LeftCountsMore>, three},
      {LawId::singletons, subject::state_subject<FirstIsFree>, three},
      {LawId::plan_invariance, subject::state_subject<MergeAllTwice>, three},
      {LawId::partition_invariance, subject::state_subject<FirstIsFree>, three},
  };
}

class StateLaw : public testing::TestWithParam<Bite> {};

TEST_P(StateLaw, BitesTheStateThatBreaksIt) {
  const auto subject = GetParam().make("wrong");
  EXPECT_TRUE(state_breaks(GetParam().law, *subject, GetParam().trial, Expect::float64));
  EXPECT_TRUE(breaks(GetParam().law, *subject, GetParam().trial, Expect::contract));
}

TEST_P(StateLaw, HoldsForTheStateThatIsRight) {
  const auto right = subject::state_subject<SumsState>("right");
  EXPECT_FALSE(state_breaks(GetParam().law, *right, GetParam().trial, Expect::float64));
}

INSTANTIATE_TEST_SUITE_P(EachLaw, StateLaw, testing::ValuesIn(bites()), [](const auto& test) {
  std::string name(to_text(test.param.law));
  std::ranges::replace(name, '-', '_');
  return name;
});

/// Adds the sums of squared deviations and drops the spread between the means.
struct WithinOnly {
  double n = 0;
  double sum = 0;
  double m2 = 0;

  void accumulate(double x) {
    const double delta = n == 0 ? 0 : x - sum / n;
    n += 1;
    sum += x;
    m2 += delta * (x - sum / n);
  }

  void merge(const WithinOnly& other) {
    const WithinOnly right = other;
    n += right.n;
    sum += right.sum;
    m2 += right.m2;
  }

  std::optional<double> finalise() const { return n == 0 ? std::nullopt : std::optional(m2 / n); }
};

TEST(Algebra, IsBlindToADroppedBetweenWorkerTerm) {
  const auto subject = subject::state_subject<WithinOnly>("within only");
  const Trial asked = planned(trial({{0, 2}, {4}, {}, {8, 8}}), PlanShape::left_fold);
  for (const auto law : {LawId::identity,
                         LawId::commutativity,
                         LawId::associativity,
                         LawId::plan_invariance,
                         LawId::worker_order})
    EXPECT_FALSE(breaks(law, *subject, asked, Expect::float64)) << data::to_text(law);
  EXPECT_TRUE(breaks(LawId::oracle_agreement, *subject, asked, Expect::float64));
  EXPECT_TRUE(breaks(LawId::singletons, *subject, asked, Expect::float64));
}

/// Keeps no NaN: it is the last infinity that decides.
struct LastInfinityWins {
  double n = 0;
  double last = 0;

  void accumulate(double x) {
    n += 1;
    if (!(x - x == 0)) last = x;
  }

  void merge(const LastInfinityWins& other) {
    n += other.n;
    if (other.last != 0) last = other.last;
  }

  std::optional<double> finalise() const { return last; }
};

TEST(NonFinite, IsBrokenByAnAnswerThatDependsOnTheOrder) {
  Trial asked = planned(trial({{0}, {0}}), PlanShape::left_fold);
  asked.dataset.observations[0].special = data::Special::infinity;
  asked.dataset.observations[1].special = data::Special::minus_infinity;
  const auto subject = subject::state_subject<LastInfinityWins>("last infinity");
  const Verdict verdict = verdict_on(*subject, asked, Expect::float64);
  ASSERT_TRUE(std::holds_alternative<Broken>(verdict));
  EXPECT_EQ(std::get<Broken>(verdict).law, LawId::non_finite);
}

TEST(VerdictOnAState, ThatRetractsNanToWithinRoundingIsImpreciseAtMost) {
  // {0, 1} and a NaN and a 0 that are retracted again: 0.24999999999999997 is left of 1/4.
  Trial asked = planned(trial({{0, 1}, {5, 0}}), PlanShape::retraction);
  asked.dataset.observations[2] = {.value = 0, .times = 1, .special = data::Special::nan};
  const auto chan = subject::state_subject<aggregate::ChanState>("chan");
  EXPECT_TRUE(std::holds_alternative<Holds>(verdict_on(*chan, asked, Expect::float64)));
  EXPECT_TRUE(std::holds_alternative<Imprecise>(verdict_on(*chan, asked, Expect::contract)));
}

TEST(BrokenLaws, LeaveOutTheStepsThatTheTrialsPlanHasNot) {
  const auto subject = subject::state_subject<SelfMergeAliases>("alias");
  const Trial asked = trial({{0, 1}});
  EXPECT_EQ(broken_laws(*subject, planned(asked, PlanShape::left_fold), Expect::float64),
            std::vector<LawId>{});
  const auto broken = broken_laws(*subject, planned(asked, PlanShape::self_merge), Expect::float64);
  ASSERT_FALSE(broken.empty());
  EXPECT_EQ(broken.front(), LawId::self_merge);
}

}  // namespace
}  // namespace shardproof::law
