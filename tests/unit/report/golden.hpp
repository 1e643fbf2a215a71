/// Comparison with the reports of fixtures/golden/, which says how to renew them.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "shardproof/version.hpp"

namespace shardproof::report::golden {

/// The program's version, which every release changes.
inline std::string version(std::string text) {
  const std::string current(kVersion);
  for (auto at = text.find(current); at != std::string::npos; at = text.find(current, at)) {
    text.replace(at, current.size(), "VERSION");
  }
  return text;
}

/// How long the run took.
inline std::string seconds(const std::string& text) {
  return std::regex_replace(text, std::regex("(seconds\"?:? +)[0-9.]+"), "$1SECONDS");
}

/// Fails with both texts unless `text` is what the golden `name` holds.
inline void expect(const std::string& name, const std::string& text) {
  const auto path = std::string(SHARDPROOF_SOURCE_DIR "/fixtures/golden/") + name;
  const auto normal = version(seconds(text));
  if (std::getenv("SHARDPROOF_RENEW_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << normal;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string golden{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(normal == golden) << "fixtures/golden/" << name << " holds\n"
                                << golden << "--------\nand the report is\n"
                                << normal;
}

}  // namespace shardproof::report::golden
