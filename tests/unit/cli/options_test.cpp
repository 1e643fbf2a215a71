#include "shardproof/cli/options.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace shardproof::cli {
namespace {

using Words = std::vector<std::string>;

template <class T>
T parsed(const Words& words) {
  const auto options = parse_options(words);
  const auto* wanted = std::get_if<T>(&options);
  if (wanted == nullptr) {
    const auto* error = std::get_if<UsageError>(&options);
    ADD_FAILURE() << "another kind of options" << (error != nullptr ? ": " + error->message : "");
  }
  return wanted == nullptr ? T{} : *wanted;
}

std::string refusal_of(const Words& words) {
  return parsed<UsageError>(words).message;
}

TEST(Options, OfTheGateHaveDefaults) {
  const auto gate = parsed<GateOptions>({"gate"});
  EXPECT_EQ(gate.seed, 1U);
  EXPECT_FALSE(gate.trials.has_value());
  EXPECT_FALSE(gate.jobs.has_value());
  EXPECT_EQ(gate.format, "text");
  EXPECT_EQ(gate.output, "-");
  EXPECT_EQ(gate.expect, "contract");
  EXPECT_TRUE(gate.rungs.empty());
}

TEST(Options, OfAHuntHaveDefaults) {
  const auto hunt = parsed<HuntOptions>({"hunt", "merge.py"});
  EXPECT_EQ(hunt.subject.words.file, "merge.py");
  EXPECT_TRUE(hunt.subject.words.command.empty());
  EXPECT_FALSE(hunt.subject.timeout);
  EXPECT_EQ(hunt.seed, 1U);
  EXPECT_FALSE(hunt.trials);
  EXPECT_FALSE(hunt.small_step);
  EXPECT_FALSE(hunt.corpus);
  EXPECT_EQ(hunt.expect, "float64");
}

TEST(Options, OfAHuntAreTakenFromTheWords) {
  const auto hunt = parsed<HuntOptions>({"hunt",
                                         "m.mjs",
                                         "--trials",
                                         "7",
                                         "--small-step=9",
                                         "--jobs",
                                         "3",
                                         "--timeout",
                                         "1.5",
                                         "--corpus",
                                         "none",
                                         "--baseline",
                                         "b.json",
                                         "--expect",
                                         "contract",
                                         "--rungs",
                                         "small,wide"});
  EXPECT_EQ(hunt.trials, 7U);
  EXPECT_EQ(hunt.small_step, 9U);
  EXPECT_EQ(hunt.jobs, 3U);
  EXPECT_EQ(hunt.subject.timeout, 1.5);
  EXPECT_EQ(hunt.corpus, "");
  EXPECT_EQ(hunt.baseline, "b.json");
  EXPECT_EQ(hunt.expect, "contract");
  EXPECT_EQ(hunt.rungs, (std::vector{data::RungId::small, data::RungId::wide}));
}

TEST(Options, LeaveWhatStandsBehindDashesToTheSubject) {
  const Words command = {"python3", "merge.py", "--seed", "5", "--", "x"};
  Words words = {"hunt", "--seed", "3", "--"};
  words.insert(words.end(), command.begin(), command.end());
  const auto hunt = parsed<HuntOptions>(words);
  EXPECT_EQ(hunt.seed, 3U);
  EXPECT_EQ(hunt.subject.words.command, command);
}

TEST(Options, OfAHuntWithoutASubjectAreRefused) {
  EXPECT_EQ(refusal_of({"hunt"}), "hunt: there is no subject; name a file, or a command behind --");
}

TEST(Options, RefuseATimeoutThatIsNone) {
  for (const auto* word : {"0", "-1", "soon", "nan", "1e9"})
    EXPECT_FALSE(refusal_of({"hunt", "--timeout", word, "m.py"}).empty()) << word;
}

TEST(Options, OfAReplayMayNameAnotherSubject) {
  const auto replay = parsed<ReplayOptions>({"replay", "x.json", "--subject", "merge.py"});
  EXPECT_EQ(replay.subject.words.file, "merge.py");
  const auto other = parsed<ReplayOptions>({"replay", "x.json", "--", "node", "m.mjs"});
  EXPECT_EQ(other.subject.words.command, (Words{"node", "m.mjs"}));
  EXPECT_EQ(other.files, Words{"x.json"});
}

TEST(Options, OfTheGateAreTakenFromTheWords) {
  const auto gate = parsed<GateOptions>({"gate",
                                         "--seed",
                                         "18446744073709551615",
                                         "--trials=5",
                                         "--jobs",
                                         "2",
                                         "--format",
                                         "json",
                                         "--output",
                                         "report.json",
                                         "--corpus",
                                         "found",
                                         "--expect",
                                         "float64",
                                         "--rungs",
                                         "small,wide"});
  EXPECT_EQ(gate.seed, 18446744073709551615U);
  EXPECT_EQ(gate.trials, 5U);
  EXPECT_EQ(gate.jobs, 2U);
  EXPECT_EQ(gate.format, "json");
  EXPECT_EQ(gate.output, "report.json");
  EXPECT_EQ(gate.corpus, "found");
  EXPECT_EQ(gate.expect, "float64");
  EXPECT_EQ(gate.rungs, (std::vector{data::RungId::small, data::RungId::wide}));
}

TEST(Options, ASeedIsDecimalWhateverItStartsWith) {
  EXPECT_EQ(parsed<GateOptions>({"gate", "--seed", "010"}).seed, 10U);
}

TEST(Options, NumbersOutOfRangeAreRefusedWithTheRange) {
  EXPECT_EQ(refusal_of({"gate", "--jobs", "0"}),
            R"(--jobs: "0" is not a whole number from 1 to 1024)");
  EXPECT_EQ(refusal_of({"gate", "--jobs", "-1"}),
            R"(--jobs: "-1" is not a whole number from 1 to 1024)");
  EXPECT_EQ(refusal_of({"gate", "--trials", "0"}),
            R"(--trials: "0" is not a whole number from 1 to 18446744073709551615)");
  EXPECT_EQ(
      refusal_of({"gate", "--seed", "18446744073709551616"}),
      R"(--seed: "18446744073709551616" is not a whole number from 0 to 18446744073709551615)");
  EXPECT_EQ(refusal_of({"gate", "--seed", "1e3"}),
            R"(--seed: "1e3" is not a whole number from 0 to 18446744073709551615)");
  EXPECT_EQ(refusal_of({"gate", "--seed", ""}),
            R"(--seed: "" is not a whole number from 0 to 18446744073709551615)");
}

TEST(Options, AnUnknownNameIsRefusedWithThoseThatAreKnown) {
  EXPECT_EQ(refusal_of({"gate", "--format", "yaml"}),
            R"(--format: there is no "yaml"; known: text, json)");
  EXPECT_EQ(refusal_of({"gate", "--expect", "luck"}),
            R"(--expect: there is no "luck"; known: contract, exact, float64, textbook)");
  EXPECT_EQ(
      refusal_of({"gate", "--rungs", "small,tall"}),
      R"(--rungs: there is no "tall"; known: fixtures, small, integers, counts, decimals, offset, scale, wide, nonfinite)");
  EXPECT_EQ(refusal_of({"list", "cats"}),
            R"(WHAT: there is no "cats"; known: variants, laws, rungs, formats, kill-matrix)");
  EXPECT_EQ(
      refusal_of({"mereg"}),
      R"(there is no command "mereg"; known: gate, hunt, check-subject, fixtures, replay, explain, merge, list)");
}

TEST(Options, TheKillMatrixHasASeedAndTrialsOfItsOwn) {
  const auto options = parse_options(
      {"list", "kill-matrix", "--seed", "7", "--trials", "9", "--format", "markdown"});
  const auto& list = std::get<ListOptions>(options);
  EXPECT_EQ(list.what, "kill-matrix");
  EXPECT_EQ(list.format, "markdown");
  EXPECT_EQ(list.seed, 7U);
  EXPECT_EQ(list.trials, 9U);
}

TEST(Options, TheScaleIsAWholeNumberOfAnySize) {
  const std::string digits = "1" + std::string(50, '0');
  EXPECT_EQ(parsed<FixturesOptions>({"fixtures", "--scale", digits}).scale, exact::Integer(digits));
  EXPECT_EQ(parsed<FixturesOptions>({"fixtures", "--scale", "010"}).scale, 10);
  EXPECT_EQ(parsed<FixturesOptions>({"fixtures"}).scale, 1);
  for (const std::string scale : {"0", "000", "-1", "1.5", "x", ""}) {
    EXPECT_EQ(refusal_of({"fixtures", "--scale", scale}),
              "--scale: \"" + scale + "\" is not a whole number from 1 on");
  }
}

TEST(Options, OfReplayNeedAFile) {
  EXPECT_EQ(parsed<ReplayOptions>({"replay", "a.json", "b.json"}).files,
            (Words{"a.json", "b.json"}));
  EXPECT_EQ(refusal_of({"replay"}), "FILE is required");
}

TEST(Options, OfExplainNeedASubject) {
  EXPECT_EQ(parsed<ExplainOptions>({"explain", "counts-workers"}).subject, "counts-workers");
  EXPECT_EQ(refusal_of({"explain"}), "SUBJECT is required");
}

TEST(Options, OfMergeReadStandardInputUnlessThereIsAFile) {
  EXPECT_EQ(parsed<MergeOptions>({"merge"}).file, "-");
  EXPECT_EQ(parsed<MergeOptions>({"merge", "-"}).file, "-");
  EXPECT_EQ(parsed<MergeOptions>({"merge", "q.json", "--rows"}).file, "q.json");
  EXPECT_TRUE(parsed<MergeOptions>({"merge", "--rows"}).rows);
}

TEST(Options, AFileMayHaveTheNameOfACommand) {
  EXPECT_EQ(parsed<MergeOptions>({"merge", "gate"}).file, "gate");
}

TEST(Options, AWordThatMakesNoSenseIsNamed) {
  EXPECT_EQ(refusal_of({"merge", "--nope"}), "The following argument was not expected: --nope");
  EXPECT_EQ(refusal_of({"--nope"}), "The following argument was not expected: --nope");
  EXPECT_EQ(refusal_of({"merge", "a", "b"}), "The following argument was not expected: b");
  EXPECT_EQ(refusal_of({}), "there is no command");
}

TEST(Options, HelpAndVersionAreInformation) {
  EXPECT_NE(parsed<Information>({"--help"}).text.find("Exit status"), std::string::npos);
  EXPECT_NE(parsed<Information>({"gate", "--help"}).text.find("--seed"), std::string::npos);
  EXPECT_TRUE(parsed<Information>({"--version"}).text.starts_with("shardproof "));
}

}  // namespace
}  // namespace shardproof::cli
