/// Run records made by hand: small, and with all that a report must show.
#pragma once

#include <string>
#include <vector>

#include "shardproof/data/trial.hpp"
#include "shardproof/search/run_record.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "shardproof/version.hpp"

namespace shardproof::report::records {

using data::RungId;
using search::Finding;
using search::Outcome;
using search::RungRecord;
using search::RunRecord;
using search::SubjectRecord;

inline data::Trial trial_of_parts(const std::vector<std::vector<int>>& parts) {
  std::vector<data::PartValues> values;
  for (const auto& part : parts) {
    values.emplace_back();
    for (const auto value : part) values.back().observations.push_back({.value = value});
  }
  return data::trial_of(values);
}

inline Finding broken_between() {
  return {.verdict = law::Broken{},
          .rung = RungId::small,
          .trial_number = 299,
          .trials_until = 299,
          .found = trial_of_parts({{0}, {1}}),
          .shrunk = trial_of_parts({{0}, {1}}),
          .certified = true,
          .laws = {data::LawId::oracle_agreement, data::LawId::partition_invariance},
          .oracle_says = 0.25,
          .oracle_exactly = "1/4",
          .subject_says = 0.0};
}

inline Finding broken_by_cancellation() {
  return {.verdict = law::Broken{.law = data::LawId::oracle_agreement, .cancellation = true},
          .rung = RungId::offset,
          .trial_number = 7,
          .trials_until = 1234,
          .found = trial_of_parts({{1000000, 1000003}, {1000001, 1000001}}),
          .shrunk = trial_of_parts({{1000000, 1000000, 1000001}, {}, {1000000}, {1000000}}),
          .shrink_steps = 5,
          .shrink_evaluations = 60,
          .laws = {data::LawId::oracle_agreement},
          .oracle_says = 0.16,
          .oracle_exactly = "4/25",
          .subject_says = 0.15625};
}

inline Finding imprecise() {
  return {.verdict = law::Imprecise{.error = 5e-13, .bound = 5.5e-13},
          .rung = RungId::decimals,
          .trial_number = 3,
          .trials_until = 1003,
          .found = trial_of_parts({{0, 3}, {5}}),
          .shrunk = trial_of_parts({{0, 2}, {5}}),
          .shrink_steps = 2,
          .shrink_evaluations = 17,
          .oracle_says = 4.222222222222,
          .oracle_exactly = "38/9",
          .subject_says = 4.222222222223};
}

/// A subject in the place of the catalogue's row `id`.
inline SubjectRecord row(std::string_view id, Outcome outcome, std::vector<RungRecord> rungs) {
  const auto& variant = *subject::variant_named(id);
  return {.name = std::string(id),
          .role = search::Role::variant,
          .numbers = variant.numbers,
          .variant = variant,
          .rungs = std::move(rungs),
          .imprecise = {},
          .broken = {},
          .outcome = outcome};
}

inline SubjectRecord with_broken(SubjectRecord subject, Finding finding) {
  subject.broken = std::move(finding);
  return subject;
}

inline SubjectRecord with_imprecise(SubjectRecord subject, Finding finding) {
  subject.imprecise = std::move(finding);
  return subject;
}

inline RungRecord rung(RungId id, std::uint64_t trials) {
  return {
      .rung = id, .trials = trials, .law_checks = trials / 16, .coverage = {}, .shortfalls = {}};
}

inline RungRecord vacuous_decimals() {
  auto decimals = rung(RungId::decimals, 1000);
  decimals.coverage.add(search::Feature::constant);
  decimals.shortfalls = {{.feature = search::Feature::tie_of_round12, .required = 1000, .seen = 3}};
  return decimals;
}

inline SubjectRecord reference(Outcome outcome, std::vector<RungRecord> rungs) {
  return {.name = "reference",
          .role = search::Role::reference,
          .variant = {},
          .rungs = std::move(rungs),
          .imprecise = {},
          .broken = {},
          .outcome = outcome};
}

inline RunRecord empty_record() {
  return {.version = std::string(kVersion),
          .seed = 404,
          .trials = 1000,
          .expect = law::Expect::contract,
          .subjects = {},
          .stale = {},
          .seconds = 12.5};
}

/// Each outcome once, and each qualification: shortfalls, skipped and left out, undefined, stale.
inline RunRecord of_every_kind() {
  auto record = empty_record();
  auto scale = rung(RungId::scale, 990);
  scale.undefined = 10;
  record.subjects = {
      reference(Outcome::vacuous, {rung(RungId::small, 298'138), vacuous_decimals(), scale}),
      with_broken(row("average-of-variances", Outcome::caught, {rung(RungId::small, 299)}),
                  broken_between()),
      row("sum-of-variances", Outcome::missed, {rung(RungId::small, 298'138)}),
      with_imprecise(row("rounds-half-up", Outcome::caught, {rung(RungId::decimals, 3)}),
                     imprecise()),
      with_broken(row("fraction-rounded-first", Outcome::misjudged, {rung(RungId::small, 299)}),
                  broken_between()),
      row("truncates", Outcome::tolerated, {rung(RungId::small, 298'138)}),
  };
  auto wide = rung(RungId::wide, 0);
  wide.skipped = true;
  auto offset = rung(RungId::offset, 7);
  offset.left_out = 2;
  record.subjects.push_back(
      with_imprecise(with_broken(row("textbook-float64", Outcome::caught, {offset, wide}),
                                 broken_by_cancellation()),
                     imprecise()));
  record.subjects.push_back(with_broken(
      row("last-to-first", Outcome::failed, {rung(RungId::small, 299)}), broken_between()));
  record.subjects.push_back(
      row("balanced-tree", Outcome::vacuous, {rung(RungId::small, 298'138), vacuous_decimals()}));
  record.subjects.push_back(row("one-fraction", Outcome::holds, {rung(RungId::small, 298'138)}));
  record.not_asked = {"float32-count"};
  record.stale = {{.subject = "count-weighted-average", .where = "count-weighted-average-1.json"}};
  return record;
}

inline RunRecord of_a_reference_that_failed() {
  auto record = empty_record();
  record.subjects = {with_broken(
      reference(Outcome::failed, {rung(RungId::fixtures, 137), rung(RungId::small, 299)}),
      broken_between())};
  return record;
}

inline RunRecord of_a_run_that_holds() {
  auto record = empty_record();
  record.subjects = {
      reference(Outcome::holds, {rung(RungId::fixtures, 137), rung(RungId::small, 298'138)}),
      with_broken(row("average-of-variances", Outcome::caught, {rung(RungId::small, 299)}),
                  broken_between()),
      row("one-fraction", Outcome::holds, {rung(RungId::small, 298'138)}),
  };
  return record;
}

}  // namespace shardproof::report::records
