/// A walk over the catalogue: what holds for every row.
#include "shardproof/subject/variants/catalogue.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/subject/variants/families.hpp"

namespace shardproof::subject {
namespace {

bool is_kebab_case(std::string_view id) {
  const bool words = std::ranges::all_of(
      id, [](char c) { return c == '-' || std::islower(c) || std::isdigit(c); });
  return words && std::islower(id.front()) && id.back() != '-' &&
         id.find("--") == std::string_view::npos;
}

/// The steps that a row overrides.
struct Overrides {
  bool admit;
  bool absence;
  bool formula;
  bool round;
  bool arithmetic;

  int total() const { return admit + absence + formula + round + arithmetic; }
};

Overrides overrides_of(const Steps& steps) {
  return {.admit = steps.admit != nullptr,
          .absence = steps.absence != nullptr,
          .formula = steps.formula.exact != nullptr,
          .round = steps.round != nullptr,
          .arithmetic = steps.arithmetic != Arithmetic::exact};
}

/// The rule: one step, and it is one that the family is about. A number type that is wrong has a formula to run in,
/// so those rows may write it out: Q/n − (S/n)² itself, or with the clamp that hides what the type did.
///
/// A row that is a state has no steps to look at. That it hides one step of its reference is so by construction
/// (`state_row.hpp`: what it does not write it inherits) and for a reader to see; what that step makes of a trial is
/// in `state_mechanisms_test.cpp`.
bool keeps_the_rule(Family family, const Steps& steps) {
  const Overrides over = overrides_of(steps);
  switch (family) {
    case Family::averaging:
    case Family::combining:
    case Family::equivalent:
      return over.total() == 1 && over.formula;
    case Family::weighting:
    case Family::membership:
      return over.total() == 1 && (over.formula || over.admit);
    case Family::finaliser:
      return over.total() == 1 && (over.formula || over.round);
    case Family::absence:
      return over.total() == 1 && (over.admit || over.absence);
    case Family::numeric:
      return over.formula && over.total() == (over.arithmetic ? 2 : 1);
    default:
      return false;  // a family of states
  }
  return false;
}

TEST(Catalogue, HasUniqueKebabCaseIds) {
  std::set<std::string_view> ids;
  for (const auto& row : catalogue()) {
    EXPECT_TRUE(is_kebab_case(row.id)) << row.id;
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
  }
}

TEST(Catalogue, SaysWhatWhyAndWhereInEveryRow) {
  for (const auto& row : catalogue()) {
    EXPECT_FALSE(row.mechanism.empty()) << row.id;
    EXPECT_FALSE(row.repair.empty()) << row.id;
    EXPECT_FALSE(row.seen_in.empty()) << row.id;
  }
}

TEST(Catalogue, GivesASourceInEveryRow) {
  for (const auto& row : catalogue()) {
    const bool is_source = row.seen_in.starts_with("https://") ||
                           row.seen_in.starts_with("derived") ||
                           row.seen_in.find("FA-99321") != std::string_view::npos;
    EXPECT_TRUE(is_source || row.standing == Standing::equivalent) << row.id << ": " << row.seen_in;
  }
}

TEST(Catalogue, GivesEachRowAMechanismOfItsOwn) {
  std::set<std::string_view> mechanisms;
  for (const auto& row : catalogue())
    EXPECT_TRUE(mechanisms.insert(row.mechanism).second) << row.id;
}

TEST(Catalogue, StandsFamilyByFamilyInTheOrderOfTheFamilies) {
  EXPECT_TRUE(std::ranges::is_sorted(catalogue(), {}, &Variant::family));
}

TEST(Catalogue, LeavesOutNoRowOfNoFamily) {
  std::size_t total = 0;
  for (const auto& rows : {averaging_rows(),
                           combining_rows(),
                           weighting_rows(),
                           membership_rows(),
                           finaliser_rows(),
                           absence_rows(),
                           numeric_rows(),
                           width_rows(),
                           merging_rows(),
                           updating_rows(),
                           identity_rows(),
                           sharing_rows(),
                           encoding_rows(),
                           retraction_rows(),
                           precision_rows(),
                           nonfinite_rows(),
                           equivalent_rows(),
                           equivalent_state_rows()}) {
    total += rows.size();
  }
  EXPECT_EQ(catalogue().size(), total);
}

TEST(Catalogue, OverridesOneStepInEveryRow) {
  for (const auto& row : catalogue()) {
    if (row.kind() == Kind::merge) {
      EXPECT_TRUE(keeps_the_rule(row.family, row.steps)) << row.id;
    } else {
      EXPECT_EQ(overrides_of(row.steps).total(), 0) << row.id;
    }
  }
}

TEST(Catalogue, HasFamiliesOfMergesAndFamiliesOfStates) {
  std::set<Family> merges;
  std::set<Family> states;
  for (const auto& row : catalogue())
    (row.kind() == Kind::merge ? merges : states).insert(row.family);
  std::vector<Family> both;
  std::ranges::set_intersection(merges, states, std::back_inserter(both));
  EXPECT_EQ(both, std::vector{Family::equivalent});
}

TEST(Catalogue, RuleOfOneStepRefusesNoneTwoAndTheWrongOne) {
  const Steps average = variant_named("average-of-variances")->steps;
  const Steps dropped = variant_named("last-worker-dropped")->steps;
  const Steps clamped = variant_named("clamped-at-zero")->steps;
  EXPECT_FALSE(keeps_the_rule(Family::averaging, Steps{}));
  EXPECT_FALSE(keeps_the_rule(Family::averaging, clamped));
  EXPECT_FALSE(keeps_the_rule(Family::averaging, dropped));
  EXPECT_FALSE(keeps_the_rule(Family::absence, average));
  Steps two = average;
  two.admit = dropped.admit;
  EXPECT_FALSE(keeps_the_rule(Family::weighting, two));
  Steps nothing_to_run = clamped;
  nothing_to_run.formula = {};
  EXPECT_FALSE(keeps_the_rule(Family::numeric, nothing_to_run));
}

TEST(Catalogue, ChangesTheArithmeticInNumericRowsOnly) {
  for (const auto& row : catalogue()) {
    EXPECT_TRUE(row.steps.arithmetic == Arithmetic::exact || row.family == Family::numeric)
        << row.id;
  }
}

TEST(Catalogue, WritesEveryFormulaForTheTypesThatItRunsIn) {
  for (const auto& row : catalogue()) {
    const auto& [exact, float64, float32, python] = row.steps.formula;
    EXPECT_TRUE(row.steps.arithmetic != Arithmetic::float64 || float64 != nullptr) << row.id;
    EXPECT_TRUE(row.steps.arithmetic != Arithmetic::float32 || float32 != nullptr) << row.id;
  }
}

TEST(Catalogue, AsksMachineArithmeticOnlyWhatADoubleHolds) {
  for (const auto& row : catalogue()) {
    EXPECT_TRUE(row.steps.arithmetic == Arithmetic::exact || row.numbers == Numbers::float64)
        << row.id;
  }
}

TEST(Catalogue, CallsARowEquivalentExactlyInThatFamily) {
  for (const auto& row : catalogue()) {
    EXPECT_EQ(row.standing == Standing::equivalent, row.family == Family::equivalent) << row.id;
  }
}

TEST(Catalogue, HasTheRowsThatTheSeedNames) {
  EXPECT_NE(variant_named("average-of-variances"), nullptr);
  EXPECT_NE(variant_named("count-weighted-average"), nullptr);
}

TEST(VariantNamed, FindsEveryRowAndNoOther) {
  for (const auto& row : catalogue()) EXPECT_EQ(variant_named(row.id), &row);
  EXPECT_EQ(variant_named("no-such-row"), nullptr);
  EXPECT_EQ(variant_named(""), nullptr);
}

TEST(SubjectOf, IsCalledAfterTheRowAndHoldsItsNumbers) {
  for (const auto& row : catalogue()) {
    const auto subject = subject_of(row);
    EXPECT_EQ(subject->description().name, row.id);
    EXPECT_EQ(subject->description().numbers, row.numbers);
  }
}

TEST(FamilyNames, AreOneWordEachAndEachFamilyHasARow) {
  std::set<std::string_view> listed;
  std::set<std::string_view> used;
  for (const auto family : kFamilies) listed.insert(to_text(family));
  for (const auto& row : catalogue()) used.insert(to_text(row.family));
  EXPECT_EQ(listed,
            (std::set<std::string_view>{"averaging",
                                        "combining",
                                        "weighting",
                                        "membership",
                                        "finaliser",
                                        "absence",
                                        "numeric",
                                        "merging",
                                        "updating",
                                        "identity",
                                        "sharing",
                                        "encoding",
                                        "retraction",
                                        "precision",
                                        "nonfinite",
                                        "equivalent"}));
  EXPECT_EQ(used, listed);
  EXPECT_TRUE(std::ranges::is_sorted(kFamilies));
}

}  // namespace
}  // namespace shardproof::subject
