#include "shardproof/search/corpus.hpp"

#include <algorithm>
#include <csignal>
#include <random>
#include <set>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "unit/search/folder.hpp"
#include "unit/search/trials.hpp"

namespace shardproof::search {
namespace {

using exact::Problem;

/// A counterexample that differs from the others in its trial; the text is a few kilobytes long.
Counterexample numbered(int i) {
  std::vector<data::PartValues> parts(40, {.observations = {{.value = i, .times = 2}}});
  return {.subject = "average-of-variances",
          .trial = data::trial_of(parts),
          .verdict = "broken",
          .oracle_says = "0",
          .subject_says = 1.0};
}

std::vector<CorpusEntry> entries_of(const Folder& folder) {
  return read_corpus(folder.path()).value();
}

TEST(Corpus, ReadsBackWhatWasRecorded) {
  const Folder folder;
  std::set<std::string> names;
  for (int i = 0; i < 5; ++i) names.insert(record(folder.path(), numbered(i)).value());
  const auto entries = entries_of(folder);
  ASSERT_EQ(entries.size(), 5U);
  for (const auto& entry : entries) {
    EXPECT_TRUE(names.contains(entry.name));
    const int value =
        static_cast<int>(*entry.counterexample.trial.dataset.observations.front().value.as_int64());
    EXPECT_EQ(entry.counterexample, numbered(value));
  }
  EXPECT_TRUE(std::ranges::is_sorted(entries, {}, &CorpusEntry::name));
}

TEST(Corpus, RecordingAgainChangesNothing) {
  const Folder folder;
  const auto first = record(folder.path(), numbered(1)).value();
  EXPECT_EQ(record(folder.path(), numbered(1)).value(), first);
  EXPECT_EQ(entries_of(folder).size(), 1U);
}

TEST(Corpus, NamesFollowFromSubjectAndTrialAlone) {
  const Folder folder;
  auto one = numbered(1);
  const auto name = record(folder.path(), one).value();
  one.verdict = "imprecise";
  one.subject_says = 2.0;
  EXPECT_EQ(record(folder.path(), one).value(), name);
  one.subject = "count-weighted-average";
  EXPECT_NE(record(folder.path(), one).value(), name);
  EXPECT_TRUE(name.starts_with("average-of-variances-"));
  EXPECT_TRUE(name.ends_with(".json"));
}

TEST(Corpus, NamesAreSafeWhateverTheSubjectIsCalled) {
  const Folder folder;
  auto one = numbered(1);
  one.subject = "../.. /mein Ä\n" + std::string(300, 'x');
  const auto name = record(folder.path(), one).value();
  EXPECT_EQ(name.find('/'), std::string::npos);
  EXPECT_LT(name.size(), 128U);
  EXPECT_EQ(entries_of(folder).front().counterexample, one);
}

TEST(Corpus, MakesItsFolder) {
  const Folder folder;
  const auto inner = folder.path() / "a" / "b";
  EXPECT_TRUE(record(inner, numbered(1)));
  EXPECT_EQ(read_corpus(inner).value().size(), 1U);
}

TEST(Corpus, ThatDoesNotExistYetIsEmpty) {
  const Folder folder;
  EXPECT_TRUE(read_corpus(folder.path() / "none").value().empty());
}

TEST(Corpus, PassesOverDotFilesAndOtherFiles) {
  const Folder folder;
  folder.write(".average-of-variances-0.json.Xy12Zq", "{\"sub");
  folder.write(".hidden.json", "{\"sub");
  folder.write("README.md", "not JSON");
  EXPECT_TRUE(entries_of(folder).empty());
}

TEST(Corpus, LeavesNothingElseBehind) {
  const Folder folder;
  record(folder.path(), numbered(1)).value();
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  EXPECT_EQ(files, 1U);
}

TEST(Corpus, WithAMalformedEntryIsAProblemThatNamesTheFile) {
  for (const auto* text : {"", "{", "[]", "{\"subject\": \"a\"}"}) {
    const Folder folder;
    record(folder.path(), numbered(1)).value();
    folder.write("broken.json", text);
    const auto read = read_corpus(folder.path());
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().where.find("broken.json"), std::string::npos) << to_text(read.error());
  }
}

TEST(Corpus, WithAFolderInPlaceOfAnEntryIsAProblemThatNamesIt) {
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "folder.json");
  const auto read = read_corpus(folder.path());
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().where.find("folder.json"), std::string::npos);
}

TEST(Corpus, ThatIsAFileIsUnreadableAndUnwritable) {
  const Folder folder;
  folder.write("file", "");
  const auto read = read_corpus(folder.path() / "file");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, Problem::Kind::unreadable);
  EXPECT_NE(read.error().where.find("file"), std::string::npos);
  for (const auto* place : {"file", "file/below"}) {
    const auto written = record(folder.path() / place, numbered(1));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, Problem::Kind::unwritable);
  }
}

TEST(Corpus, ThatMayNotBeReadIsAProblem) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const Folder folder;
  record(folder.path(), numbered(1)).value();
  std::filesystem::permissions(folder.path(), std::filesystem::perms::none);
  EXPECT_FALSE(read_corpus(folder.path()));
  EXPECT_FALSE(record(folder.path(), numbered(2)));
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
}

TEST(Corpus, IsWholeWheneverItsWriterIsKilled) {
  const Folder folder;
  std::minstd_rand random(1);
  std::uniform_int_distribution<useconds_t> moment(0, 4000);
  for (int round = 0; round < 100; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      // Old ones again and new ones, until the end.
      for (int i = 0;; ++i) {
        if (!record(folder.path(), numbered(i % 50))) ::_exit(1);
      }
    }
    ::usleep(moment(random));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer failed by itself";

    const auto read = read_corpus(folder.path());
    ASSERT_TRUE(read) << to_text(read.error());
    for (const auto& [name, counterexample] : *read) {
      const auto value = counterexample.trial.dataset.observations.front().value.as_int64();
      ASSERT_EQ(counterexample, numbered(static_cast<int>(*value))) << name;
    }
  }
  EXPECT_FALSE(entries_of(folder).empty());
}

}  // namespace
}  // namespace shardproof::search
