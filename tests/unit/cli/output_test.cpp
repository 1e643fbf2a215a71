#include "shardproof/cli/output.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace shardproof::cli {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A folder of its own for each test.
class AnOutput : public testing::Test {
 protected:
  AnOutput() {
    std::string name = (fs::temp_directory_path() / "shardproof.XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }

  ~AnOutput() override { fs::remove_all(folder_); }

  fs::path path(const std::string& name) const { return folder_ / name; }

  auto entries() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  void write_file(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }

 private:
  fs::path folder_;
};

TEST_F(AnOutput, IsInPlaceOnceItIsFinishedAndNotBefore) {
  auto output = Output::open(path("report").string()).value();
  ASSERT_TRUE(output.write("whole").has_value());
  ASSERT_TRUE(output.flush().has_value());
  EXPECT_FALSE(fs::exists(path("report")));
  ASSERT_TRUE(output.finish().has_value());
  EXPECT_EQ(content(path("report")), "whole");
  EXPECT_EQ(entries(), 1);
}

TEST_F(AnOutput, LeavesNothingIfItIsNotFinished) {
  write_file("report", "old");
  {
    auto output = Output::open(path("report").string()).value();
    ASSERT_TRUE(output.write(std::string(1 << 20, 'x')).has_value());
  }
  EXPECT_EQ(content(path("report")), "old");
  EXPECT_EQ(entries(), 1);
}

TEST_F(AnOutput, LeavesNothingIfASignalEndsTheProgram) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto child = ::fork();
    if (child == 0) {
      auto output = Output::open(path("report").string()).value();
      (void)output.write(std::string(1 << 20, 'x'));
      ::raise(signal);
      ::_exit(0);  // not reached
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_EQ(entries(), 0);
  }
}

TEST_F(AnOutput, KeepsTheModeOfTheFileThatItReplaces) {
  write_file("report", "old");
  fs::permissions(path("report"), fs::perms(0640));
  auto output = Output::open(path("report").string()).value();
  ASSERT_TRUE(output.finish().has_value());
  EXPECT_EQ(fs::status(path("report")).permissions(), fs::perms(0640));
}

TEST_F(AnOutput, HasTheUsualModeIfItIsNew) {
  const auto before = ::umask(027);
  auto output = Output::open(path("report").string()).value();
  ::umask(before);
  ASSERT_TRUE(output.finish().has_value());
  EXPECT_EQ(fs::status(path("report")).permissions(), fs::perms(0640));
}

TEST_F(AnOutput, FollowsASymbolicLink) {
  write_file("real", "old");
  fs::create_symlink(path("real"), path("link"));
  auto output = Output::open(path("link").string()).value();
  ASSERT_TRUE(output.write("new").has_value());
  ASSERT_TRUE(output.finish().has_value());
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("real")), "new");
}

TEST_F(AnOutput, MayLieInTheCurrentFolder) {
  const auto before = fs::current_path();
  fs::current_path(path(""));
  auto output = Output::open("report").value();
  ASSERT_TRUE(output.finish().has_value());
  fs::current_path(before);
  EXPECT_TRUE(fs::exists(path("report")));
}

TEST_F(AnOutput, IsNoFolder) {
  const auto problem = Output::open(path("").string()).error();
  EXPECT_EQ(problem.kind, exact::Problem::Kind::unwritable);
  EXPECT_EQ(to_text(problem), path("").string() + ": cannot be written: Is a directory");
}

TEST_F(AnOutput, InAFolderThatIsNotThereIsRefusedWhenItIsOpened) {
  const auto destination = path("nowhere").string() + "/report";
  EXPECT_EQ(to_text(Output::open(destination).error()),
            destination + ": cannot be written: No such file or directory");
}

TEST_F(AnOutput, ReportsAFullDiskOnceAndDoesNotReplaceTheDevice) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  auto output = Output::open("/dev/full").value();
  ASSERT_TRUE(output.write("x").has_value());
  EXPECT_EQ(to_text(output.flush().error()),
            "/dev/full: cannot be written: No space left on device");
  EXPECT_TRUE(output.finish().has_value());  // there is nothing left to write
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(AnOutput, IsAbandonedOnceItsReaderIsGone) {
  std::signal(SIGPIPE, SIG_IGN);
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  auto output = Output::open(path("pipe").string()).value();
  ::close(reader);
  ASSERT_TRUE(output.write("x").has_value());
  EXPECT_FALSE(output.is_abandoned());
  EXPECT_TRUE(output.flush().has_value());
  EXPECT_TRUE(output.is_abandoned());
  EXPECT_TRUE(output.finish().has_value());
}

}  // namespace
}  // namespace shardproof::cli
