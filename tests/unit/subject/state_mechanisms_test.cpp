/// Each state row's mechanism on one tiny trial, by hand: everything that its plan reads, in order.
///
/// A row hides one step of a reference state and inherits the rest, so what it computes here is what that one step makes
/// of the trial.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::subject {
namespace {

using data::Observation;
using data::part;
using data::PartValues;
using data::PlanShape;
using data::Special;
using data::Trial;
using data::trial;
using data::trial_of;
using exact::Dyadic;

struct Example {
  std::string_view id;
  Trial asked;
  std::string_view reads;  ///< "variance …, mean …, count …", one after another
};

/// By a left fold, unless the row is about another plan.
Trial by(PlanShape shape, Trial trial, std::uint64_t word = 0) {
  trial.plan = {.shape = shape, .word = word};
  return trial;
}

Trial folded(std::initializer_list<std::initializer_list<std::int64_t>> parts) {
  return by(PlanShape::left_fold, trial(parts));
}

PartValues part_of(std::vector<Observation> observations) {
  return {.observations = std::move(observations)};
}

PartValues doubles(std::initializer_list<double> values) {
  PartValues part;
  for (const double value : values)
    part.observations.push_back({.value = *Dyadic::from_double(value)});
  return part;
}

Observation special(Special special) {
  return {.value = 0, .times = 1, .special = special};
}

std::vector<Example> merging_examples() {
  // {0, 2} and {4, 6}: means 1 and 5, M2 2 and 2, the term between is 16·2·2/4 = 16. Right is 20/4 = 5.
  const Trial equal = folded({{0, 2}, {4, 6}});
  constexpr double kDrifts = 6523763181031201;
  return {
      {"between-term-dropped", equal, "variance 1.0, mean 3.0, count 4.0"},  // (2 + 2)/4
      {"variances-added", equal, "variance 2.0, mean 3.0, count 4.0"},       // 1 + 1
      {"larger-m2-kept", equal, "variance 0.5, mean 3.0, count 4.0"},        // 2/4
      // δ = 5 − 3 in place of 4: (2 + 2 + 4)/4.
      {"mean-updated-first", equal, "variance 2.0, mean 3.0, count 4.0"},
      // M2 2 and 2, times 3 − 1; the term between is 9·3·3/6 = 13.5: 21.5/6.
      {"m2-taken-for-variance",
       folded({{0, 1, 2}, {3, 4, 5}}),
       "variance 3.5833333333333335, mean 2.5, count 6.0"},
      // M2 2 and, in place of 2, the variance 1: (2 + 1 + 16)/4.
      {"variance-taken-for-m2", equal, "variance 4.75, mean 3.0, count 4.0"},
      {"m2-overwritten", folded({{0, 2}, {0, 2}}), "variance 0.5, mean 1.0, count 4.0"},  // 2/4
      {"mean-moved-by-share", folded({{0}, {0}}), "variance 0.0, mean 0.5, count 2.0"},   // 0 + 1/2
      {"means-halved", folded({{0, 0}, {6, 6, 6, 6}}), "variance 8.0, mean 3.0, count 6.0"},
      // 5·k needs 55 bits: of two and three k the mean is k + 1, from which the last k is 1 away: 5/6 / 6.
      {"mean-from-weighted-sum",
       by(PlanShape::left_fold,
          trial_of({doubles({kDrifts, kDrifts}),
                    doubles({kDrifts, kDrifts, kDrifts}),
                    doubles({kDrifts})})),
       "variance 0.13888888888888887, mean 6523763181031201.0, count 6.0"},
      // {2, 4} is one observation of 3 with M2 1: (0 + 1 + 9/2)/2.
      {"counted-as-one", folded({{0}, {2, 4}}), "variance 2.75, mean 1.5, count 2.0"},
      // Sums 5 and, in place of 4, the average 2.
      {"average-for-a-sum",
       folded({{5}, {1, 3}}),
       "variance 2.6666666666666665, mean 2.3333333333333335, count 3.0"},
      {"momentum-mixed", folded({{0}, {10}}), "variance 0.0, mean 1.0, count 2.0"},
      // From 0 and from 10 the sums are 2 and the squares 4: 8/4 − (4/4)².
      {"origins-ignored", folded({{0, 2}, {10, 12}}), "variance 1.0, mean 1.0, count 4.0"},
  };
}

std::vector<Example> updating_examples() {
  const Trial pair = folded({{0, 2}});
  return {
      {"new-mean-squared", pair, "variance 0.5, mean 1.0, count 2.0"},  // 0² + 1²
      {"old-mean-squared", pair, "variance 2.0, mean 1.0, count 2.0"},  // 0² + 2²
      {"squares-not-kept", pair, "variance 0.0, mean 1.0, count 2.0"},
      // 0.1·2 + 0.1 is 0.30000000000000004.
      {"running-mean-recomputed",
       by(PlanShape::left_fold, trial_of({doubles({0.1, 0.1, 0.1})})),
       "variance 0.0, mean 0.10000000000000002, count 3.0"},
      {"phantom-zero", folded({{3}}), "variance 2.25, mean 1.5, count 2.0"},  // {0, 3}
      {"normalised-twice",
       folded({{0, 2, 4}}),
       "variance 0.8888888888888888, mean 2.0, count 3.0"},                     // 8/3/3
      {"bessel-and-back", folded({{0}}), "variance NaN, mean 0.0, count 1.0"},  // 1/0 · 0
      // Weights 2e-4 at 0 and 2 at 1000: about 1e6·2e-4/2, were the total not a little above 2.
      {"epsilon-count",
       folded({{1000}, {1000}}),
       "variance 99.98010298960105, mean 999.9000099990001, count 2.0"},
      {"epsilon-added-again", folded({{0, 2}, {}}), "variance 1.000000001, mean 1.0, count 2.0"},
  };
}

std::vector<Example> identity_examples() {
  const Trial huge = trial_of({part({}), part_of({{.value = Dyadic(1, 600)}})});
  return {
      {"two-empties-nan", folded({{}, {}, {1, 3}}), "variance NaN, mean NaN, count 2.0"},
      {"ratio-of-counts", folded({{0, 0}, {}}), "variance NaN, mean 0.0, count 2.0"},
      // (2^600)² · 0
      {"only-both-empty-guarded",
       by(PlanShape::left_fold, huge),
       "variance NaN, mean 4.149515568880993e+180, count 1.0"},
      {"empty-left-stays-empty", folded({{}, {2}}), "variance none, mean none, count 0.0"},
      {"empty-right-wins", folded({{2}, {}}), "variance none, mean none, count 0.0"},
      // 2² · 1 · 1 / 2 for a count of 1.
      {"count-clamped-to-one", folded({{2}, {}}), "variance 2.0, mean 1.0, count 1.0"},
      {"setting-of-the-left",
       folded({{}, {0, 2}}),
       "variance 2.0, mean 1.0, count 2.0"},  // 2/(2 − 1)
  };
}

std::vector<Example> sharing_examples() {
  return {
      {"operand-drained",
       by(PlanShape::operands, trial({{0}, {2}})),
       "variance 0.0, mean 2.0, count 1.0; variance none, mean none, count 0.0; "
       "variance 1.0, mean 1.0, count 2.0"},
      {"self-merge-ignored",
       by(PlanShape::self_merge, trial({{0, 2}})),
       "variance 1.0, mean 1.0, count 2.0"},
      // {0, 3} and their mean: 4.5/3.
      {"self-merge-as-a-value",
       by(PlanShape::self_merge, trial({{0, 3}})),
       "variance 1.5, mean 1.5, count 3.0"},
      // The output is the left one, and cleared: {2} is left.
      {"output-cleared-first",
       by(PlanShape::aliased_output, trial({{0}, {2}})),
       "variance 0.0, mean 2.0, count 1.0"},
      // {0, 2, 0, 2, 1, 1, 1, 1}: 4/8.
      {"fold-seeded-twice",
       by(PlanShape::merge_all, trial({{0, 2}, {1, 1, 1, 1}})),
       "variance 0.5, mean 1.0, count 8.0"},
      // {0, 2}
      {"odd-state-dropped",
       by(PlanShape::merge_all, trial({{0}, {2}, {4}})),
       "variance 1.0, mean 1.0, count 2.0"},
      {"finalised-in-place",
       by(PlanShape::repeated_reads, trial({{0, 2}})),
       "variance 1.0, mean 1.0, count 2.0; variance 0.5, mean 1.0, count 2.0"},
      {"cache-not-dropped",
       by(PlanShape::repeated_reads, trial({{0}, {2}})),
       "variance 0.0, mean 0.0, count 1.0; variance 0.0, mean 0.0, count 1.0; "
       "variance 0.0, mean 1.0, count 2.0; variance 0.0, mean 1.0, count 2.0"},
      // 0, then 4 beside 0 and the shared 0, then all of it again: {0, 0, 4} and twice that, 32/3 / 3.
      {"full-state-remerged",
       by(PlanShape::synchronised, trial({{0, 4}})),
       "variance 3.5555555555555554, mean 1.3333333333333333, count 3.0; "
       "variance 3.5555555555555554, mean 1.3333333333333333, count 6.0"},
      {"nothing-without-peers",
       by(PlanShape::synchronised, trial({{10, 12}})),
       "variance none, mean none, count 0.0; variance none, mean none, count 0.0"},
      {"first-worker-knows",
       by(PlanShape::synchronised, trial({{0}, {2}})),
       "variance 1.0, mean 1.0, count 2.0; variance 0.0, mean 2.0, count 1.0; "
       "variance 1.0, mean 1.0, count 2.0"},
  };
}

std::vector<Example> encoding_examples() {
  const Trial thirds = by(PlanShape::round_trip, trial({{0, 0, 1}}));  // M2 = 2/3
  return {
      // 2/3 is 0.666666686… in single precision.
      {"m2-sent-as-float32",
       thirds,
       "variance 0.22222222884496054, mean 0.3333333333333333, count 3.0"},
      // 0.666667/3
      {"six-decimals-sent", thirds, "variance 0.22222233333333333, mean 0.333333, count 3.0"},
      {"count-sent-in-a-byte",
       by(PlanShape::round_trip, trial_of({part_of({{.value = 3, .times = 256}})})),
       "variance none, mean none, count 0.0"},
      // The variance comes back one unit of single precision's last place too large.
      {"inverse-deviation-sent",
       thirds,
       "variance 0.222222238779068, mean 0.3333333333333333, count 3.0"},
      {"variance-sent",
       by(PlanShape::round_trip, trial({{0, 2}})),
       "variance 0.5, mean 1.0, count 2.0"},
      {"nonfinite-not-sent",
       by(PlanShape::round_trip, trial_of({part_of({special(Special::nan)})})),
       "variance none, mean none, count 0.0"},
  };
}

std::vector<Example> retraction_examples() {
  // {0, 2, 4} without 4: the mean goes from 2 to 1, M2 from 8 by 2·3 to 2. Right is 2/2.
  const Trial last = by(PlanShape::retraction, trial({{0, 2}, {4}}));
  return {
      {"count-kept-on-retract", last, "variance 0.6666666666666666, mean 1.0, count 3.0"},
      {"mean-kept-on-retract", last, "variance 1.0, mean 2.0, count 2.0"},
      {"old-mean-retracted", last, "variance 2.0, mean 1.0, count 2.0"},  // (8 − 2²)/2
      // What 1.1 leaves behind is one unit of M2's last place, on the wrong side of 0.
      {"residue-left",
       by(PlanShape::retraction, trial_of({doubles({0.1}), doubles({1.1})})),
       "variance -2.220446049250313e-16, mean 0.09999999999999987, count 1.0"},
      // Right would be 2^−42.
      {"threshold-for-zero",
       by(PlanShape::left_fold, trial_of({part_of({{.value = 0}, {.value = Dyadic(1, -20)}})})),
       "variance 0.0, mean 4.76837158203125e-07, count 2.0"},
      {"empty-if-never-seen",
       by(PlanShape::retraction, trial({{}, {2}})),
       "variance NaN, mean none, count 0.0"},
      {"infinity-stays",
       by(PlanShape::retraction, trial_of({part({0}), part_of({special(Special::infinity)})})),
       "variance NaN, mean NaN, count 2.0"},
  };
}

std::vector<Example> precision_examples() {
  constexpr std::int64_t k = (1 << 25) + 4;
  constexpr std::int64_t kFloatBits = 1 << 24;
  return {
      // NIST's NumAcc1: Q/3 = 100000040000004.67 is 43/64 above an integer to the next double, (S/3)² that integer.
      {"textbook-state",
       folded({{10000001, 10000003, 10000002}}),
       "variance 0.671875, mean 10000002.0, count 3.0"},
      // 24 bits: Q = 16785409 becomes …08, its half 8392704; (4097/2)² = 4196352.25 becomes 4196352.
      {"textbook-state-float32", folded({{0, 4097}}), "variance 4196352.0, mean 2048.5, count 2.0"},
      // Textbook gives −1/4: doubles are 1/4 apart near k².
      {"textbook-state-clamped",
       folded({{k, k, k, k, k + 1}}),
       "variance 0.0, mean 33554436.2, count 5.0"},
      // Three 0.1 sum to 0.30000000000000004.
      {"sum-in-place-of-mean",
       by(PlanShape::left_fold, trial_of({doubles({0.1, 0.1, 0.1})})),
       "variance 0.0, mean 0.10000000000000002, count 3.0"},
      // 1/3 and 2/3 in single precision.
      {"chan-in-float32",
       folded({{0, 0, 1}}),
       "variance 0.22222222884496054, mean 0.3333333432674408, count 3.0"},
      {"input-as-float32",
       folded({{kFloatBits, kFloatBits + 1}}),
       "variance 0.0, mean 16777216.0, count 2.0"},
      {"mean-in-four-decimals",
       folded({{0, 0, 1}}),
       "variance 0.22222222222222224, mean 0.3333, count 3.0"},
      {"count-in-bfloat16",
       by(PlanShape::left_fold, trial_of({part_of({{.value = 0, .times = 257}})})),
       "variance 0.0, mean 0.0, count 256.0"},
      {"count-in-32-bits",
       by(PlanShape::doubling, trial({{3}}), 32),
       "variance none, mean none, count 0.0"},
      // 0/0: 65536² is 0 in 32 bits, and equal means are 0 apart.
      {"squared-count-in-32-bits",
       by(PlanShape::doubling, trial({{3}}), 16),
       "variance NaN, mean 3.0, count 65536.0"},
      // n·Q = 2^33·2^34 and S² = 2^66 are both 0 in 64 bits.
      {"products-in-64-bits",
       by(PlanShape::doubling, trial({{0, 2}}), 32),
       "variance 0.0, mean 1.0, count 8589934592.0"},
      {"integer-quotient", folded({{1, 2}}), "variance 0.5, mean 1.5, count 2.0"},  // (5 − 9/2)/2
      // 9 − 3·2² = −3, unsigned 2^64 − 3, over 3.
      {"rounded-mean",
       folded({{1, 2}, {2}}),
       "variance 6.148914691236517e+18, mean 1.6666666666666667, count 3.0"},
  };
}

std::vector<Example> nonfinite_examples() {
  const auto of = [](std::vector<Observation> observations) {
    return by(PlanShape::left_fold, trial_of({part_of(std::move(observations))}));
  };
  const Observation infinity = special(Special::infinity);
  const Observation nan = special(Special::nan);
  return {
      // {0, 3}, as if NaN had been 0.
      {"nan-counted-only", of({nan, {.value = 3}}), "variance 2.25, mean 1.5, count 2.0"},
      {"infinity-by-place",
       of({{.value = 1}, {.value = 2}, infinity}),
       "variance Infinity, count 3.0"},
      {"infinity-by-place", of({infinity, {.value = 1}, {.value = 2}}), "variance NaN, count 3.0"},
      {"one-is-zero", of({infinity}), "variance 0.0, mean NaN, count 1.0"},
      {"nan-swallowed",
       by(PlanShape::left_fold, trial_of({part_of({nan}), part({1})})),
       "variance 0.0, count 2.0"},
  };
}

std::vector<Example> equivalent_examples() {
  const Trial uneven = folded({{0, 2}, {4}});  // 8/3
  const std::string_view right = "variance 2.6666666666666665, mean 2.0, count 3.0";
  return {
      {"welford-and-chan", uneven, right},
      {"smaller-into-larger", uneven, right},
      {"variance-kept", uneven, right},
      {"two-passes", uneven, right},
  };
}

std::vector<Example> all_examples() {
  std::vector<Example> all;
  for (const auto& family : {merging_examples(),
                             updating_examples(),
                             identity_examples(),
                             sharing_examples(),
                             encoding_examples(),
                             retraction_examples(),
                             precision_examples(),
                             nonfinite_examples(),
                             equivalent_examples()}) {
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

std::string reads_of(const Variant& row, const Trial& trial) {
  const Question question = question_for(Kind::aggregate, trial);
  const Reads reads = subject_of(row)->read({&question, 1}).front();
  std::string text;
  for (const auto& read : reads) {
    if (!text.empty()) text += "; ";
    text += to_text(read);
  }
  return text;
}

TEST(EveryStateMechanism, HasAnExample) {
  std::set<std::string_view> shown;
  for (const auto& example : all_examples()) shown.insert(example.id);
  std::set<std::string_view> rows;
  for (const auto& row : catalogue()) {
    if (row.kind() == Kind::aggregate) rows.insert(row.id);
  }
  EXPECT_EQ(shown, rows);
}

TEST(EveryStateMechanism, GivesWhatItGivesByHand) {
  for (const auto& [id, asked, reads] : all_examples()) {
    const auto& row = *variant_named(id);
    ASSERT_TRUE(accepts(subject_of(row)->description(), question_for(Kind::aggregate, asked)))
        << id;
    EXPECT_EQ(reads_of(row, asked), reads) << id;
  }
}

TEST(EveryStateMechanism, DiffersFromTheReferenceStateInItsExample) {
  const auto& reference = *variant_named("welford-and-chan");
  for (const auto& [id, asked, reads] : all_examples()) {
    const auto& row = *variant_named(id);
    if (row.standing == Standing::equivalent) continue;
    EXPECT_NE(reads_of(reference, asked), reads) << id;
  }
}

TEST(TextbookStateAndItsClamp, DifferWhereTheDifferenceComesOutBelowZero) {
  // Q/5 and (S/5)² are near 2^50, where doubles are 1/4 apart.
  constexpr std::int64_t k = (1 << 25) + 4;
  const Trial below_zero = folded({{k, k, k, k, k + 1}});
  EXPECT_EQ(reads_of(*variant_named("textbook-state"), below_zero),
            "variance -0.25, mean 33554436.2, count 5.0");
  EXPECT_EQ(reads_of(*variant_named("textbook-state-clamped"), below_zero),
            "variance 0.0, mean 33554436.2, count 5.0");
}

TEST(StateRow, KeepsAllThatTheReferenceCanDo) {
  for (const auto* id : {"between-term-dropped", "self-merge-ignored", "full-state-remerged"}) {
    const auto abilities = subject_of(*variant_named(id))->description().abilities;
    EXPECT_TRUE(abilities.count && abilities.mean && abilities.retract && abilities.round_trip &&
                abilities.merge_into && abilities.merge_all && abilities.synchronise)
        << id;
  }
}

TEST(StateRow, MergesByItsOwnStepInEveryPlan) {
  // {0} and {2} without the term between: 0 where 1 is due, however they are merged.
  const auto& row = *variant_named("between-term-dropped");
  for (const auto shape : {PlanShape::left_fold,
                           PlanShape::from_empty,
                           PlanShape::merge_all,
                           PlanShape::round_trip,
                           PlanShape::aliased_output}) {
    EXPECT_EQ(reads_of(row, by(shape, trial({{0}, {2}}))), "variance 0.0, mean 1.0, count 2.0")
        << to_text(shape);
  }
}

TEST(StateRow, SharesWhatAllHaveSeenOnce) {
  // Each worker, and all of them once more: {0, 2, 4}, 8/3.
  const std::string whole = "variance 2.6666666666666665, mean 2.0, count 3.0";
  EXPECT_EQ(reads_of(*variant_named("welford-and-chan"),
                     by(PlanShape::synchronised, trial({{0, 2}, {4}}))),
            whole + "; " + whole + "; " + whole);
}

}  // namespace
}  // namespace shardproof::subject
