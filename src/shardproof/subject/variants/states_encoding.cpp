/// Encoding: the state that arrives is not the one that was sent.
///
/// Whatever a state is made of must survive a round trip bit for bit, or merging before and after it differ. A narrower
/// type on the wire, a text of six digits, a value that stands for another, a flag that has no place in the format: each
/// is right for the small round numbers of a test.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/subject/variants/families.hpp"
#include "shardproof/subject/variants/state_row.hpp"

namespace shardproof::subject {
namespace {

using aggregate::ChanState;

struct M2AsFloat32 : ChanState {
  std::string encode() const {
    ChanState sent = *this;
    sent.m2 = static_cast<float>(m2);
    return sent.encode();
  }
};

/// `std::to_string` writes six decimals, however small the number is.
struct SixDecimals : ChanState {
  std::string encode() const {
    ChanState sent = *this;
    sent.mean = through_text(mean);
    sent.m2 = through_text(m2);
    return sent.encode();
  }

  static double through_text(double value) {
    return std::strtod(std::to_string(value).c_str(), nullptr);
  }
};

struct CountInAByte : ChanState {
  std::string encode() const {
    ChanState sent = *this;
    sent.count = static_cast<std::uint8_t>(count);
    return sent.encode();
  }
};

/// 1/√(variance + ε) in single precision is what a normalisation uses; the variance is recovered from it.
struct InverseDeviationSent : ChanState {
  static constexpr float kEpsilon = 1e-5F;

  std::string encode() const {
    ChanState sent = *this;
    if (count != 0) {
      const auto n = static_cast<double>(count);
      const float inverse = 1 / std::sqrt(static_cast<float>(m2 / n) + kEpsilon);
      sent.m2 = static_cast<double>(1 / (inverse * inverse) - kEpsilon) * n;
    }
    return sent.encode();
  }
};

struct VarianceSent : ChanState {
  std::string encode() const {
    ChanState sent = *this;
    if (count != 0) sent.m2 = m2 / static_cast<double>(count);
    return sent.encode();
  }
};

struct NonfiniteNotSent : ChanState {
  std::string encode() const {
    ChanState sent = *this;
    sent.nonfinite = 0;
    return sent.encode();
  }
};

constexpr auto kRows = std::to_array<Variant>({
    {
        .id = "m2-sent-as-float32",
        .family = Family::encoding,
        .mechanism = "narrows M2 to single precision on the wire",
        .repair = "send every field in the type that it is computed in",
        .seen_in = "derived: a message format with one type for all numbers",
        .caught_by = data::LawId::round_trip,
        .numbers = Numbers::float64,
        .state = state_row<M2AsFloat32>,
    },
    {
        .id = "six-decimals-sent",
        .family = Family::encoding,
        .mechanism = "writes mean and M2 as text with six decimals",
        .repair = "write the shortest text that reads back as the same number, or the bits",
        .seen_in = "derived: what std::to_string and printf's %f give",
        .caught_by = data::LawId::round_trip,
        .numbers = Numbers::float64,
        .state = state_row<SixDecimals>,
    },
    {
        .id = "count-sent-in-a-byte",
        .family = Family::encoding,
        .mechanism = "sends the count in one byte, where 256 is 0",
        .repair = "send counts in 64 bits",
        .seen_in = "derived: https://github.com/NVIDIA/cudf-spark/issues/12468, in a narrower word",
        .caught_by = data::LawId::none_iff_empty,
        .caught_on = data::RungId::integers,
        .numbers = Numbers::float64,
        .state = state_row<CountInAByte>,
    },
    {
        .id = "inverse-deviation-sent",
        .family = Family::encoding,
        .mechanism = "sends 1/\u221a(variance + \u03b5) in single precision and recovers the "
                     "variance from it",
        .repair = "send M2: what is finalised is no state",
        .seen_in = "https://github.com/pytorch/pytorch/issues/22192",
        .caught_by = data::LawId::constant_is_zero,
        .numbers = Numbers::float64,
        .state = state_row<InverseDeviationSent>,
    },
    {
        .id = "variance-sent",
        .family = Family::encoding,
        .mechanism = "writes the variance where the reader expects M2",
        .repair = "write M2, and name the field after it",
        .seen_in = "derived: https://github.com/Oneflow-Inc/oneflow/issues/7471, between two "
                   "processes",
        .caught_by = data::LawId::round_trip,
        .numbers = Numbers::float64,
        .state = state_row<VarianceSent>,
    },
    {
        .id = "nonfinite-not-sent",
        .family = Family::encoding,
        .mechanism = "has no place on the wire for the flag that says that a NaN or an infinity "
                     "was seen",
        .repair = "encode the whole state: what has no field is forgotten",
        .seen_in = "derived: https://github.com/apache/arrow/pull/36368, a flag that does not "
                   "travel with its sums",
        .caught_by = data::LawId::round_trip,
        .caught_on = data::RungId::nonfinite,
        .numbers = Numbers::float64,
        .state = state_row<NonfiniteNotSent>,
    },
});

}  // namespace

std::span<const Variant> encoding_rows() {
  return kRows;
}

}  // namespace shardproof::subject
