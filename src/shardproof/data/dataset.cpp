#include "shardproof/data/dataset.hpp"

namespace shardproof::data {

exact::Integer count(std::span<const Observation> observations) {
  exact::Integer total = 0;
  for (const auto& observation : observations) total += observation.times;
  return total;
}

}  // namespace shardproof::data
