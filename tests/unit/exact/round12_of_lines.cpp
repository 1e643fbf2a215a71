/// Reads "numerator denominator" lines from standard input and prints for each what the contract's
/// rounding gives: "hexfloat decimal", or "none". For round12_python_test.py, which compares with
/// Python.
///
///   round12_of_lines             exact::round12
///   round12_of_lines half-up     wrong on purpose: ties away from zero
///   round12_of_lines scaled      wrong on purpose: round(x·1e12) / 1e12 in double
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/dyadic.hpp"
#include "shardproof/exact/round12.hpp"

namespace {

using namespace shardproof::exact;

double half_up(double value) {
  if (std::abs(value) >= 8192) return value;
  // floor(|x|·10^12 + 1/2), exactly: x is dyadic.
  const Rational scaled =
      to_rational(abs(*Dyadic::from_double(value))) * 1'000'000'000'000 + Rational(1, 2);
  const Integer units =
      boost::multiprecision::numerator(scaled) / boost::multiprecision::denominator(scaled);
  return std::copysign(*nearest_double(Fraction{units, 1'000'000'000'000, 0}), value);
}

double scaled(double value) {
  return std::round(value * 1e12) / 1e12;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view way = argc > 1 ? argv[1] : "";
  std::ios::sync_with_stdio(false);
  std::string numerator;
  std::string denominator;
  while (std::cin >> numerator >> denominator) {
    const Fraction value{Integer(numerator), Integer(denominator), 0};
    std::optional<double> answer;
    if (way.empty()) {
      answer = round12(value);
    } else if (const auto nearest = nearest_double(value)) {
      answer = (way == "half-up" ? half_up(*nearest) : scaled(*nearest)) +
               0.0;  // −0.0 is not the mistake meant
    }
    if (answer) {
      std::printf("%a %s\n", *answer, to_text(*answer).c_str());
    } else {
      std::puts("none");
    }
  }
}
