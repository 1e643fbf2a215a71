/// shardproof/rapidcheck.hpp: trials to draw and laws to assert, for those who write their own properties with RapidCheck.
///
///     #include <rapidcheck/gtest.h>
///     #include <shardproof/rapidcheck.hpp>
///
///     RC_GTEST_PROP(MyMerge, ForgetsWhereTheDataLie, (const shardproof::data::Trial& trial)) {
///       RC_ASSERT(shardproof::holds_law(shardproof::LawId::shift, my_merge, trial));
///     }
///
///     RC_GTEST_PROP(MyMerge, IsRightFarFromZero, ()) {
///       const auto trial = *shardproof::trials_of(shardproof::RungId::offset);
///       RC_ASSERT(shardproof::holds_law(shardproof::LawId::oracle_agreement, my_merge, trial));
///     }
///
/// A failing trial is shown as the workers' observations, `[0] | [1]`, and shrinks as everywhere in shardproof, inside its rung.
/// What the laws demand: `law/laws.hpp`; what a merge may take and return: `subject/callable.hpp`. A trial by hand is
/// `data::trial_of`.
///
/// Link `shardproof::testing`.
#pragma once

#include <concepts>
#include <optional>
#include <ostream>
#include <type_traits>
#include <utility>

#include <rapidcheck.h>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/search/trial_gen.hpp"
#include "shardproof/subject/callable.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof {

using data::LawId;
using data::RungId;
using law::Expect;

/// Trials of `rung`, all of which a subject of that domain can be asked: a merge in doubles if nothing is said, whose
/// integers below the offset rung fit every number type. A rung that has none for the domain (`search::applies`), as nonfinite
/// has none for merges, makes RapidCheck give up.
inline rc::Gen<data::Trial> trials_of(data::RungId rung,
                                      subject::Domain domain = subject::Numbers::float64) {
  const auto drawn =
      rc::gen::suchThat(search::trial_gen(rung, domain),
                        [](const std::optional<data::Trial>& trial) { return trial.has_value(); });
  return rc::gen::map(drawn, [](std::optional<data::Trial> trial) { return *std::move(trial); });
}

/// Trials of `rung` for `subject`: for a state they have a plan.
inline rc::Gen<data::Trial> trials_of(data::RungId rung, const subject::Subject& subject) {
  return trials_of(rung, subject.description().domain());
}

/// Whether `subject` keeps `law` on `trial`; oracle_agreement is whether it is right. What the subject cannot be asked, and a law
/// that is not for its kind, are discarded as RC_PRE does it: where nothing was asked, nothing holds.
inline bool holds_law(data::LawId law,
                      const subject::Subject& subject,
                      const data::Trial& trial,
                      law::Expect expect = law::Expect::float64) {
  const auto& description = subject.description();
  RC_PRE(law::applies(law, description.kind) && subject::accepts(description, trial));
  return !law::breaks(law, subject, trial, law::expect_of(description.kind, expect));
}

/// The same of a merge.
template <class F>

requires(!std::derived_from<F, subject::Subject>) bool holds_law(
    data::LawId law,
    const F& merge,
    const data::Trial& trial,
    law::Expect expect = law::Expect::float64) {
  return holds_law(law, *subject::callable_subject<std::decay_t<F>>("merge", merge), trial, expect);
}

namespace data {

/// How RapidCheck shows it.
inline void showValue(const Trial& trial, std::ostream& out) {  // NOLINT: RapidCheck's name
  out << to_text(trial);
}

}  // namespace data
}  // namespace shardproof

namespace rc {

/// A trial is one of the integers rung if nothing else is said.
template <>
struct Arbitrary<shardproof::data::Trial> {
  static Gen<shardproof::data::Trial> arbitrary() {
    return shardproof::trials_of(shardproof::data::RungId::integers);
  }
};

}  // namespace rc
