#include "shardproof/exact/integer.hpp"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace shardproof::exact {
namespace {

constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
constexpr auto kHighest = std::numeric_limits<std::int64_t>::max();

// Not by `<<`: with the exponent known, g++ 12 warns of a loop in Boost that is never entered.
Integer power_of_two(int exponent) {
  Integer power = 1;
  for (int i = 0; i < exponent; ++i) power *= 2;
  return power;
}

TEST(BitLength, OfZeroIsZero) {
  EXPECT_EQ(bit_length(Integer(0)), 0);
  EXPECT_EQ(bit_length(UInt128{0}), 0);
}

TEST(BitLength, OfAPowerOfTwoIsOneMoreThanItsExponent) {
  for (const int exponent : {0, 1, 31, 32, 63, 64, 65, 126, 127}) {
    EXPECT_EQ(bit_length(power_of_two(exponent)), exponent + 1);
    EXPECT_EQ(bit_length(UInt128{1} << exponent), exponent + 1);
  }
  EXPECT_EQ(bit_length(power_of_two(4000)), 4001);
}

TEST(BitLength, IgnoresTheSign) {
  EXPECT_EQ(bit_length(Integer(-4)), 3);
}

TEST(ToInt64, HoldsBothEndsOfTheRange) {
  EXPECT_EQ(to_int64(Integer(kHighest)), kHighest);
  EXPECT_EQ(to_int64(Integer(kLowest)), kLowest);
  EXPECT_EQ(to_int64(Integer(0)), 0);
  EXPECT_EQ(to_int64(Integer(-1)), -1);
}

TEST(ToInt64, IsNoneOneStepOutsideTheRange) {
  EXPECT_EQ(to_int64(Integer(kHighest) + 1), std::nullopt);
  EXPECT_EQ(to_int64(Integer(kLowest) - 1), std::nullopt);
  EXPECT_EQ(to_int64(power_of_two(64)), std::nullopt);
  EXPECT_EQ(to_int64(-power_of_two(200)), std::nullopt);
}

TEST(Magnitude, OfTheLowestInt128Is2To127) {
  const auto lowest = static_cast<Int128>(UInt128{1} << 127);
  EXPECT_TRUE(lowest < 0);
  EXPECT_TRUE(magnitude(lowest) == UInt128{1} << 127);
}

TEST(MagnitudeIn128, HoldsWhatFitsAndNothingElse) {
  EXPECT_TRUE(magnitude_in_128(Integer(0)) == UInt128{0});
  EXPECT_TRUE(magnitude_in_128(Integer(-7)) == UInt128{7});
  EXPECT_TRUE(magnitude_in_128(power_of_two(64)) == UInt128{1} << 64);
  EXPECT_TRUE(magnitude_in_128(power_of_two(128) - 1) == ~UInt128{0});
  EXPECT_FALSE(magnitude_in_128(power_of_two(128)).has_value());
}

TEST(IntegerText, IsDecimalDigits) {
  EXPECT_EQ(to_text(Integer(-12)), "-12");
  EXPECT_EQ(to_text(power_of_two(100)), "1267650600228229401496703205376");  // Python: 2**100
}

}  // namespace
}  // namespace shardproof::exact
