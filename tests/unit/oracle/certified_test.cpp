/// NIST's certified values against the oracle, the merge and the textbook formula: fixtures/certified/.
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "shardproof/aggregate/merge.hpp"
#include "shardproof/aggregate/summarise.hpp"
#include "shardproof/wire/exact_json.hpp"
#include "shardproof/wire/json.hpp"
#include "unit/oracle/observations.hpp"

namespace shardproof::oracle {
namespace {

using aggregate::Summary;
using exact::Integer;
using exact::Rational;
using wire::Value;

/// A decimal as it is printed, and the place of its last digit.
struct Decimal {
  Rational value;
  Rational last_place;
};

Decimal decimal(const std::string& text) {
  const auto point = text.find('.');
  const auto places = point == std::string::npos ? 0 : text.size() - point - 1;
  std::string digits = text;
  if (point != std::string::npos) digits.erase(point, 1);
  const bool negative = digits.front() == '-';
  digits.erase(0, digits.find_first_of("123456789"));
  const Rational last_place(1, exact::power(10, static_cast<unsigned>(places)));
  const Rational magnitude = Rational(Integer(digits)) * last_place;
  return {negative ? Rational(-magnitude) : magnitude, last_place};
}

struct Certified {
  std::string set;
  Summary summary;  ///< in units of `unit`
  Rational unit;
  Decimal mean;
  Decimal deviation;
  double variance = 0;
  std::optional<double> textbook;
};

const Value& member(const Value& value, std::string_view key) {
  const Value* found = value.find(key);
  if (found == nullptr) throw std::out_of_range(std::string(key));
  return *found;
}

double number(const Value& value) {
  return value.number()->value().as_double().value();
}

Certified certified(const std::string& set, const Value& entry) {
  const auto& summary = *member(entry, "summary").array();
  Certified result{.set = set,
                   .summary = {.count = summary.at(0).number()->value().mantissa(),
                               .sum = summary.at(1).number()->value(),
                               .sumsq = summary.at(2).number()->value()},
                   .unit = decimal(*member(entry, "unit").string()).value,
                   .mean = decimal(*member(entry, "mean").string()),
                   .deviation = decimal(*member(entry, "deviation").string()),
                   .variance = number(member(entry, "variance")),
                   .textbook = {}};
  if (const Value* textbook = entry.find("textbook")) result.textbook = number(*textbook);
  return result;
}

std::vector<Certified> all_certified() {
  std::ifstream file(SHARDPROOF_SOURCE_DIR "/fixtures/certified/certified.json", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto value = wire::parse(text).value();
  std::vector<Certified> all;
  for (const auto& [set, entry] : *value.object()) all.push_back(certified(set, entry));
  return all;
}

Certified certified(std::string_view set) {
  for (auto& entry : all_certified()) {
    if (entry.set == set) return entry;
  }
  throw std::out_of_range(std::string(set));
}

/// c, then 500 × (low, high).
std::vector<double> num_acc(double c, double low, double high) {
  std::vector<double> values = {c};
  for (int i = 0; i < 500; ++i) values.insert(values.end(), {low, high});
  return values;
}

std::vector<double> num_acc(std::string_view set) {
  if (set == "NumAcc1") return {10000001, 10000003, 10000002};
  if (set == "NumAcc2") return num_acc(1.2, 1.1, 1.3);
  if (set == "NumAcc3") return num_acc(1000000.2, 1000000.1, 1000000.3);
  return num_acc(10000000.2, 10000000.1, 10000000.3);
}

constexpr auto kNumAcc = {"NumAcc1", "NumAcc2", "NumAcc3", "NumAcc4"};

/// Q/n − (S/n)² with every step in double, as it is mostly written.
double textbook_in_double(double n, double sum, double sumsq) {
  const double mean = sum / n;
  return exact::round12(sumsq / n - mean * mean);
}

double textbook_in_double(const std::vector<double>& values) {
  double sum = 0;
  double sumsq = 0;
  for (const double value : values) {
    sum += value;
    sumsq += value * value;
  }
  return textbook_in_double(static_cast<double>(values.size()), sum, sumsq);
}

Rational merged_variance(const Certified& entry) {
  return to_rational(*aggregate::exact_variance(entry.summary).value()) * entry.unit * entry.unit;
}

TEST(CertifiedSets, AreTheNineUnivariateOnes) {
  std::vector<std::string> names;
  for (const auto& entry : all_certified()) names.push_back(entry.set);
  EXPECT_EQ(names,
            (std::vector<std::string>{"Lew",
                                      "Lottery",
                                      "Mavro",
                                      "Michelso",
                                      "NumAcc1",
                                      "NumAcc2",
                                      "NumAcc3",
                                      "NumAcc4",
                                      "PiDigits"}));
}

TEST(CertifiedSets, HaveTheCertifiedMean) {
  // Within half a unit of the last digit that is printed.
  for (const auto& entry : all_certified()) {
    const Rational mean =
        to_rational(entry.summary.sum) / Rational(entry.summary.count) * entry.unit;
    EXPECT_LE(abs(Rational(mean - entry.mean.value)) * 2, entry.mean.last_place) << entry.set;
  }
}

TEST(CertifiedSets, HaveTheCertifiedDeviationOfTheSample) {
  // s² = variance · n/(n − 1) lies between the squares of the printed s less and plus half a unit of its last digit.
  for (const auto& entry : all_certified()) {
    const Rational n(entry.summary.count);
    const Rational square = merged_variance(entry) * n / (n - 1);
    const Rational low = entry.deviation.value - entry.deviation.last_place / 2;
    const Rational high = entry.deviation.value + entry.deviation.last_place / 2;
    EXPECT_LE(low * low, square) << entry.set;
    EXPECT_GE(high * high, square) << entry.set;
  }
}

TEST(CertifiedSets, ThatAreMeasuredHaveTheContractsVariance) {
  for (const auto* set : {"Lew", "Lottery", "Mavro", "Michelso", "PiDigits"}) {
    const auto entry = certified(set);
    EXPECT_EQ(exact::round12(merged_variance(entry)), entry.variance) << set;
  }
  // In their own units, exactly: 1804.64 and 61.8024.
  EXPECT_EQ(aggregate::variance(certified("Mavro").summary).value(), 1804.64);
  EXPECT_EQ(aggregate::variance(certified("Michelso").summary).value(), 61.8024);
}

TEST(NumAcc, OfDecimalsIsTheCertifiedSummary) {
  // In tenths c is 12, 10000002 and 100000002, and the others lie one beside it.
  for (const auto& [set, c] :
       {std::pair("NumAcc2", 12.0), {"NumAcc3", 1e7 + 2}, {"NumAcc4", 1e8 + 2}}) {
    const auto tenths = num_acc(c, c - 1, c + 1);
    EXPECT_EQ(aggregate::summarise(std::span<const double>(tenths)).value(), certified(set).summary)
        << set;
  }
}

TEST(NumAcc, OfDecimalsHasVarianceTenOver1001) {
  // Thousand deviations of a tenth: 1000 · 0.01 / 1001; s² = 10/1000, s = 0.1.
  for (const double c : {12.0, 1e7 + 2, 1e8 + 2}) {
    EXPECT_EQ(variance(of_doubles(num_acc(c, c - 1, c + 1))) / 100, Rational(10, 1001)) << c;
  }
}

TEST(NumAcc, OfDoublesHasTheContractsVarianceByTheOracle) {
  for (const auto* set : kNumAcc) {
    EXPECT_EQ(contract_variance(of_doubles(num_acc(set))), certified(set).variance) << set;
  }
}

TEST(NumAcc, OfDoublesHasTheContractsVarianceByTheMerge) {
  for (const auto* set : kNumAcc) {
    const auto values = num_acc(set);
    const auto summary = aggregate::summarise(std::span<const double>(values)).value();
    EXPECT_EQ(aggregate::variance(summary).value(), certified(set).variance) << set;
  }
}

TEST(TextbookInDouble, GivesWhatTheTableSaysOnDoubles) {
  for (const auto* set : kNumAcc) {
    EXPECT_EQ(textbook_in_double(num_acc(set)), certified(set).textbook) << set;
  }
}

TEST(TextbookInDouble, GivesWhatTheTableSaysOnIntegers) {
  for (const auto* set : {"Lew", "Lottery", "PiDigits"}) {
    const auto entry = certified(set);
    const double answer = textbook_in_double(static_cast<double>(entry.summary.count),
                                             entry.summary.sum.as_double().value(),
                                             entry.summary.sumsq.as_double().value());
    EXPECT_EQ(answer, entry.textbook) << set;
  }
}

TEST(TextbookInDouble, MissesTheContractOnLotteryAndAllButOneOfNumAcc) {
  for (const auto* set : {"Lottery", "NumAcc1", "NumAcc3", "NumAcc4"}) {
    EXPECT_NE(certified(set).textbook, certified(set).variance) << set;
  }
}

}  // namespace
}  // namespace shardproof::oracle
