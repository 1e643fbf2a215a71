#include "shardproof/exact/superaccumulator.hpp"

#include <utility>

namespace shardproof::exact {

template <int kLowest, int kHighest>
bool Superaccumulator<kLowest, kHighest>::add(const Dyadic& value) {
  if (value.exponent() < kLowest) return false;
  const auto length = static_cast<std::int64_t>(bit_length(value.mantissa()));
  if (length + value.exponent() > kHighest) return false;
  const auto& backend = value.mantissa().backend();
  int position = value.exponent() - kLowest;
  for (std::size_t i = 0; i < backend.size(); ++i, position += 64) {
    add_magnitude(std::uint64_t{backend.limbs()[i]}, position, backend.sign());
  }
  return true;
}

template <int kLowest, int kHighest>
void Superaccumulator<kLowest, kHighest>::add(const Superaccumulator& other) {
  // Afterwards this one has at most 1 pending and the other, if it is another, less than
  // kMostPending.
  if (pending_ + other.pending_ > kMostPending) sweep();
  for (std::size_t i = 0; i < kChunks; ++i) chunks_[i] += other.chunks_[i];
  pending_ += other.pending_;
  if (pending_ == kMostPending) sweep();
}

template <int kLowest, int kHighest>
bool Superaccumulator<kLowest, kHighest>::is_crowded() const {
  constexpr std::int64_t kRoom = std::int64_t{1} << 30;
  return chunks_.back() > kRoom || chunks_.back() < -kRoom;
}

template <int kLowest, int kHighest>
void Superaccumulator<kLowest, kHighest>::sweep() {
  std::int64_t carry = 0;
  for (std::size_t i = 0; i + 1 < kChunks; ++i) {
    const std::int64_t chunk = chunks_[i] + carry;
    carry = chunk >> kChunkBits;  // rounds down, so that the digit left behind is not negative
    chunks_[i] = chunk - carry * (std::int64_t{1} << kChunkBits);
  }
  chunks_.back() += carry;
  pending_ = pending_ == 0 ? 0 : 1;
}

template <int kLowest, int kHighest>
auto Superaccumulator<kLowest, kHighest>::digits() const -> Digits {
  Digits result{};
  // The carry out of the top is the total's sign; a negative total is read off its opposite.
  const auto carry_out = [&](std::int64_t sign) {
    std::int64_t carry = 0;
    for (std::size_t i = 0; i < kChunks; ++i) {
      const std::int64_t chunk = sign * chunks_[i] + carry;
      result.digits[i] = static_cast<std::uint32_t>(chunk);
      carry = chunk >> kChunkBits;
    }
    result.digits[kChunks] = static_cast<std::uint32_t>(carry);
    return carry;
  };
  result.negative = carry_out(1) < 0;
  if (result.negative) carry_out(-1);
  result.size = result.digits.size();
  while (result.size > 0 && result.digits[result.size - 1] == 0) --result.size;
  result.first = 0;
  while (result.first < result.size && result.digits[result.first] == 0) ++result.first;
  return result;
}

template <int kLowest, int kHighest>
Dyadic Superaccumulator<kLowest, kHighest>::value() const {
  if (is_untouched()) return {};
  const Digits total = digits();
  if (total.size == 0) return {};
  Integer magnitude;
  boost::multiprecision::import_bits(
      magnitude,
      total.digits.begin() + static_cast<std::ptrdiff_t>(total.first),
      total.digits.begin() + static_cast<std::ptrdiff_t>(total.size),
      kChunkBits,
      false);
  if (total.negative) magnitude = -magnitude;
  return {std::move(magnitude), kLowest + kChunkBits * static_cast<int>(total.first)};
}

template <int kLowest, int kHighest>
std::optional<Dyadic128> Superaccumulator<kLowest, kHighest>::narrow_value() const {
  if (is_untouched()) return Dyadic128{};
  const Digits total = digits();
  if (total.size == 0) return Dyadic128{};
  const int zeros = std::countr_zero(total.digits[total.first]);
  const int length = kChunkBits * static_cast<int>(total.size - total.first) - zeros -
                     std::countl_zero(total.digits[total.size - 1]);
  if (length > 126) return std::nullopt;
  UInt128 magnitude = total.digits[total.first] >> zeros;
  int position = kChunkBits - zeros;
  for (std::size_t i = total.first + 1; i < total.size; ++i, position += kChunkBits) {
    magnitude |= UInt128{total.digits[i]} << position;
  }
  const auto mantissa = static_cast<Int128>(magnitude);
  return Dyadic128{total.negative ? -mantissa : mantissa,
                   kLowest + kChunkBits * static_cast<int>(total.first) + zeros};
}

template class Superaccumulator<-1074, 1024>;
template class Superaccumulator<-2 * 1074, 2 * 1024>;

}  // namespace shardproof::exact
