#include "shardproof/cli/line_reader.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

namespace shardproof::cli {
namespace {

/// A file with this text, for as long as this lives.
class TextFile {
 public:
  explicit TextFile(const std::string& text)
      : name_((std::filesystem::temp_directory_path() / "lines.XXXXXX").string()) {
    ::close(::mkstemp(name_.data()));
    std::ofstream(name_, std::ios::binary) << text;
  }

  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  ~TextFile() { std::filesystem::remove(name_); }

  LineReader reader() const { return LineReader::open(name_).value(); }

 private:
  std::string name_;
};

std::vector<std::string> lines_of(const std::string& text) {
  const TextFile file(text);
  auto reader = file.reader();
  std::vector<std::string> lines;
  while (const auto line = reader.next().value()) {
    lines.emplace_back(*line);
    EXPECT_EQ(reader.line_number(), lines.size());
  }
  EXPECT_FALSE(reader.next().value().has_value()) << "the end is the end";
  return lines;
}

using Lines = std::vector<std::string>;

TEST(LineReader, ReturnsEveryLine) {
  EXPECT_EQ(lines_of("a\nbc\n\nd\n"), (Lines{"a", "bc", "", "d"}));
}

TEST(LineReader, NeedsNoLineFeedAtTheEnd) {
  EXPECT_EQ(lines_of("a\nb"), (Lines{"a", "b"}));
}

TEST(LineReader, DropsOneCarriageReturnBeforeALineFeed) {
  EXPECT_EQ(lines_of("a\r\nb\r\r\n\r\nc\rd\r"), (Lines{"a", "b\r", "", "c\rd"}));
}

TEST(LineReader, KeepsNulBytes) {
  EXPECT_EQ(lines_of(std::string("a\0b\n", 4)), (Lines{std::string("a\0b", 3)}));
}

TEST(LineReader, FindsNothingInNothing) {
  EXPECT_EQ(lines_of(""), Lines{});
}

TEST(LineReader, ReadsLinesOfEveryLengthAroundWhatItReadsAtOnce) {
  Lines lines;
  for (const std::size_t length : {65534U, 65535U, 65536U, 65537U, 131072U, 1000000U, 0U, 1U}) {
    lines.emplace_back(length, static_cast<char>('a' + lines.size()));
  }
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  EXPECT_EQ(lines_of(text), lines);
}

TEST(LineReader, HasALineOnlyIfItNeedNotRead) {
  const TextFile file("a\nb\nc");
  auto reader = file.reader();
  EXPECT_FALSE(reader.has_line());
  ASSERT_EQ(reader.next().value(), "a");
  EXPECT_TRUE(reader.has_line());
  ASSERT_EQ(reader.next().value(), "b");
  EXPECT_FALSE(reader.has_line());  // more of c may come
}

TEST(LineReader, ReturnsTheRestInOnePiece) {
  const TextFile file("a\r\nb\r\n\nc");
  auto reader = file.reader();
  ASSERT_EQ(reader.next().value(), "a");
  EXPECT_EQ(reader.rest().value(), "b\r\n\nc");
  EXPECT_FALSE(reader.next().value().has_value());
}

TEST(LineReader, RefusesFoldersAndWhatIsNotThere) {
  EXPECT_EQ(to_text(LineReader::open("/").error()), "/: cannot be read: Is a directory");
  EXPECT_EQ(to_text(LineReader::open("nowhere.json").error()),
            "nowhere.json: cannot be read: No such file or directory");
}

}  // namespace
}  // namespace shardproof::cli
