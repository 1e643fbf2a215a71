/// Tiny states for the tests of the laws: exact in 64-bit integers, and each wrong in one thing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shardproof::law {

/// n, Σx and Σx² of small integers. Sums of doubles that are small integers are exact, and the variances of these tests
/// are, too.
struct SumsState {
  double n = 0;
  double sum = 0;
  double sumsq = 0;

  void accumulate(double x) {
    n += 1;
    sum += x;
    sumsq += x * x;
  }

  void retract(double x) {
    n -= 1;
    sum -= x;
    sumsq -= x * x;
  }

  void merge(const SumsState& other) {
    const SumsState right = other;
    n += right.n;
    sum += right.sum;
    sumsq += right.sumsq;
  }

  std::optional<double> finalise() const {
    if (n == 0) return std::nullopt;
    return (n * sumsq - sum * sum) / (n * n);
  }

  double observations() const { return n; }

  std::optional<double> average() const { return n == 0 ? std::nullopt : std::optional(sum / n); }

  std::string encode() const {
    return std::to_string(n) + " " + std::to_string(sum) + " " + std::to_string(sumsq);
  }

  static SumsState decode(std::string_view text) {
    SumsState state;
    const std::string copy(text);
    std::size_t at = 0;
    std::size_t used = 0;
    for (double* place : {&state.n, &state.sum, &state.sumsq}) {
      *place = std::stod(copy.substr(at), &used);
      at += used;
    }
    return state;
  }

  template <class S>
  static void merge_into(const S& a, const S& b, S& out) {
    S whole = a;
    whole.merge(b);
    out = whole;
  }

  template <class S>
  static S merge_all(std::span<const S> states) {
    S whole;
    for (const auto& state : states) whole.merge(state);
    return whole;
  }
};

}  // namespace shardproof::law
