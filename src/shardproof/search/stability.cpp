#include "shardproof/search/stability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "shardproof/law/judge.hpp"
#include "shardproof/search/draw.hpp"

namespace shardproof::search {
namespace {

using data::Trial;
using exact::Dyadic;
using subject::Kind;
using subject::Subject;

constexpr std::size_t kDatasets = 9;
constexpr std::size_t kParts = 4;
constexpr std::size_t kPartSize = 6;
constexpr int kHighestExponent = 40;

/// A trial of the scan and what the oracle says to it.
struct Scanned {
  Trial trial;
  law::OracleSays oracle;
};

/// One offset of the scan with its datasets.
struct Offset {
  double offset = 0;
  std::vector<Scanned> trials;
};

Dyadic draw_value(Draw& draw, Kind kind, double offset) {
  if (kind == Kind::merge) return Dyadic(draw.between(-4, 4)) + *Dyadic::from_double(offset);
  // 40 random bits behind the point: the sum is a double with all its bits in use.
  const double spread =
      static_cast<double>(draw.between(-(std::int64_t{1} << 42), std::int64_t{1} << 42));
  return *Dyadic::from_double(offset + spread * 0x1p-40);
}

Offset scanned_at(double offset, Kind kind) {
  Offset scanned{.offset = offset, .trials = {}};
  for (std::size_t i = 0; i < kDatasets; ++i) {
    Draw draw(i + 1);
    std::vector<data::PartValues> parts(kParts);
    for (auto& part : parts) {
      for (std::size_t j = 0; j < kPartSize; ++j)
        part.observations.push_back({.value = draw_value(draw, kind, offset)});
    }
    data::MergePlan plan;
    if (kind == Kind::aggregate) plan.shape = data::PlanShape::left_fold;
    Trial trial = data::trial_of(parts, plan);
    law::OracleSays oracle = law::oracle_says(trial);
    scanned.trials.push_back({.trial = std::move(trial), .oracle = std::move(oracle)});
  }
  return scanned;
}

/// The scan is the same for all subjects of a kind, so the oracle is asked once.
const std::vector<Offset>& scan(Kind kind) {
  static const auto scan_for = [](Kind of) {
    std::vector<Offset> offsets;
    for (int exponent = 0; exponent <= kHighestExponent; exponent += 2)
      offsets.push_back(scanned_at(std::ldexp(1.0, exponent), of));
    for (const double offset : kTellingOffsets) offsets.push_back(scanned_at(offset, of));
    return offsets;
  };
  static const std::vector<Offset> kMerges = scan_for(Kind::merge);
  static const std::vector<Offset> kStates = scan_for(Kind::aggregate);
  return kind == Kind::merge ? kMerges : kStates;
}

constexpr double kWrong = std::numeric_limits<double>::infinity();

double relative_error(const law::OracleSays& oracle, const subject::Answer& answer) {
  const auto* says = std::get_if<double>(&answer);
  const auto variance = exact::nearest_double(*oracle.variance);
  if (says == nullptr || !variance) return kWrong;
  return law::error_of(*oracle.variance, *says) / *variance;
}

/// The median relative error at one offset; none where the subject cannot be asked.
std::optional<double> median_error(const Subject& subject, const Offset& offset) {
  std::vector<double> errors;
  for (const auto& [trial, oracle] : offset.trials) {
    const auto question = subject::question_for(subject.description().kind, trial);
    if (!accepts(subject.description(), question)) return std::nullopt;
    errors.push_back(relative_error(oracle, subject.ask({&question, 1}).front()));
  }
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::ranges::nth_element(errors, middle);
  return *middle;
}

double kappa(const Offset& offset) {
  const double variance = *exact::nearest_double(*offset.trials.front().oracle.variance);
  return std::sqrt(1 + offset.offset * offset.offset / variance);
}

struct Point {
  double log_kappa = 0;
  double log_error = 0;
};

double slope_of(const std::vector<Point>& points) {
  const auto n = static_cast<double>(points.size());
  Point mean;
  for (const auto& [x, y] : points) {
    mean.log_kappa += x / n;
    mean.log_error += y / n;
  }
  double covariance = 0;
  double variance = 0;
  for (const auto& [x, y] : points) {
    covariance += (x - mean.log_kappa) * (y - mean.log_error);
    variance += (x - mean.log_kappa) * (x - mean.log_kappa);
  }
  return covariance / variance;
}

StabilityClass class_of(double slope) {
  if (slope < 0.5) return StabilityClass::exact;
  return slope < 1.5 ? StabilityClass::stable : StabilityClass::textbook;
}

/// What the last rounding may make of a right value: u, or half a unit of the 12th decimal of a variance of 5.
constexpr double kLastRounding = 1e-13;
constexpr double kSaying = 16 * kLastRounding;
constexpr double kLost = 0.1;
constexpr std::size_t kFewestPoints = 3;

double digits_of(double error) {
  if (!(error < 1)) return 0;
  const double digits = error > 0 ? -std::log10(error) : 16;
  return std::round(std::min(digits, 16.0) * 10) / 10;
}

}  // namespace

std::string_view to_text(StabilityClass stability) {
  switch (stability) {
    case StabilityClass::exact:
      return "exact";
    case StabilityClass::stable:
      return "stable";
    case StabilityClass::textbook:
      return "textbook";
    case StabilityClass::none:
      return "none";
  }
  return "?";
}

Stability stability_of(const Subject& subject) {
  const auto& offsets = scan(subject.description().kind);
  Stability result;
  std::vector<Point> points;
  bool ever_right = false;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const auto error = median_error(subject, offsets[i]);
    if (!error) continue;
    const std::size_t telling = offsets.size() - kTellingOffsets.size();
    if (i >= telling) {
      result.digits.at(i - telling) = digits_of(*error);
      continue;
    }
    if (*error < kLost) ever_right = true;
    if (kSaying < *error && *error < kLost)
      points.push_back({.log_kappa = std::log2(kappa(offsets[i])), .log_error = std::log2(*error)});
  }
  if (points.size() >= kFewestPoints) {
    result.slope = slope_of(points);
    result.stability = class_of(result.slope);
  } else if (!ever_right) {
    result.stability = StabilityClass::none;
  }
  return result;
}

}  // namespace shardproof::search
