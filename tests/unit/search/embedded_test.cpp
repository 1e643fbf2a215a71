#include "shardproof/search/embedded.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace shardproof::search {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(EmbeddedFiles, AreTheFilesByteForByte) {
  for (const auto& file : embedded_files()) {
    EXPECT_EQ(file.text, text_of(SHARDPROOF_SOURCE_DIR "/fixtures/" + std::string(file.name)));
  }
}

TEST(EmbeddedFiles, StandInTheOrderOfTheirNames) {
  EXPECT_TRUE(std::ranges::is_sorted(embedded_files(), {}, &EmbeddedFile::name));
}

TEST(EmbeddedFiles, OfAFolderAreThoseBelowIt) {
  const auto seed = embedded_files_in("seed/");
  ASSERT_EQ(seed.size(), 1U);
  EXPECT_EQ(seed.front().name, "seed/case.json");
  EXPECT_TRUE(embedded_files_in("no such folder/").empty());
}

}  // namespace
}  // namespace shardproof::search
