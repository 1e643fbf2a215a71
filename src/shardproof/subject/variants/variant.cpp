#include "shardproof/subject/variants/variant.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "shardproof/exact/round12.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using exact::Rational;

double nearest(const exact::Dyadic& value) {
  if (const auto exactly = value.as_double()) return *exactly;
  return exact::nearest_double(exact::Fraction{value.mantissa(), 1, value.exponent()})
      .value_or(HUGE_VAL);
}

std::vector<Summary> admitted_of(const Steps& steps, std::span<const Summary> all) {
  std::vector<Summary> admitted;
  admitted.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (steps.admit == nullptr) {
      if (!all[i].count.is_zero()) admitted.push_back(all[i]);
    } else if (auto summary = steps.admit(all, i)) {
      admitted.push_back(*std::move(summary));
    }
  }
  return admitted;
}

std::optional<Answer> none_if_empty(std::span<const Summary> admitted) {
  for (const auto& summary : admitted) {
    if (!summary.count.is_zero()) return std::nullopt;
  }
  return NoVariance{};
}

std::optional<Answer> early_answer(const Steps& steps,
                                   std::span<const Summary> all,
                                   std::span<const Summary> admitted) {
  return steps.absence != nullptr ? steps.absence(all, admitted) : none_if_empty(admitted);
}

Formula formula_of(const Steps& steps) {
  return steps.formula.exact != nullptr ? steps.formula : textbook_formula();
}

template <class N>
std::vector<Triple<N>> triples_of(std::span<const Summary> summaries) {
  std::vector<Triple<N>> triples;
  triples.reserve(summaries.size());
  for (const auto& summary : summaries) triples.push_back(triple_of<N>(summary));
  return triples;
}

/// An exact variance above the largest double is answered as the infinity that IEEE 754 rounds it to.
double round_exact(const Steps& steps, const Rational& variance) {
  if (steps.round != nullptr) return steps.round(variance);
  return exact::round12(variance).value_or(variance.sign() < 0 ? -HUGE_VAL : HUGE_VAL);
}

double round_machine(const Steps& steps, double variance) {
  if (!std::isfinite(variance)) return variance;
  return steps.round != nullptr ? steps.round(Rational(variance)) : exact::round12(variance);
}

}  // namespace

template <>
Triple<Rational> triple_of(const Summary& summary) {
  return {Rational(summary.count), to_rational(summary.sum), to_rational(summary.sumsq)};
}

template <>
Triple<double> triple_of(const Summary& summary) {
  return {nearest(summary.count), nearest(summary.sum), nearest(summary.sumsq)};
}

template <>
Triple<float> triple_of(const Summary& summary) {
  return {static_cast<float>(nearest(summary.count)),
          static_cast<float>(nearest(summary.sum)),
          static_cast<float>(nearest(summary.sumsq))};
}

template <>
Triple<Whole> triple_of(const Summary& summary) {
  return {{summary.count}, {summary.sum.mantissa()}, {summary.sumsq.mantissa()}};
}

Formula textbook_formula() {
  return formula(
      []<class N>(Workers<N> workers) -> Quotient<N> { return variance_of(total_of(workers)); });
}

Answer answer(const Steps& steps, std::span<const Summary> summaries) {
  const auto admitted = admitted_of(steps, summaries);
  if (auto early = early_answer(steps, summaries, admitted)) return *std::move(early);
  const Formula written = formula_of(steps);
  switch (steps.arithmetic) {
    case Arithmetic::exact:
      return round_exact(steps, written.exact(triples_of<Rational>(admitted)));
    case Arithmetic::float64:
      return round_machine(steps, written.float64(triples_of<double>(admitted)));
    case Arithmetic::float32:
      return round_machine(steps,
                           static_cast<double>(written.float32(triples_of<float>(admitted))));
  }
  return Failed{"unknown arithmetic"};
}

std::optional<Rational> unrounded(const Steps& steps,
                                  std::span<const Summary> summaries,
                                  Arithmetic arithmetic) {
  const auto admitted = admitted_of(steps, summaries);
  if (early_answer(steps, summaries, admitted)) return std::nullopt;
  const Formula written = formula_of(steps);
  const auto exactly = [](double value) {
    return std::isfinite(value) ? std::optional<Rational>(value) : std::nullopt;
  };
  switch (arithmetic) {
    case Arithmetic::exact:
      return written.exact(triples_of<Rational>(admitted));
    case Arithmetic::float64:
      if (written.float64 == nullptr) return std::nullopt;
      return exactly(written.float64(triples_of<double>(admitted)));
    case Arithmetic::float32:
      if (written.float32 == nullptr) return std::nullopt;
      return exactly(static_cast<double>(written.float32(triples_of<float>(admitted))));
  }
  return std::nullopt;
}

std::unique_ptr<Subject> subject_of(const Variant& variant) {
  if (variant.state != nullptr) return variant.state(std::string(variant.id));
  return merge_subject(std::string(variant.id),
                       variant.numbers,
                       [steps = variant.steps](std::span<const Summary> summaries) {
                         return answer(steps, summaries);
                       });
}

std::optional<double> python_answer(const Variant& variant, std::span<const Summary> summaries) {
  const auto admitted = admitted_of(variant.steps, summaries);
  if (none_if_empty(admitted)) return std::nullopt;
  return formula_of(variant.steps).python(triples_of<Whole>(admitted));
}

std::string_view to_text(Family family) {
  switch (family) {
    case Family::averaging:
      return "averaging";
    case Family::combining:
      return "combining";
    case Family::weighting:
      return "weighting";
    case Family::membership:
      return "membership";
    case Family::finaliser:
      return "finaliser";
    case Family::absence:
      return "absence";
    case Family::numeric:
      return "numeric";
    case Family::merging:
      return "merging";
    case Family::updating:
      return "updating";
    case Family::identity:
      return "identity";
    case Family::sharing:
      return "sharing";
    case Family::encoding:
      return "encoding";
    case Family::retraction:
      return "retraction";
    case Family::precision:
      return "precision";
    case Family::nonfinite:
      return "nonfinite";
    case Family::equivalent:
      return "equivalent";
  }
  return "?";
}

std::string_view to_text(Standing standing) {
  switch (standing) {
    case Standing::broken:
      return "broken";
    case Standing::imprecise:
      return "imprecise";
    case Standing::equivalent:
      return "equivalent";
  }
  return "?";
}

}  // namespace shardproof::subject
