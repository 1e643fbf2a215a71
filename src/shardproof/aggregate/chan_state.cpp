#include "shardproof/aggregate/chan_state.hpp"

#include "shardproof/aggregate/state_text.hpp"

namespace shardproof::aggregate {

std::string ChanState::encode() const {
  return encode_state("chan", count, mean, m2, nonfinite);
}

ChanState ChanState::decode(std::string_view text) {
  ChanState state;
  decode_state(text, "chan", state.count, state.mean, state.m2, state.nonfinite);
  return state;
}

}  // namespace shardproof::aggregate
