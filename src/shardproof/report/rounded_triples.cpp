#include <array>
#include <vector>

#include <fmt/format.h>

#include "shardproof/aggregate/merge.hpp"
#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/rational.hpp"
#include "shardproof/report/explain_report.hpp"
#include "shardproof/report/failure.hpp"

namespace shardproof::report {
namespace {

using aggregate::Summary;
using exact::Dyadic;

struct Constant {
  double value;
  int times;
};

/// By Python's fractions, see NUMERICS: right by luck, wrong, impossible.
constexpr std::array kConstants = {Constant{0.1, 3}, Constant{1000000.1, 3}, Constant{100000.3, 3}};

Summary rounded_triple(const Constant& data) {
  double sum = 0;
  double sumsq = 0;
  for (int i = 0; i < data.times; ++i) {
    sum += data.value;
    sumsq += data.value * data.value;
  }
  return {.count = data.times,
          .sum = Dyadic::from_double(sum).value(),
          .sumsq = Dyadic::from_double(sumsq).value()};
}

std::string answer_to(const Summary& triple) {
  const auto answer = aggregate::variance(std::vector{triple});
  if (!answer) return "refused: " + exact::to_text(answer.error());
  return *answer ? exact::to_text(**answer) : "none";
}

std::string example(const Constant& data) {
  const auto triple = rounded_triple(data);
  const auto mean = to_rational(triple.sum) / exact::Rational(triple.count);
  const exact::Rational variance =
      to_rational(triple.sumsq) / exact::Rational(triple.count) - mean * mean;
  std::string text = fmt::format(
      "{} observations of {}, summed in doubles\n", data.times, exact::to_text(data.value));
  text += labelled("triple",
                   fmt::format("[{}, {}, {}]",
                               exact::to_text(triple.count),
                               exact::to_text(triple.sum),
                               exact::to_text(triple.sumsq)));
  const auto nearest = exact::nearest_double(variance);
  text += labelled("its variance", "nearest double " + exact::to_text(nearest.value_or(0)));
  text += labelled("their variance", "0: they are constant");
  return text + labelled("merge says", answer_to(triple));
}

}  // namespace

std::string rounded_triples_text() {
  std::string text =
      "rounded-triples: sums that were rounded may belong to no data at all\n\n" +
      wrapped(
          "A worker that adds in doubles sends sums that were rounded on the way. The triple is "
          "then not that of its observations, and no merge, however exact, can be right about "
          "it: what is missing was lost before. The same kind of constant data come out right "
          "by luck, wrong, and impossible:",
          0) +
      "\n";
  for (const auto& data : kConstants) text += '\n' + example(data);
  return text + '\n' +
         wrapped(
             "So shardproof never judges a merge on a triple that had to be rounded: what a "
             "subject's number type does not hold exactly is left out, counted and said. And its "
             "own merge refuses a triple with a negative variance in place of clamping it to 0. "
             "The repair is at the worker: add exactly (integers, or an exact accumulator), or "
             "send the mean and the squared deviations.",
             0) +
         '\n';
}

}  // namespace shardproof::report
