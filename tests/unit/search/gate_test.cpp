#include "shardproof/search/gate.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/search/corpus.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/search/folder.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using subject::Subject;

std::shared_ptr<const Subject> named(const std::string& name) {
  return subject_named(name).value();
}

GateRow row(const std::string& id) {
  return {.row = *subject::variant_named(id), .subject = named(id)};
}

/// The row of one variant with another subject in its place.
GateRow row(const std::string& id, std::shared_ptr<const Subject> subject) {
  return {.row = *subject::variant_named(id), .subject = std::move(subject)};
}

/// A quick gate: no small scope, few trials, no minimums.
GateOptions quick() {
  GateOptions options;
  options.climb.trials = 200;
  options.climb.rungs = {RungId::fixtures, RungId::integers, RungId::counts, RungId::offset};
  options.climb.minimums = [](RungId) { return std::span<const Minimum>(); };
  return options;
}

RunRecord gate(std::vector<GateRow> rows, const GateOptions& options = quick()) {
  return run_gate({.reference = named("reference"), .rows = std::move(rows)}, options).value();
}

const SubjectRecord& last(const RunRecord& record) {
  return record.subjects.back();
}

TEST(Gate, HoldsWithTheReferenceAndTheCatalogueAsTheyAre) {
  // Two of a kind; the quality tests run all of them.
  const auto record = gate({row("average-of-variances"), row("one-fraction")});
  EXPECT_EQ(conclusion(record), Conclusion::holds);
  ASSERT_EQ(record.subjects.size(), 3U);
  EXPECT_EQ(record.subjects[0].role, Role::reference);
  EXPECT_EQ(record.subjects[0].outcome, Outcome::holds);
  EXPECT_EQ(record.subjects[1].outcome, Outcome::caught);
  EXPECT_EQ(record.subjects[2].outcome, Outcome::holds);
  EXPECT_EQ(record.subjects[1].variant->id, "average-of-variances");
  EXPECT_TRUE(record.stale.empty());
  EXPECT_EQ(record.seed, 1U);
  EXPECT_EQ(record.trials, 200U);
}

TEST(Gate, JudgesTheWholeCatalogueByDefault) {
  const auto subjects = gate_subjects();
  EXPECT_EQ(subjects.reference->description().name, "reference");
  ASSERT_EQ(subjects.rows.size(), subject::catalogue().size());
  for (const auto& gate_row : subjects.rows) {
    EXPECT_EQ(gate_row.subject->description().name, gate_row.row.id);
  }
}

class WrongReference : public testing::TestWithParam<std::string> {};

TEST_P(WrongReference, FailsAndNothingElseIsAsked) {
  auto options = quick();
  options.climb.rungs = {data::kRungs.begin(), data::kRungs.end()};
  const auto record =
      run_gate({.reference = named(GetParam()), .rows = {row("truncates")}}, options).value();
  EXPECT_EQ(conclusion(record), Conclusion::reference_failed);
  ASSERT_EQ(record.subjects.size(), 1U);
  EXPECT_EQ(record.subjects.front().outcome, Outcome::failed);
  EXPECT_TRUE(record.subjects.front().broken || record.subjects.front().imprecise);
  EXPECT_TRUE(record.stale.empty());
}

INSTANTIATE_TEST_SUITE_P(Gate,
                         WrongReference,
                         testing::Values("average-of-variances",
                                         "count-weighted-average",
                                         "textbook-float64",
                                         "fraction-rounded-first"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Gate, IsBrokenByAWrongRowThatIsMadeRight) {
  const auto record = gate({row("average-of-variances", named("reference"))});
  EXPECT_EQ(last(record).outcome, Outcome::missed);
  EXPECT_EQ(conclusion(record), Conclusion::broken);
}

TEST(Gate, IsBrokenByAnImpreciseRowThatIsMadeRight) {
  const auto record = gate({row("fraction-rounded-first", named("reference"))});
  EXPECT_EQ(last(record).outcome, Outcome::missed);
  EXPECT_EQ(conclusion(record), Conclusion::broken);
}

TEST(Gate, IsBrokenByAnEquivalentRowThatIsMadeWrong) {
  const auto record = gate({row("balanced-tree", named("average-of-variances"))});
  EXPECT_EQ(last(record).outcome, Outcome::failed);
  EXPECT_EQ(conclusion(record), Conclusion::broken);
}

TEST(Gate, IsBrokenByAnEquivalentRowThatIsMadeImprecise) {
  const auto record = gate({row("balanced-tree", named("fraction-rounded-first"))});
  EXPECT_EQ(last(record).outcome, Outcome::failed);
  EXPECT_EQ(conclusion(record), Conclusion::broken);
}

TEST(Gate, IsBrokenByAnImpreciseRowThatIsMadeBroken) {
  const auto record = gate({row("fraction-rounded-first", named("average-of-variances"))});
  EXPECT_EQ(last(record).outcome, Outcome::misjudged);
  EXPECT_EQ(conclusion(record), Conclusion::broken);
}

TEST(Gate, IsBrokenByAWrongRowThatIsMadeImprecise) {
  const auto record = gate({row("average-of-variances", named("fraction-rounded-first"))});
  EXPECT_EQ(last(record).outcome, Outcome::missed);
  EXPECT_TRUE(last(record).imprecise);
  EXPECT_EQ(conclusion(record), Conclusion::broken);
}

TEST(Gate, IsBrokenByAWrongRowThatGivesNoAnswer) {
  const std::shared_ptr<const Subject> silent =
      right_but_for([](auto) -> std::optional<subject::Answer> { return subject::Failed{"gone"}; });
  const auto record = gate({row("average-of-variances", silent)});
  EXPECT_EQ(last(record).outcome, Outcome::misjudged);
  EXPECT_EQ(conclusion(record), Conclusion::broken);
}

TEST(Gate, IsVacuousIfAMinimumCannotBeMet) {
  static constexpr Minimum kImpossible{.feature = Feature::large_count, .per_mille = 1};
  auto options = quick();
  options.climb.rungs = {RungId::integers};
  options.climb.minimums = [](RungId) { return std::span(&kImpossible, 1); };
  const auto record = gate({row("average-of-variances")}, options);
  EXPECT_EQ(conclusion(record), Conclusion::vacuous);
  EXPECT_EQ(record.subjects.front().outcome, Outcome::vacuous);
  EXPECT_EQ(last(record).outcome, Outcome::caught);
}

TEST(Gate, ClimbsTheVariantsWithoutTheKnownCases) {
  const auto record = gate({row("average-of-variances")});
  EXPECT_EQ(record.subjects.front().rungs.front().rung, RungId::fixtures);
  EXPECT_EQ(last(record).rungs.front().rung, RungId::integers);
}

TEST(Gate, AsksTheReferenceTheSeedsFixturesAndEveryWitness) {
  // 18 scales of six fixtures, and a witness for each wrong row that is a merge: states have plans of their own.
  const auto wrong =
      std::ranges::count_if(subject::catalogue(), [](const subject::Variant& variant) {
        return variant.standing != subject::Standing::equivalent &&
               variant.kind() == subject::Kind::merge;
      });
  const auto record = gate({});
  EXPECT_EQ(record.subjects.front().rungs.front().trials,
            18U * 6U + static_cast<std::uint64_t>(wrong));
}

TEST(Gate, ReportsAWitnessThatNoLongerFails) {
  const auto record = gate({row("average-of-variances", named("reference")), row("truncates")});
  ASSERT_EQ(record.stale.size(), 1U);
  EXPECT_EQ(record.stale.front().subject, "average-of-variances");
  EXPECT_EQ(record.stale.front().where, "counterexamples/average-of-variances.json");
}

TEST(GateWithACorpus, RecordsWhatItFound) {
  const Folder folder;
  auto options = quick();
  options.corpus = folder.path();
  const auto record = gate({row("average-of-variances"), row("one-fraction")}, options);
  const auto entries = read_corpus(folder.path()).value();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries.front().counterexample,
            counterexample_of("average-of-variances", *record.subjects[1].broken));
  // And again: the same file, which is now asked of the reference as well.
  const auto again = gate({row("average-of-variances"), row("one-fraction")}, options);
  EXPECT_EQ(read_corpus(folder.path()).value().size(), 1U);
  EXPECT_EQ(again.subjects.front().rungs.front().trials,
            record.subjects.front().rungs.front().trials + 1);
}

TEST(GateWithACorpus, ReportsAnEntryThatNoLongerFails) {
  const Folder folder;
  Counterexample harmless;
  harmless.subject = "average-of-variances";
  harmless.trial = trial("[[1], [1]]");
  const auto name = record(folder.path(), harmless).value();
  auto options = quick();
  options.corpus = folder.path();
  const auto record = gate({row("average-of-variances")}, options);
  ASSERT_EQ(record.stale.size(), 1U);
  EXPECT_EQ(record.stale.front().where, name);
}

TEST(GateWithACorpus, SaysNothingAboutEntriesOfOthers) {
  const Folder folder;
  Counterexample stranger;
  stranger.subject = "somebody's merge";
  stranger.trial = trial("[[1], [1]]");
  record(folder.path(), stranger).value();
  auto options = quick();
  options.corpus = folder.path();
  EXPECT_TRUE(gate({row("average-of-variances")}, options).stale.empty());
}

TEST(GateWithACorpus, ThatCannotBeReadIsAProblem) {
  const Folder folder;
  folder.write("bad.json", "{");
  auto options = quick();
  options.corpus = folder.path();
  const auto record = run_gate({.reference = named("reference"), .rows = {}}, options);
  ASSERT_FALSE(record);
  EXPECT_NE(to_text(record.error()).find("bad.json"), std::string::npos);
}

/// All of a record but its seconds.
std::string text_of(const RunRecord& record) {
  std::ostringstream text;
  text << record.version << " " << record.seed << " " << record.trials << " "
       << to_text(record.expect) << "\n";
  for (const auto& subject : record.subjects) {
    text << subject.name << " " << static_cast<int>(subject.role) << " " << to_text(subject.numbers)
         << " " << to_text(subject.outcome) << "\n";
    for (const auto& rung : subject.rungs) {
      text << "  " << to_text(rung.rung) << " " << rung.skipped << " " << rung.trials << " "
           << rung.imprecise << " " << rung.undefined << " " << rung.left_out << " "
           << rung.law_checks;
      for (const auto count : rung.coverage.counts) text << " " << count;
      for (const auto& missed : rung.shortfalls) text << " !" << to_text(missed.feature);
      text << "\n";
    }
    for (const auto* finding : {&subject.imprecise, &subject.broken}) {
      if (!*finding) continue;
      const Finding& f = **finding;
      text << "  " << f.trial_number << " " << f.trials_until << " " << to_text(f.found) << " -> "
           << f.certified << " " << f.shrink_steps << " " << f.shrink_evaluations << " "
           << f.oracle_exactly << " " << to_text(f.oracle_says);
      for (const auto law : f.laws) text << " " << to_text(law);
      text << " " << to_json_line(counterexample_of(subject.name, f)) << "\n";
    }
  }
  for (const auto& stale : record.stale) text << stale.subject << " " << stale.where << "\n";
  return text.str();
}

TEST(Gate, GivesTheSameRecordOnAnyNumberOfThreadsAndAgain) {
  const auto run = [](unsigned jobs, std::uint64_t seed) {
    auto options = quick();
    options.climb.jobs = jobs;
    options.climb.seed = seed;
    return text_of(gate({row("average-of-variances"),
                         row("truncates"),
                         row("textbook-float64"),
                         row("fraction-rounded-first"),
                         row("balanced-tree"),
                         row("sample-variance", named("reference"))},
                        options));
  };
  const auto record = run(1, 1);
  EXPECT_EQ(run(1, 1), record);
  EXPECT_EQ(run(2, 1), record);
  EXPECT_NE(run(1, 2), record);
}

/// A record of one subject each with these outcomes, the reference first.
Conclusion concluded(std::vector<Outcome> outcomes) {
  RunRecord record;
  for (const auto outcome : outcomes) {
    SubjectRecord subject;
    subject.role = record.subjects.empty() ? Role::reference : Role::variant;
    subject.outcome = outcome;
    record.subjects.push_back(std::move(subject));
  }
  return conclusion(record);
}

TEST(Conclusion, IsTheGravestThatHappened) {
  using enum Outcome;
  EXPECT_EQ(concluded({holds, caught, holds}), Conclusion::holds);
  EXPECT_EQ(concluded({vacuous, caught}), Conclusion::vacuous);
  EXPECT_EQ(concluded({holds, vacuous}), Conclusion::vacuous);
  EXPECT_EQ(concluded({vacuous, missed}), Conclusion::broken);
  EXPECT_EQ(concluded({holds, misjudged}), Conclusion::broken);
  EXPECT_EQ(concluded({holds, failed}), Conclusion::broken);
  EXPECT_EQ(concluded({failed, missed, vacuous}), Conclusion::reference_failed);
}

}  // namespace
}  // namespace shardproof::search
