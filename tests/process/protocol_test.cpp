#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/subject/process/reply.hpp"
#include "shardproof/subject/process/request.hpp"

namespace shardproof::subject {
namespace {

using data::MergePlan;
using data::PlanShape;

data::Trial trial_of(const std::vector<std::vector<exact::Dyadic>>& parts, MergePlan plan = {}) {
  std::vector<data::PartValues> values;
  for (const auto& part : parts) {
    auto& made = values.emplace_back();
    for (const auto& value : part) made.observations.push_back({.value = value, .times = 1});
  }
  return data::trial_of(values, plan);
}

std::string trial_text(const data::Trial& trial, Kind kind, Numbers numbers) {
  std::string text;
  append_trial(text, {.name = "", .kind = kind, .numbers = numbers}, question_for(kind, trial));
  return text;
}

exact::Dyadic dyadic(double value) {
  return exact::Dyadic::from_double(value).value();
}

const exact::Dyadic kHuge(exact::Integer(1), 80);  // 2^80

TEST(Request, OfAMergeHoldsTheTriples) {
  EXPECT_EQ(trial_text(trial_of({{0}, {1, 2}}), Kind::merge, Numbers::float64),
            "[[1,0,0],[2,3,5]]");
}

TEST(Request, WithoutWorkersIsAnEmptyArray) {
  EXPECT_EQ(trial_text(trial_of({}), Kind::merge, Numbers::float64), "[]");
}

TEST(Request, HoldsWhatAnEmptyWorkerReports) {
  auto trial = trial_of({{}});
  trial.partition.parts.front().stray = {.sum = 99, .sumsq = 999};
  EXPECT_EQ(trial_text(trial, Kind::merge, Numbers::float64), "[[0,99,999]]");
}

TEST(Request, WritesALargeIntegerAsItIsForWhomTakesIntegers) {
  EXPECT_EQ(trial_text(trial_of({{kHuge}}), Kind::aggregate, Numbers::bigint),
            R"({"parts":[[1208925819614629174706176]],"plan":[["merge-all",1,1],["finalise",1]]})");
}

TEST(Request, WritesALargeIntegerAsADoubleForWhomHoldsDoubles) {
  // 2^80 as Python's repr has it.
  EXPECT_EQ(
      trial_text(
          trial_of({{kHuge}}, {.shape = PlanShape::left_fold}), Kind::aggregate, Numbers::float64),
      R"({"parts":[[1.2089258196146292e+24]],"plan":[["finalise",0]]})");
}

TEST(Request, WritesWhatNoDoubleHoldsAsAFraction) {
  // 0.1 squared: 110 bits.
  const auto text = trial_text(trial_of({{dyadic(0.1)}}), Kind::merge, Numbers::any);
  EXPECT_EQ(text,
            "[[1,0.1,\"12980742146337070512478121581609/1298074214633706907132624082305024\"]]");
}

TEST(Request, SpellsOutMultiplicities) {
  data::Trial trial = trial_of({{7, 8}}, {.shape = PlanShape::left_fold});
  trial.dataset.observations.front().times = 3;
  EXPECT_EQ(trial_text(trial, Kind::aggregate, Numbers::float64),
            R"({"parts":[[7,7,7,8]],"plan":[["finalise",0]]})");
}

TEST(Request, WritesEachStepByItsName) {
  const auto plan_text = [](PlanShape shape) {
    const auto text = trial_text(
        trial_of({{1}, {2}}, {.shape = shape, .word = shape == PlanShape::doubling ? 1U : 0U}),
        Kind::aggregate,
        Numbers::float64);
    return text.substr(text.find("\"plan\":") + 7);
  };
  EXPECT_EQ(plan_text(PlanShape::left_fold), R"([["merge",0,1],["finalise",0]]})");
  EXPECT_EQ(plan_text(PlanShape::self_merge), R"([["merge",0,1],["merge",0,0],["finalise",0]]})");
  EXPECT_EQ(plan_text(PlanShape::doubling),
            R"([["merge",0,1],["copy",2,0],["merge",0,2],["finalise",0]]})");
  EXPECT_EQ(plan_text(PlanShape::merge_all), R"([["merge-all",2,2],["finalise",2]]})");
  EXPECT_EQ(plan_text(PlanShape::aliased_output), R"([["merge-into",0,1,0],["finalise",0]]})");
  EXPECT_EQ(plan_text(PlanShape::retraction),
            R"([["merge",0,1],["retract",0,[2]],["finalise",0]]})");
  EXPECT_EQ(plan_text(PlanShape::round_trip),
            R"([["encode",0],["encode",1],["merge",0,1],["encode",0],["finalise",0]]})");
}

TEST(Request, AccumulatesInThePlanWhereThePlanDoesSoLater) {
  EXPECT_EQ(
      trial_text(trial_of({{1, 2}, {3}}, {.shape = PlanShape::synchronised}),
                 Kind::aggregate,
                 Numbers::float64),
      R"({"parts":[[1],[3]],"plan":[["synchronise",2],["accumulate",0,[2]],["synchronise",2],)"
      R"(["finalise",0],["finalise",1],["synchronise",2],["finalise",0]]})");
}

TEST(Request, CarriesItsNumberAndAllTrials) {
  const std::vector<std::string_view> trials = {"[]", "[[1,0,0]]"};
  EXPECT_EQ(request(7, Kind::merge, trials), R"({"seq":7,"op":"merge","trials":[[],[[1,0,0]]]})");
}

// ── Replies ──────────────────────────────────────────────────────────────────────────────────────────────────────────

std::string why_no_hello(std::string_view reply) {
  const auto description = description_from(reply, 1);
  return description ? "" : to_text(description.error());
}

TEST(Hello, OfAMergeIsUnderstood) {
  const auto description =
      description_from(R"({"seq":1,"name":"mine","interface":"merge","numbers":"bigint"})", 1)
          .value();
  EXPECT_EQ(description.name, "mine");
  EXPECT_EQ(description.kind, Kind::merge);
  EXPECT_EQ(description.numbers, Numbers::bigint);
}

TEST(Hello, OfAStateSaysWhatItCanDo) {
  const auto description =
      description_from(R"({"seq":1,"name":"s","interface":"aggregate","numbers":"float64",)"
                       R"("steps":["retract","merge"],"reads":["mean"]})",
                       1)
          .value();
  EXPECT_EQ(description.kind, Kind::aggregate);
  EXPECT_TRUE(description.abilities.retract);
  EXPECT_TRUE(description.abilities.mean);
  EXPECT_FALSE(description.abilities.count);
  EXPECT_FALSE(description.abilities.copy);
  EXPECT_FALSE(description.abilities.self_merge);
}

TEST(Hello, ThatIsWrongIsNamedByWhatIsWrong) {
  EXPECT_EQ(why_no_hello(R"({"seq":1,"interface":"merge","numbers":"int64"})"),
            "says hello without a text \"name\"");
  EXPECT_EQ(why_no_hello(R"({"seq":1,"name":"x","interface":"mean","numbers":"int64"})"),
            "says hello with \"interface\": \"mean\" (known: merge, aggregate)");
  EXPECT_EQ(why_no_hello(R"({"seq":1,"name":"x","interface":"merge","numbers":"int8"})"),
            "says hello with \"numbers\": \"int8\" (known: int53, int64, bigint, float64, any)");
  EXPECT_EQ(why_no_hello(R"({"seq":1,"name":"x","interface":"aggregate","numbers":"int64",)"
                         R"("steps":["fly"]})"),
            "says hello with \"fly\" in \"steps\" (known: self-merge copy encode retract "
            "merge-into merge-all synchronise)");
  EXPECT_EQ(why_no_hello(R"({"seq":1,"error":"no licence"})"),
            "says that it cannot start: no licence");
}

std::string why_no_reads(std::string_view reply, std::size_t trials = 1) {
  const data::Trial trial = trial_of({{0}});
  const std::vector<Question> questions(trials, question_of(trial));
  const auto reads = reads_from(reply, 2, Kind::merge, questions);
  return reads ? "" : to_text(reads.error());
}

Answer answer_in(const std::string& answer) {
  const data::Trial trial = trial_of({{0}});
  const Question question = question_of(trial);
  return reads_from("{\"seq\":2,\"answers\":[" + answer + "]}", 2, Kind::merge, {&question, 1})
      .value()
      .front()
      .front()
      .variance;
}

TEST(Reply, MayBeANumberNoneOrAnError) {
  EXPECT_EQ(answer_in("0.25"), Answer(0.25));
  EXPECT_EQ(answer_in("2"), Answer(2.0));
  EXPECT_EQ(answer_in("null"), Answer(NoVariance{}));
  EXPECT_EQ(answer_in(R"({"error":"division by zero"})"), Answer(Failed{"division by zero"}));
}

TEST(Reply, MayBeWhatIsNotFinite) {
  EXPECT_TRUE(std::isnan(std::get<double>(answer_in("\"NaN\""))));
  EXPECT_EQ(answer_in("\"-Infinity\""), Answer(-HUGE_VAL));
}

TEST(Reply, MayBeAFractionWhichStandsForItsNearestDouble) {
  EXPECT_EQ(answer_in("\"1/3\""), Answer(1.0 / 3));
  EXPECT_EQ(answer_in("\"-2/4\""), Answer(-0.5));
}

TEST(Reply, BeyondDoublesIsInfinite) {
  EXPECT_EQ(answer_in("1" + std::string(400, '0')), Answer(HUGE_VAL));
}

TEST(Reply, ThatIsWrongIsNamedByWhatIsWrong) {
  EXPECT_EQ(why_no_reads(R"({"seq":3,"answers":[1]})"),
            "replied with \"seq\": 3 where 2 was due (each request gets one reply, in order, with "
            "its own \"seq\")");
  EXPECT_EQ(why_no_reads(R"({"answers":[1]})"), "replied without \"seq\": {\"answers\":[1]}");
  EXPECT_EQ(why_no_reads(R"({"seq":2,"answers":[1,2]})"),
            "replied with 2 answers to 1 trials (each trial gets one answer, in order)");
  EXPECT_EQ(why_no_reads(R"({"seq":2,"answers":["abc"]})"),
            "answered \"abc\" where a number, null or {\"error\": ...} belongs");
  EXPECT_EQ(why_no_reads(R"({"seq":2,"answers":[true]})"),
            "answered true where a number, null or {\"error\": ...} belongs");
  EXPECT_EQ(why_no_reads(R"({"seq":2,"answers":3})"), "replied with \"answers\" that is no array");
  EXPECT_EQ(why_no_reads(R"({"seq":2,"error":"busy"})"), "refuses the request: busy");
  EXPECT_TRUE(why_no_reads("debug: 1")
                  .starts_with("replied with a line that does not read as JSON: debug: 1: "));
}

TEST(Reply, OfAStateHasOneReadForEachFinalise) {
  const data::Trial trial = trial_of({{0}, {2}}, {.shape = PlanShape::repeated_reads});
  const Question question = question_for(Kind::aggregate, trial);
  const auto read = [&](std::string_view reply) {
    return reads_from(reply, 2, Kind::aggregate, {&question, 1});
  };
  const std::string one = R"({"variance":0.0,"count":1,"mean":0.0})";
  const std::string all = R"({"variance":1.0,"count":2,"mean":1.0})";
  const auto reads =
      read(R"({"seq":2,"answers":[[)" + one + "," + one + "," + all + "," + all + "]]}")
          .value()
          .front();
  ASSERT_EQ(reads.size(), 4U);
  EXPECT_EQ(reads.back(), (Read{.variance = 1.0, .count = Answer(2.0), .mean = Answer(1.0)}));
  EXPECT_EQ(to_text(read(R"({"seq":2,"answers":[[]]})").error()),
            "answered 0 reads where 4 were due (a trial's answer has one read for each "
            "\"finalise\" of its plan)");
}

}  // namespace
}  // namespace shardproof::subject
