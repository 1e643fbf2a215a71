/// The catalogue's row: one known way to merge wrongly (or one right way that looks different).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shardproof/data/names.hpp"
#include "shardproof/exact/rational.hpp"
#include "shardproof/subject/subject.hpp"
#include "shardproof/subject/variants/number.hpp"

namespace shardproof::subject {

/// Rows with the same root cause.
enum class Family : std::uint8_t {
  averaging,   ///< variances are averaged or added: the spread between workers is lost
  combining,   ///< two states are put together with a term of another form
  weighting,   ///< counts are ignored, assumed or miscounted; workers are left out
  membership,  ///< observations are counted that nobody made, or counted twice
  finaliser,   ///< the merged triple is right, the last step is not
  absence,     ///< no observations: an empty worker, an empty total
  numeric,     ///< the formula is right, the number type is not
  merging,     ///< states: two become one, and what lies between them is lost or taken twice
  updating,    ///< states: wrong before any merge, in how they begin, take in or are read
  identity,    ///< states: the empty one is not neutral
  sharing,     ///< states that touch one another: aliases, double counting, staleness
  encoding,    ///< states: what arrives is not what was sent
  retraction,  ///< states: what was taken out is still in
  precision,   ///< states: the formula is right, the fields are too narrow
  nonfinite,   ///< states: NaN and infinities depend on the split
  equivalent,  ///< right: written differently, and must not be caught
};

/// In reading order.
inline constexpr std::array kFamilies = {
    Family::averaging,
    Family::combining,
    Family::weighting,
    Family::membership,
    Family::finaliser,
    Family::absence,
    Family::numeric,
    Family::merging,
    Family::updating,
    Family::identity,
    Family::sharing,
    Family::encoding,
    Family::retraction,
    Family::precision,
    Family::nonfinite,
    Family::equivalent,
};

/// "averaging"
std::string_view to_text(Family family);

/// The verdict that a row must get.
enum class Standing : std::uint8_t {
  broken,      ///< a wrong formula, or digits lost without bound
  imprecise,   ///< a right formula that misses the last bits the contract asks for
  equivalent,  ///< holds
};

/// "broken", "imprecise", "equivalent"
std::string_view to_text(Standing standing);

/// The number type in which a row's formula runs.
enum class Arithmetic : std::uint8_t { exact, float64, float32 };

/// The variance of the workers, written once over the number type: run in exact rationals it shows whether the
/// algebra is wrong, in doubles what the machine does, in `Whole` what the seed's programs printed. A type that
/// a row never runs in may be missing.
struct Formula {
  exact::Rational (*exact)(Workers<exact::Rational>) = nullptr;
  double (*float64)(Workers<double>) = nullptr;
  float (*float32)(Workers<float>) = nullptr;
  double (*python)(Workers<Whole>) = nullptr;
};

/// The formula that the generic lambda `write` spells out: `[]<class N>(Workers<N> workers) -> Quotient<N> {…}`.
template <class Write>
constexpr Formula formula(Write write) {
  return {.exact = write, .float64 = write, .float32 = write, .python = write};
}

/// The same for a formula of one number type throughout, which Python's integers are not.
template <class Write>
constexpr Formula machine_formula(Write write) {
  return {.exact = write, .float64 = write, .float32 = write, .python = nullptr};
}

/// The same for a formula that needs the exact type.
template <class Write>
constexpr Formula exact_formula(Write write) {
  return {.exact = write, .float64 = nullptr, .float32 = nullptr, .python = nullptr};
}

/// A merge in steps. The defaults are the reference; a row overrides the one that is wrong.
struct Steps {
  /// What is made of worker `index` before merging: none leaves it out. Default: workers with a count.
  std::optional<aggregate::Summary> (*admit)(std::span<const aggregate::Summary> all,
                                             std::size_t index) = nullptr;

  /// The answer that needs no arithmetic, given all workers and those admitted. Default: none if n is 0.
  std::optional<Answer> (*absence)(std::span<const aggregate::Summary> all,
                                   std::span<const aggregate::Summary> admitted) = nullptr;

  /// The variance of the workers admitted. Default: Q/n − (S/n)².
  Formula formula = {};

  /// The variance as the contract rounds it. Default: `exact::round12`.
  double (*round)(const exact::Rational& variance) = nullptr;

  Arithmetic arithmetic = Arithmetic::exact;
};

/// One row of the catalogue.
struct Variant {
  std::string_view id;  ///< kebab-case, unique
  Family family = Family::averaging;
  std::string_view mechanism;  ///< why it is wrong, in one sentence
  std::string_view repair;     ///< what puts it right
  std::string_view seen_in;    ///< where it was seen: an address, or what it is derived from
  Standing standing = Standing::broken;
  data::LawId caught_by =
      data::LawId::oracle_agreement;             ///< the narrowest law that its witness breaks
  data::RungId caught_on = data::RungId::small;  ///< the rung where it first fails
  Numbers numbers = Numbers::any;
  bool cancels = false;  ///< its fault is cancellation alone: no worse than Q/n − (S/n)² in double
  Steps steps = {};      ///< of a merge

  /// Of an aggregate: makes the subject, `state_subject<S>`, whose S overrides one step of a reference state.
  std::unique_ptr<Subject> (*state)(std::string name) = nullptr;

  Kind kind() const { return state == nullptr ? Kind::merge : Kind::aggregate; }
};

/// The right formula, Q/n − (S/n)², over each number type.
Formula textbook_formula();

/// What the steps answer to `summaries`.
Answer answer(const Steps& steps, std::span<const aggregate::Summary> summaries);

/// What the formula of `steps` gives in `arithmetic` before it is rounded. None where no formula is
/// asked (an answer that needs no arithmetic), where the row has none in that number type, and where
/// the value is not finite.
std::optional<exact::Rational> unrounded(const Steps& steps,
                                         std::span<const aggregate::Summary> summaries,
                                         Arithmetic arithmetic);

/// The row as a subject.
std::unique_ptr<Subject> subject_of(const Variant& variant);

/// What the row's formula gives in double, unrounded, in Python's arithmetic (integers are exact until they
/// are divided): what a program of the seed's shape prints. None where no worker has a count. The summaries must
/// hold integers.
std::optional<double> python_answer(const Variant& variant,
                                    std::span<const aggregate::Summary> summaries);

}  // namespace shardproof::subject
