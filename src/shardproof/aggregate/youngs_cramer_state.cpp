#include "shardproof/aggregate/youngs_cramer_state.hpp"

#include "shardproof/aggregate/state_text.hpp"

namespace shardproof::aggregate {

std::string YoungsCramerState::encode() const {
  return encode_state("youngs-cramer", count, sum, sxx, nonfinite);
}

YoungsCramerState YoungsCramerState::decode(std::string_view text) {
  YoungsCramerState state;
  decode_state(text, "youngs-cramer", state.count, state.sum, state.sxx, state.nonfinite);
  return state;
}

}  // namespace shardproof::aggregate
