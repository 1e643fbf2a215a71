#include <algorithm>
#include <string>
#include <vector>

#include "shardproof/cli/run.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  return static_cast<int>(shardproof::cli::run(words));
}
