/// Fingerprints of texts: what was compiled once need not be compiled again.
#pragma once

#include <string>
#include <string_view>

#include "shardproof/exact/integer.hpp"

namespace shardproof::subject::plugin {

/// FNV-1a with 128 bits over parts, each with its length, so that no two lists of parts are one text. For names of
/// files, not against somebody who looks for collisions.
class Fingerprint {
 public:
  Fingerprint& add(std::string_view part) {
    mix(std::to_string(part.size()) + ':');
    mix(part);
    return *this;
  }

  /// 32 hexadecimal digits.
  std::string text() const {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string digits;
    for (int shift = 124; shift >= 0; shift -= 4) {
      digits += kHex[static_cast<std::size_t>(value_ >> shift & 0xF)];
    }
    return digits;
  }

 private:
  static constexpr exact::UInt128 wide(std::uint64_t high, std::uint64_t low) {
    return exact::UInt128{high} << 64 | low;
  }

  void mix(std::string_view bytes) {
    constexpr auto kPrime = wide(0x1000000, 0x13B);
    for (const char c : bytes) value_ = (value_ ^ static_cast<unsigned char>(c)) * kPrime;
  }

  exact::UInt128 value_ = wide(0x6c62272e07bb0142, 0x62b821756295c58d);
};

}  // namespace shardproof::subject::plugin
