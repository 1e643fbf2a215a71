// What the diagnosis is worth: every row of the catalogue is recognised by its answers alone, and two faults at once are
// never given the name of one.
#include "shardproof/diagnosis/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "rows.hpp"
#include "shardproof/diagnosis/failing_trials.hpp"
#include "shardproof/diagnosis/probe_set.hpp"
#include "shardproof/search/draw.hpp"

namespace shardproof::diagnosis {
namespace {

using data::Trial;
using subject::Kind;
using subject::Standing;
using subject::Steps;
using subject::Subject;
using subject::Variant;

constexpr std::uint64_t kSeeds = 20;

/// Trials that no diagnosis has seen: another seed, and three times as many of each sort.
const Pool& unseen(Kind kind) {
  static const Pool kMerges(Kind::merge, 3072, 192, 20'261'201);
  static const Pool kAggregates(Kind::aggregate, 3072, 192, 20'261'201);
  return kind == Kind::merge ? kMerges : kAggregates;
}

/// How closely two subjects agree on everything of `probes` that both accept.
Closeness agreement(const Subject& left, const Subject& right, std::span<const Probe> probes) {
  Agreement agreement;
  for (const auto& probe : probes) {
    if (!accepts(left.description(), probe.question)) continue;
    if (!accepts(right.description(), probe.question)) continue;
    const auto l = left.read({&probe.question, 1}).front();
    const auto r = right.read({&probe.question, 1}).front();
    agreement.add(closeness(l, r, probe.noise));
  }
  return agreement.overall();
}

class DiagnosisOfARow : public testing::TestWithParam<Variant> {};

TEST_P(DiagnosisOfARow, IsTheRowFromAnySeed) {
  const Variant& row = GetParam();
  const auto anonymous = subject_of(row);
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto failing = failing_trials(*anonymous, {.seed = seed, .most = 4, .trials = 1000});
    const auto diagnosis = diagnose(*anonymous, failing);
    if (row.standing == Standing::equivalent) {
      EXPECT_TRUE(std::holds_alternative<LikeReference>(diagnosis.cause)) << "seed " << seed;
      continue;
    }
    const auto* named = std::get_if<Named>(&diagnosis.cause);
    ASSERT_NE(named, nullptr) << "seed " << seed << ", cause " << diagnosis.cause.index();
    EXPECT_TRUE(std::ranges::any_of(named->rows, [&](const auto* r) { return r->id == row.id; }));
    EXPECT_EQ(diagnosis.closeness, Closeness::same);
    EXPECT_TRUE(named->rows.size() == 1 || named->one_function) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue,
                         DiagnosisOfARow,
                         testing::ValuesIn(subject::catalogue()),
                         [](const auto& row) { return search::gtest_name(row.param.id); });

/// One step of each of two rows: a merge with two faults.
struct Composition {
  std::string name;
  subject::Numbers numbers = subject::Numbers::any;
  Steps steps;

  std::unique_ptr<Subject> subject() const {
    return subject::merge_subject(
        name, numbers, [steps = steps](std::span<const aggregate::Summary> summaries) {
          return answer(steps, summaries);
        });
  }
};

/// Whether both override the same step.
bool collide(const Steps& left, const Steps& right) {
  const bool exact_in_both = left.formula.exact != nullptr && right.formula.exact != nullptr;
  return (left.admit && right.admit) || (left.absence && right.absence) || exact_in_both ||
         (left.round && right.round);
}

Composition compose(const Variant& left, const Variant& right) {
  const Steps& l = left.steps;
  const Steps& r = right.steps;
  const bool formula_is_left = l.formula.exact != nullptr;
  return {.name = std::string(left.id) + " and " + std::string(right.id),
          .numbers = left.numbers == subject::Numbers::any ? right.numbers : left.numbers,
          .steps = {.admit = l.admit ? l.admit : r.admit,
                    .absence = l.absence ? l.absence : r.absence,
                    .formula = formula_is_left ? l.formula : r.formula,
                    .round = l.round ? l.round : r.round,
                    .arithmetic = formula_is_left ? l.arithmetic : r.arithmetic}};
}

/// Compositions of two wrong merges, drawn from `seed`.
std::vector<Composition> compositions(std::size_t wanted, std::uint64_t seed) {
  std::vector<Variant> rows = search::wrong_rows();
  std::erase_if(rows, [](const Variant& row) { return row.kind() != Kind::merge; });
  std::vector<Composition> drawn;
  search::Draw draw(seed);
  while (drawn.size() < wanted) {
    const auto& left = rows[draw.below(rows.size())];
    const auto& right = rows[draw.below(rows.size())];
    const bool narrow_twice = left.numbers != right.numbers &&
                              left.numbers != subject::Numbers::any &&
                              right.numbers != subject::Numbers::any;
    if (collide(left.steps, right.steps) || narrow_twice) continue;
    drawn.push_back(compose(left, right));
  }
  return drawn;
}

TEST(DiagnosisOfTwoFaults, IsNeverOneWrongName) {
  for (const auto& composition : compositions(50, 1)) {
    const auto subject = composition.subject();
    const auto diagnosis = diagnose(*subject, failing_trials(*subject));
    const auto* named = std::get_if<Named>(&diagnosis.cause);
    if (named == nullptr) continue;
    for (const auto* row : named->rows) {
      EXPECT_LE(agreement(*subject, *subject_of(*row), unseen(Kind::merge).probes()),
                diagnosis.closeness)
          << composition.name << " is named " << row->id;
    }
  }
}

TEST(DiagnosisOfTwoFaults, IsNotTheFormulaToTheLastDigitWhereTheRoundingIsWrongToo) {
  for (const auto& formula : search::wrong_rows()) {
    for (const auto* id : {"rounds-half-up", "truncates", "eleven-decimals"}) {
      const auto& rounding = *subject::variant_named(id);
      if (formula.steps.formula.exact == nullptr || formula.kind() != Kind::merge) continue;
      const auto subject = compose(formula, rounding).subject();
      const auto diagnosis = diagnose(*subject, {});
      const auto* named = std::get_if<Named>(&diagnosis.cause);
      if (named == nullptr || named->rows.front()->id != formula.id) continue;
      EXPECT_LE(agreement(*subject, *subject_of(formula), unseen(Kind::merge).probes()),
                diagnosis.closeness)
          << formula.id << " and " << id;
    }
  }
}

TEST(DiagnosisOfTwoFaults, IsNeverOneWrongExpression) {
  for (const auto& composition : compositions(50, 2)) {
    const auto subject = composition.subject();
    const auto diagnosis = diagnose(*subject, failing_trials(*subject));
    const auto* decomposed = std::get_if<Decomposed>(&diagnosis.cause);
    if (decomposed == nullptr || !decomposed->explanation.is_certain) continue;
    const auto& expression = decomposed->explanation.expressions.front();
    for (const auto& probe : unseen(Kind::merge).probes()) {
      if (!accepts(subject->description(), probe.question)) continue;
      const auto says = subject->ask({&probe.question, 1}).front();
      if (!is_evidence(*probe.trial, says, probe.noise)) continue;
      EXPECT_TRUE(explains(expression, {.trial = probe.trial, .says = says, .noise = probe.noise}))
          << composition.name << " is said to compute " << to_text(expression) << ", on "
          << to_text(*probe.trial).substr(0, 200);
    }
  }
}

/// A state with one more fault, in what is read of it.
class ReadOtherwise final : public Subject {
 public:
  using Fault = void (*)(subject::Read&);

  ReadOtherwise(const Variant& row, Fault fault) : row_(subject_of(row)), fault_(fault) {}

  const subject::Description& description() const override { return row_->description(); }

  std::vector<subject::Answer> ask(std::span<const subject::Question> questions) const override {
    std::vector<subject::Answer> answers;
    for (const auto& reads : read(questions)) answers.push_back(reads.back().variance);
    return answers;
  }

  std::vector<subject::Reads> read(std::span<const subject::Question> questions) const override {
    auto all = row_->read(questions);
    for (auto& reads : all) std::ranges::for_each(reads, fault_);
    return all;
  }

 private:
  std::unique_ptr<Subject> row_;
  Fault fault_;
};

constexpr auto kReadFaults = std::to_array<ReadOtherwise::Fault>({
    [](subject::Read& read) {
      if (auto* variance = std::get_if<double>(&read.variance)) *variance *= 2;
    },
    [](subject::Read& read) {
      if (!std::holds_alternative<double>(read.variance)) read.variance = 0.0;
    },
    [](subject::Read& read) {
      if (auto* variance = std::get_if<double>(&read.variance))
        *variance = static_cast<double>(static_cast<float>(*variance));
    },
    [](subject::Read& read) {
      if (auto* variance = std::get_if<double>(&read.variance))
        *variance = std::max(*variance, 1e-3);
    },
    [](subject::Read& read) {
      auto* count = read.count ? std::get_if<double>(&*read.count) : nullptr;
      if (count != nullptr && *count > 2) *count -= 1;
    },
});

TEST(DiagnosisOfTwoFaults, OfAStateIsNeverOneWrongName) {
  std::vector<Variant> rows = search::wrong_rows();
  std::erase_if(rows, [](const Variant& row) { return row.kind() != Kind::aggregate; });
  ASSERT_FALSE(rows.empty());
  search::Draw draw(3);
  for (int i = 0; i < 50; ++i) {
    const auto& row = rows[draw.below(rows.size())];
    const ReadOtherwise subject(row, kReadFaults.at(draw.below(kReadFaults.size())));
    const auto diagnosis = diagnose(subject, failing_trials(subject));
    const auto* named = std::get_if<Named>(&diagnosis.cause);
    if (named == nullptr) continue;
    for (const auto* name : named->rows) {
      EXPECT_LE(agreement(subject, *subject_of(*name), unseen(Kind::aggregate).probes()),
                diagnosis.closeness)
          << row.id << " with another fault is named " << name->id;
    }
  }
}

/// The rows that give the subject's answers on the failing trials, and that is all they are asked: no diagnosis.
std::vector<const Variant*> named_without_probes(const Subject& subject,
                                                 std::span<const Trial> failing) {
  std::vector<Probe> probes;
  for (const auto& trial : failing) {
    probes.push_back({.trial = &trial,
                      .question = subject::question_of(trial),
                      .noise = noise_of(Kind::merge, trial)});
  }
  std::vector<const Variant*> rows;
  for (const auto& entrant : fingerprints(Kind::merge).entrants) {
    if (agreement(subject, *entrant.subject, probes) == Closeness::same)
      rows.push_back(entrant.row);
  }
  return rows;
}

TEST(DiagnosisOfTwoFaults, WouldOftenBeOneWrongNameWithoutTheProbes) {
  std::size_t wrong = 0;
  for (const auto& composition : compositions(50, 1)) {
    const auto subject = composition.subject();
    const auto rows = named_without_probes(*subject, failing_trials(*subject));
    if (rows.size() != 1 || rows.front() == nullptr) continue;
    const auto& probes = unseen(Kind::merge).probes();
    if (agreement(*subject, *subject_of(*rows.front()), probes) != Closeness::same) ++wrong;
  }
  EXPECT_GE(wrong, 1U);
}

}  // namespace
}  // namespace shardproof::diagnosis
