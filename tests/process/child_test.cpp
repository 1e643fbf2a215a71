#include "shardproof/subject/process/child.hpp"

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "shardproof/subject/process/line_channel.hpp"

namespace shardproof::subject {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Child shell(const std::string& script) {
  return Child::start({"sh", "-c", script}).value();
}

std::string next_line(LineChannel& channel) {
  std::string_view line;
  EXPECT_EQ(channel.receive(line, Clock::now() + seconds(10)), Received::line);
  return std::string(line);
}

/// Whether the process is gone, within a generous time: it is killed, and reaped by its keeper, after we let go of it.
bool is_gone(pid_t id) {
  for (int looks = 0; looks < 500; ++looks) {
    if (::kill(id, 0) != 0) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

TEST(Child, ThatDoesNotExistIsAProblemThatNamesIt) {
  const auto child = Child::start({"/no/such/program"});
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().where, "/no/such/program");
  EXPECT_EQ(child.error().what, "cannot be started: No such file or directory");
}

TEST(Child, TellsTheStatusItExitedWith) {
  EXPECT_EQ(to_text(shell("exit 3").wait(seconds(10)).value()), "exited with status 3");
}

TEST(Child, TellsTheSignalThatKilledIt) {
  EXPECT_EQ(to_text(shell("kill -SEGV $$").wait(seconds(10)).value()),
            "was killed by signal 11 (Segmentation fault)");
}

TEST(Child, HasNotEndedWhileItRuns) {
  EXPECT_FALSE(shell("sleep 100").wait(milliseconds(50)));
}

TEST(Child, StartsWithTheUsualSignals) {
  // Ignored signals are inherited; SIGPIPE is one that we ignore ourselves.
  auto* const before = std::signal(SIGPIPE, SIG_IGN);
  auto child = shell("kill -PIPE $$; exit 7");
  EXPECT_EQ(to_text(child.wait(seconds(10)).value()), "was killed by signal 13 (Broken pipe)");
  std::signal(SIGPIPE, before);
}

TEST(Child, GetsNoFilesOfOurs) {
  const auto first = shell("cat");
  auto second = shell("ls /proc/self/fd");
  LineChannel channel(second);
  // Standard streams, and the folder that ls reads.
  for (const auto* number : {"0", "1", "2", "3"}) EXPECT_EQ(next_line(channel), number);
  std::string_view line;
  EXPECT_EQ(channel.receive(line, Clock::now() + seconds(10)), Received::end);
}

TEST(Child, EndsWithItsObject) {
  pid_t id = 0;
  {
    const auto child = shell("exec sleep 100");
    id = child.id();
    EXPECT_EQ(::kill(id, 0), 0);
  }
  EXPECT_TRUE(is_gone(id));
}

TEST(Child, TakesItsChildrenAlong) {
  pid_t grandchild = 0;
  {
    const auto child = shell("sleep 100 & echo $!; wait");
    LineChannel channel(child);
    grandchild = std::stoi(next_line(channel));
    EXPECT_EQ(::kill(grandchild, 0), 0);
  }
  EXPECT_TRUE(is_gone(grandchild));
}

TEST(Child, TakesOrphansInSessionsOfTheirOwnAlong) {
  pid_t orphan = 0;
  {
    const auto child = shell("setsid sh -c 'echo $$; exec sleep 100' & sleep 0.2; exit 0");
    LineChannel channel(child);
    orphan = std::stoi(next_line(channel));
    EXPECT_EQ(::kill(orphan, 0), 0);
  }
  EXPECT_TRUE(is_gone(orphan));
}

TEST(Child, EndsWhenWeAreKilled) {
  // A process in our place starts one, says who it is, and is killed in the midst of it.
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const pid_t harness = ::fork();
  if (harness == 0) {
    const auto child = shell("exec sleep 100");
    const pid_t id = child.id();
    [[maybe_unused]] const auto written = ::write(pipe[1], &id, sizeof id);
    ::pause();
  }
  pid_t id = 0;
  ASSERT_EQ(::read(pipe[0], &id, sizeof id), static_cast<ssize_t>(sizeof id));
  ::kill(harness, SIGKILL);
  EXPECT_TRUE(is_gone(id));
}

TEST(LineChannel, HandsOutLinesInOrder) {
  const auto child = shell("printf 'one\\ntwo\\r\\n'");
  LineChannel channel(child);
  EXPECT_EQ(next_line(channel), "one");
  EXPECT_EQ(next_line(channel), "two");
}

TEST(LineChannel, GivesUpAtTheDeadline) {
  const auto child = shell("printf 'no line feed'; sleep 100");
  LineChannel channel(child);
  std::string_view line;
  EXPECT_EQ(channel.receive(line, Clock::now() + milliseconds(300)), Received::nothing);
  EXPECT_EQ(channel.partial_line(), "no line feed");
}

TEST(LineChannel, GivesUpOnALineWithoutEnd) {
  const auto child = shell("yes | tr -d '\\n'");
  LineChannel channel(child);
  std::string_view line;
  EXPECT_EQ(channel.receive(line, Clock::now() + seconds(60)), Received::too_long);
  // One more buffer at most.
  EXPECT_LE(channel.partial_line().size(), kLongestLine + (std::size_t{64} << 10));
}

TEST(LineChannel, KeepsTheEndOfStandardError) {
  const auto child = shell("seq 100000 >&2; echo done");
  LineChannel channel(child);
  EXPECT_EQ(next_line(channel), "done");
  const auto errors = channel.errors();
  EXPECT_LE(errors.size(), kKeptErrors);
  EXPECT_TRUE(errors.ends_with("99999\n100000\n"));
}

TEST(LineChannel, IsNotHeldUpByAFloodOnStandardError) {
  const auto child = shell("yes >&2");
  LineChannel channel(child);
  std::string_view line;
  const auto start = Clock::now();
  EXPECT_EQ(channel.receive(line, start + milliseconds(300)), Received::nothing);
  EXPECT_LT(Clock::now() - start, seconds(20));
}

TEST(LineChannel, WritesMoreThanAPipeHoldsWhileTheOtherSideTalks) {
  // cat answers while we still write: neither may wait for the other.
  const auto child = shell("cat");
  LineChannel channel(child);
  const std::string sent(std::size_t{1} << 20, 'x');
  for (int i = 0; i < 3; ++i) channel.send(sent);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(next_line(channel), sent);
}

}  // namespace
}  // namespace shardproof::subject
