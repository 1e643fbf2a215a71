#include "shardproof/search/baseline.hpp"

#include <string>

#include <gtest/gtest.h>

#include "shardproof/search/files.hpp"
#include "unit/search/folder.hpp"

namespace shardproof::search {
namespace {

using data::RungId;

SubjectRecord record_with(double worst) {
  SubjectRecord record;
  record.name = "merge.py";
  RungRecord rung;
  rung.rung = RungId::decimals;
  rung.trials = 100;
  rung.worst = worst;
  record.rungs.push_back(rung);
  return record;
}

std::vector<Worsened> compared(const std::filesystem::path& file, double worst) {
  return compare_with_baseline(file, record_with(worst)).value();
}

TEST(Baseline, IsMadeByTheFirstRun) {
  const Folder folder;
  const auto file = folder.path() / "baseline.json";
  EXPECT_TRUE(compared(file, 0.25).empty());
  EXPECT_EQ(contents_of(file).value(),
            R"({"shardproof": 1, "worst error / bound": {"merge.py": {"decimals": 0.25}}})"
            "\n");
}

TEST(Baseline, AllowsTwiceAndNoMore) {
  const Folder folder;
  const auto file = folder.path() / "baseline.json";
  compared(file, 0.25);
  EXPECT_TRUE(compared(file, 0.5).empty());
  const auto worse = compared(file, 0.501);
  ASSERT_EQ(worse.size(), 1U);
  EXPECT_EQ(worse.front().rung, RungId::decimals);
  EXPECT_EQ(worse.front().before, 0.25);
  EXPECT_EQ(worse.front().now, 0.501);
}

TEST(Baseline, StaysWhatItWasSoThatSmallStepsAddUp) {
  const Folder folder;
  const auto file = folder.path() / "baseline.json";
  compared(file, 0.25);
  compared(file, 0.4);
  EXPECT_EQ(compared(file, 0.6).size(), 1U);
}

TEST(Baseline, OfExactAnswersAllowsNoError) {
  const Folder folder;
  const auto file = folder.path() / "baseline.json";
  compared(file, 0);
  EXPECT_EQ(compared(file, 1e-6).size(), 1U);
}

TEST(Baseline, ThatIsAnotherFileIsRefusedAndLeftAlone) {
  const Folder folder;
  const auto file = folder.path() / "other.json";
  for (const auto* text :
       {"{\"mine\": 1}\n",
        "not json",
        "{\"shardproof\": 1}",
        "{\"shardproof\": 1, \"worst error / bound\": {\"a\": {\"small\": \"x\"}}}"}) {
    ASSERT_TRUE(write_atomically(file, text));
    EXPECT_FALSE(compare_with_baseline(file, record_with(1))) << text;
    EXPECT_EQ(contents_of(file).value(), text);
  }
}

}  // namespace
}  // namespace shardproof::search
