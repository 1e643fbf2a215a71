/// `ExactState` as text.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "shardproof/aggregate/exact_state.hpp"

namespace shardproof::aggregate {
namespace {

using exact::Dyadic;
using exact::Integer;
using exact::Problem;
using exact::Result;

constexpr std::string_view kName = "exact";
constexpr std::string_view kPower = "*2^";

Problem malformed(std::string what, std::string where) {
  return {.kind = Problem::Kind::malformed,
          .what = std::move(what),
          .where = std::move(where),
          .hint = "ExactState::encode writes: exact COUNT SUM SUMSQ"};
}

/// "29*2^-4", "7"
std::string encoded(const Dyadic& value) {
  std::string text = exact::to_text(value.mantissa());
  if (!value.is_integer()) text.append(kPower).append(std::to_string(value.exponent()));
  return text;
}

/// An integer as `exact::to_text` writes it: no plus sign, no leading zero, no minus zero.
std::optional<Integer> decoded_integer(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('-')) digits.remove_prefix(1);
  const bool all_digits = std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  if (digits.empty() || digits.size() > ExactState::kMostEncodedDigits || !all_digits)
    return std::nullopt;
  if (digits.front() == '0' && text != "0") return std::nullopt;
  return Integer(std::string(text));
}

std::optional<int> decoded_exponent(std::string_view text) {
  int exponent = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  if (exponent >= 0 || exponent < -ExactState::kMostEncodedExponent) return std::nullopt;
  return exponent;
}

std::optional<Dyadic> decoded_dyadic(std::string_view text) {
  const auto power = text.find(kPower);
  auto mantissa = decoded_integer(text.substr(0, power));
  if (!mantissa || power == std::string_view::npos) return mantissa;
  const auto exponent = decoded_exponent(text.substr(power + kPower.size()));
  if (!exponent) return std::nullopt;
  return Dyadic(*std::move(mantissa), *exponent);
}

/// The words of `text`, which are parted by single spaces; none where they are not `kWords` many.
template <std::size_t kWords>
std::optional<std::array<std::string_view, kWords>> words_of(std::string_view text) {
  std::array<std::string_view, kWords> words;
  for (std::size_t i = 0; i < kWords; ++i) {
    const auto space = text.find(' ');
    if ((space == std::string_view::npos) != (i + 1 == kWords)) return std::nullopt;
    words.at(i) = text.substr(0, space);
    text.remove_prefix(std::min(text.size(), words.at(i).size() + 1));
  }
  return words;
}

}  // namespace

std::string ExactState::encode() const {
  const Summary total = summary();
  std::string text(kName);
  for (const std::string& word :
       {exact::to_text(total.count), encoded(total.sum), encoded(total.sumsq)})
    text.append(" ").append(word);
  return text;
}

Result<ExactState> ExactState::decode(std::string_view text) {
  const auto words = words_of<4>(text);
  if (!words || words->front() != kName)
    return malformed("not the name and three numbers", "encoded state");
  const auto& [name, count_text, sum_text, sumsq_text] = *words;
  const auto count = decoded_integer(count_text);
  if (!count) return malformed("the count is no integer", "encoded state");
  const auto sum = decoded_dyadic(sum_text);
  if (!sum) return malformed("the sum is no number", "encoded state");
  const auto sumsq = decoded_dyadic(sumsq_text);
  if (!sumsq) return malformed("the sum of squares is no number", "encoded state");
  const Summary total{*count, *sum, *sumsq};
  if (total.count.is_zero() && total != Summary{})
    return malformed("sums of no observations are not zero", "encoded state");
  ExactState state;
  if (auto added = state.add(total); !added) return exact::within("encoded state", added.error());
  return state;
}

}  // namespace shardproof::aggregate
