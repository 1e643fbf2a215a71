/// Verdicts: what one answer is worth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "shardproof/data/names.hpp"

namespace shardproof::law {

/// The precision that is asked of a subject: a choice that is stated, never an epsilon that is guessed.
enum class Expect : std::uint8_t {
  contract,  ///< equal to `exact::round12` of the exact value
  exact,     ///< the double nearest to the exact value
  float64,   ///< within the bound of a stable algorithm in double, `float64_bound`
  textbook,  ///< within the bound of Q/n − (S/n)² in double, `textbook_bound`
};

std::string_view to_text(Expect expect);
std::optional<Expect> expect_named(std::string_view name);

/// The answer is what was asked for.
struct Holds {};

/// A right formula that misses the last bits asked for: off by `error`, where the float64 bound allows `bound`.
struct Imprecise {
  double error = 0;
  double bound = 0;
};

/// What of a read is judged.
enum class Quantity : std::uint8_t { variance, count, mean };

/// "variance"
std::string_view to_text(Quantity quantity);

/// A wrong formula, or one that loses digits without bound.
struct Broken {
  data::LawId law = data::LawId::oracle_agreement;
  bool cancellation =
      false;  ///< off by no more than Q/n − (S/n)² in double can be: digits lost, not a term
  Quantity quantity = Quantity::variance;
  std::size_t read = 0;  ///< which of the plan's reads it is, counted from 0
};

/// Nothing to judge: the exact variance is above the largest double, which the contract refuses.
struct Undefined {
  std::string why;
};

/// The subject gave no answer.
struct SubjectFailed {
  std::string detail;
};

using Verdict = std::variant<Holds, Imprecise, Broken, Undefined, SubjectFailed>;

/// "holds", "imprecise", "broken", "undefined", "failed"
std::string_view to_text(const Verdict& verdict);

/// Picks the alternative of a visited variant by overload.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace shardproof::law
