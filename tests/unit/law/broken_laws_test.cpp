/// All laws at once: their order, their blindness, and the precision that they allow.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "shardproof/law/laws.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/data/trials.hpp"
#include "unit/law/merges.hpp"

namespace shardproof::law {
namespace {

using data::kLaws;
using data::LawId;
using data::trial;
using exact::Rational;

std::vector<LawId> laws_broken_by(std::string_view id, const data::Trial& asked) {
  return broken_laws(*subject::subject_of(*subject::variant_named(id)), asked, Expect::contract);
}

TEST(BrokenLaws, StandInTheOrderOfTheLaws) {
  // Wrong in nearly every way: it depends on order, split, offset, counts and empty workers.
  const auto subject = merge_of([](const Told& told) {
    return Rational(-1 - told.empty - 2 * told.workers - told.first_n - told.s * told.s - told.n);
  });
  const auto broken = broken_laws(*subject, trial({{3, 8}, {1}, {5}}), Expect::contract);
  const auto place = [](LawId law) { return std::ranges::find(kLaws, law); };
  EXPECT_TRUE(std::ranges::is_sorted(broken, {}, place));
  EXPECT_EQ(broken,
            (std::vector<LawId>{LawId::empty_worker,
                                LawId::non_negative,
                                LawId::oracle_agreement,
                                LawId::partition_invariance,
                                LawId::worker_order,
                                LawId::shift,
                                LawId::scale,
                                LawId::replication,
                                LawId::regrouping}));
}

TEST(Averaging, BreaksNoLawOfInvarianceOnZeroAndOne) {
  // The blindness of laws: the spread between [0] and [1] is lost, and the answer still has every symmetry.
  for (const auto& row : subject::catalogue()) {
    if (row.family != subject::Family::averaging) continue;
    const auto broken = laws_broken_by(row.id, trial({{0}, {1}}));
    for (const auto law : {LawId::worker_order,
                           LawId::shift,
                           LawId::scale,
                           LawId::replication,
                           LawId::empty_worker}) {
      EXPECT_EQ(std::ranges::count(broken, law), 0) << row.id << " breaks " << to_text(law);
    }
  }
}

TEST(Averaging, IsCaughtByTheOracleAndByAnotherSplit) {
  for (const auto* id : {"average-of-variances", "count-weighted-average", "sum-of-variances"}) {
    EXPECT_EQ(laws_broken_by(id, trial({{0}, {1}})),
              (std::vector<LawId>{
                  LawId::oracle_agreement, LawId::partition_invariance, LawId::regrouping}))
        << id;
  }
}

TEST(VarianceOfMeans, BreaksNothingWhereEveryWorkerHasOneObservation) {
  EXPECT_TRUE(laws_broken_by("variance-of-means", trial({{0}, {1}})) ==
              (std::vector<LawId>{LawId::partition_invariance, LawId::regrouping}));
}

TEST(Bitwise, IsWhatContractAndExactAskWhereTheVariancesAreTheSame) {
  // One unit of the last place more for two workers than for one.
  const auto subject = subject::merge_subject(
      "last bit", subject::Numbers::any, [](std::span<const aggregate::Summary> summaries) {
        return subject::Answer(summaries.size() == 1 ? 8.0 : std::nextafter(8.0, 9.0));
      });
  const auto asked = trial({{-1, 7}, {3, 3}});
  EXPECT_TRUE(breaks(LawId::partition_invariance, *subject, asked, Expect::contract));
  EXPECT_TRUE(breaks(LawId::partition_invariance, *subject, asked, Expect::exact));
  EXPECT_FALSE(breaks(LawId::partition_invariance, *subject, asked, Expect::float64));
  EXPECT_FALSE(breaks(LawId::partition_invariance, *subject, asked, Expect::textbook));
}

TEST(Scale, AllowsEachAnswerItsRounding) {
  // Of {0, 1, 2} the contract says 0.666666666667, of twice that 2.666666666667, which is not four times as much.
  const auto subject = merge_of([](const Told& told) { return told.variance(); });
  EXPECT_FALSE(breaks(LawId::scale, *subject, trial({{0, 1}, {2}}), Expect::contract));
}

TEST(Scale, AllowsNoMoreThanTheRoundings) {
  // Five halves of a unit of the 12th decimal are allowed here, four for the answer times four and one for the other.
  const auto off_by = [](double error) {
    return subject::merge_subject(
        "off", subject::Numbers::any, [error](std::span<const aggregate::Summary> summaries) {
          const auto variance = told_by(summaries).variance();
          return subject::Answer(*exact::nearest_double(variance) + (variance == 4 ? error : 0));
        });
  };
  const auto asked = trial({{-1, 1}});
  EXPECT_FALSE(breaks(LawId::scale, *off_by(2.4e-12), asked, Expect::contract));
  EXPECT_TRUE(breaks(LawId::scale, *off_by(2.6e-12), asked, Expect::contract));
}

}  // namespace
}  // namespace shardproof::law
