#include <cstdio>
#include <optional>
#include <vector>

#include "shardproof/merge.hpp"

int main() {
  using shardproof::aggregate::IntegerTriple;
  const std::vector<IntegerTriple> workers = {{1, 0, 0}, {1, 2, 4}};  // {0} and {2}
  const auto variance = shardproof::aggregate::variance(workers);
  // By hand: mean 1, deviations 1 and 1.
  const bool right = variance && *variance == std::optional(1.0);
  if (!right) std::puts("the variance of {0, 2} should be 1");
  return right ? 0 : 1;
}
