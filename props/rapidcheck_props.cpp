/// shardproof/rapidcheck.hpp: its trials and its laws, used as its users do.
#include <optional>
#include <span>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "shardproof/merge.hpp"
#include "shardproof/rapidcheck.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof {
namespace {

using aggregate::DoubleTriple;
using data::Trial;

std::optional<double> my_merge(std::span<const DoubleTriple> workers) {
  return aggregate::variance(workers).value();
}

/// n times the variance.
std::optional<double> undivided(std::span<const DoubleTriple> workers) {
  const auto variance = my_merge(workers);
  double n = 0;
  for (const auto& worker : workers) n += static_cast<double>(worker.count);
  return variance ? std::optional(*variance * n) : std::nullopt;
}

RC_GTEST_PROP(TrialsOfRapidCheck, AreOfTheIntegersRungUnlessAnotherIsNamed, (const Trial& trial)) {
  RC_ASSERT(search::contains(RungId::integers, subject::Numbers::float64, trial));
}

RC_GTEST_PROP(TrialsOfRapidCheck, FitEveryNumberTypeUnlessAnotherIsNamed, (const Trial& trial)) {
  using subject::Numbers;
  for (const auto numbers : {Numbers::int53, Numbers::int64, Numbers::bigint, Numbers::any})
    RC_ASSERT(subject::holds(numbers, subject::question_of(trial)));
}

RC_GTEST_PROP(TrialsOfRapidCheck, AreOfTheRungThatIsNamed, ()) {
  const auto rung =
      *rc::gen::element(RungId::counts, RungId::decimals, RungId::offset, RungId::scale);
  const auto trial = *trials_of(rung);
  RC_ASSERT(search::contains(rung, subject::Numbers::float64, trial));
}

RC_GTEST_PROP(TrialsOfRapidCheck, HaveAPlanForAState, ()) {
  const auto states = subject::reference_states();
  const auto trial = *trials_of(RungId::integers, *states.back().subject);
  RC_ASSERT(data::is_for_states(trial.plan.shape));
  RC_ASSERT(holds_law(LawId::oracle_agreement, *states.back().subject, trial));
}

RC_GTEST_PROP(HoldsLaw, OfARightMergeIsTrueOfEveryLaw, (const Trial& trial)) {
  const auto law = *rc::gen::suchThat(rc::gen::elementOf(data::kLaws), [](LawId chosen) {
    return law::applies(chosen, subject::Kind::merge);
  });
  RC_ASSERT(holds_law(law, my_merge, trial));
}

/// The smallest trial that fails, as RapidCheck goes down to it; none if none of many fails.
template <class Fails>
std::optional<Trial> smallest(const Fails& fails) {
  constexpr int kMany = 1000;
  const auto gen = rc::gen::arbitrary<Trial>();
  rc::Random random(7);
  for (int i = 0; i < kMany; ++i) {
    auto failing = gen(random.split(), 0);
    if (!fails(failing.value())) continue;
    for (;;) {
      auto shrinks = failing.shrinks();
      auto next = shrinks.next();
      while (next && !fails(next->value())) next = shrinks.next();
      if (!next) return failing.value();
      failing = *next;
    }
  }
  return std::nullopt;
}

TEST(HoldsLaw, FailsWhereAWrongMergeBreaksIt) {
  const auto twice =
      smallest([](const Trial& trial) { return !holds_law(LawId::replication, undivided, trial); });
  ASSERT_TRUE(twice);
  EXPECT_EQ(data::to_text(*twice), "[0, 1]");
  const auto average = subject::subject_of(*subject::variant_named("average-of-variances"));
  const auto split = smallest(
      [&](const Trial& trial) { return !holds_law(LawId::oracle_agreement, *average, trial); });
  ASSERT_TRUE(split);
  EXPECT_EQ(data::to_text(*split), "[0] | [1]");
}

RC_GTEST_PROP(HoldsLaw, IsBlindWhereALawIs, (const Trial& trial)) {
  // n·variance is as indifferent to where the data lie as the variance is.
  RC_ASSERT(holds_law(LawId::shift, undivided, trial));
}

TEST(HoldsLaw, DiscardsWhatTheSubjectCannotBeAsked) {
  // A merge in doubles is asked no integers that doubles do not hold.
  const Trial wide =
      data::trial_of({{.observations = {{.value = exact::Dyadic(exact::power(2, 60) + 1)}}}});
  EXPECT_THROW(holds_law(LawId::oracle_agreement, my_merge, wide), rc::detail::CaseResult);
  const Trial trial = data::trial_of({{.observations = {{.value = 1}}}});
  EXPECT_THROW(holds_law(LawId::round_trip, my_merge, trial), rc::detail::CaseResult);
}

}  // namespace
}  // namespace shardproof
