/// The climb that the gate makes, with its default options: who is caught, how, and where.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "quality/rows.hpp"
#include "shardproof/subject/reference.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using subject::Standing;

/// Every rung that generates; the known cases would make it too easy.
ClimbOptions standard(std::uint64_t seed) {
  ClimbOptions options{.seed = seed};
  std::erase(options.rungs, RungId::fixtures);
  return options;
}

class StandardClimb : public testing::TestWithParam<std::uint64_t> {};

TEST_P(StandardClimb, CatchesEveryWrongRowWithItsStandingRungAndLaw) {
  const Climbers all(wrong_rows());
  const auto records = climb(all.candidates, standard(GetParam()));
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto& row = all.rows[i];
    const auto& finding = finding_of(row, records[i]);
    ASSERT_TRUE(finding) << row.id << " was missed";
    EXPECT_EQ(law::to_text(finding->verdict), to_text(row.standing)) << row.id;
    EXPECT_EQ(to_text(finding->rung), to_text(row.caught_on)) << row.id;
    // From another seed a state's random trials may show it by another plan, and so by another law.
    const bool is_fixed = row.kind() == subject::Kind::merge || row.caught_on == RungId::small;
    if (is_fixed) EXPECT_EQ(to_text(law_of(*finding)), to_text(row.caught_by)) << row.id;
    EXPECT_EQ(records[i].broken.has_value(), row.standing == Standing::broken) << row.id;
  }
}

TEST_P(StandardClimb, CatchesNeitherTheReferenceNorAnEquivalentRow) {
  std::vector<std::unique_ptr<subject::Subject>> subjects;
  subjects.push_back(subject::reference());
  for (const auto& row : subject::catalogue()) {
    if (row.standing == Standing::equivalent) subjects.push_back(subject::subject_of(row));
  }
  ASSERT_GE(subjects.size(), 6U);
  std::vector<Candidate> candidates;
  for (const auto& subject : subjects) {
    candidates.push_back(
        {.subject = subject.get(),
         .expect = law::expect_of(subject->description().kind, law::Expect::contract),
         .stop_when_imprecise = true});
  }
  for (const auto& record : climb(candidates, standard(GetParam()))) {
    EXPECT_EQ(to_text(record.outcome), to_text(Outcome::holds)) << record.name;
    EXPECT_EQ(record.rungs.size(), data::kRungs.size() - 1);
    if (record.kind == subject::Kind::aggregate) continue;  // not every state can do every plan
    for (const auto& rung : record.rungs) EXPECT_EQ(rung.left_out, 0U) << to_text(rung.rung);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, StandardClimb, testing::Values(1, 2, 3));

SubjectRecord climbed(std::string_view id, std::vector<RungId> rungs, std::uint64_t seed) {
  const auto subject = subject::subject_of(*subject::variant_named(id));
  const Candidate candidate{.subject = subject.get()};
  return climb({&candidate, 1}, {.seed = seed, .rungs = std::move(rungs)}).front();
}

TEST(RawSumsInDouble, AreImpreciseOnIntegersAndBrokenByCancellationOnTheOffsetRung) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const auto* id : {"textbook-float64", "clamped-at-zero", "stable-merge-of-raw-sums"}) {
      const auto record =
          climbed(id, {RungId::small, RungId::integers, RungId::counts, RungId::offset}, seed);
      ASSERT_TRUE(record.imprecise) << id;
      EXPECT_EQ(to_text(record.imprecise->rung), "integers") << id;
      ASSERT_TRUE(record.broken) << id;
      EXPECT_EQ(to_text(record.broken->rung), "offset") << id;
      const auto* broken = std::get_if<law::Broken>(&record.broken->verdict);
      ASSERT_TRUE(broken != nullptr);
      EXPECT_TRUE(broken->cancellation) << id;
    }
  }
}

TEST(FractionRoundedFirst, IsNeverBrokenByItsLastBits) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto record = climbed("fraction-rounded-first", {RungId::small, RungId::integers}, seed);
    EXPECT_FALSE(record.broken);
    EXPECT_TRUE(record.imprecise);
    EXPECT_EQ(record.rungs.back().trials, 20'000U);
    EXPECT_GT(record.rungs.back().imprecise, 1U);
  }
}

TEST(AlgebraicMistakes, AreBrokenWithoutCancellation) {
  const Climbers all(wrong_rows(true));
  const auto records = climb(all.candidates, {.rungs = {RungId::small}});
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto* broken = std::get_if<law::Broken>(&records[i].broken->verdict);
    ASSERT_TRUE(broken != nullptr) << all.rows[i].id;
    EXPECT_EQ(broken->cancellation, all.rows[i].cancels) << all.rows[i].id;
  }
}

}  // namespace
}  // namespace shardproof::search
