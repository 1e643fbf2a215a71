/// The catalogue's rows as the quality tests ask them.
#pragma once

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "shardproof/law/laws.hpp"
#include "shardproof/search/climb.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::subject {

/// GoogleTest shows a row by its id.
inline void PrintTo(const Variant& row, std::ostream* out) {
  *out << row.id;
}

}  // namespace shardproof::subject

namespace shardproof::search {

/// The rows that must be caught.
inline std::vector<subject::Variant> wrong_rows() {
  std::vector<subject::Variant> rows;
  std::ranges::copy_if(subject::catalogue(), std::back_inserter(rows), [](const auto& row) {
    return row.standing != subject::Standing::equivalent;
  });
  return rows;
}

/// Of these the ones that are merges, or the ones that are states.
inline std::vector<subject::Variant> of_kind(subject::Kind kind,
                                             std::vector<subject::Variant> rows) {
  std::erase_if(rows, [&](const auto& row) { return row.kind() != kind; });
  return rows;
}

/// Of these the ones that fail on the small scope, or the ones that hold there.
inline std::vector<subject::Variant> wrong_rows(bool caught_on_small) {
  auto rows = wrong_rows();
  std::erase_if(rows, [&](const auto& row) {
    return (row.caught_on == data::RungId::small) != caught_on_small;
  });
  return rows;
}

/// The rung on which random trials show the row: integers, where the small scope catches it.
inline data::RungId random_rung(const subject::Variant& row) {
  return row.caught_on == data::RungId::small ? data::RungId::integers : row.caught_on;
}

/// Rows with their subjects, ready to climb together.
struct Climbers {
  std::vector<subject::Variant> rows;
  std::vector<std::unique_ptr<subject::Subject>> subjects;
  std::vector<Candidate> candidates;

  explicit Climbers(std::vector<subject::Variant> of) : rows(std::move(of)) {
    for (const auto& row : rows) {
      subjects.push_back(subject::subject_of(row));
      candidates.push_back({.subject = subjects.back().get(),
                            .expect = law::expect_of(row.kind(), law::Expect::contract),
                            .stop_when_imprecise = row.standing == subject::Standing::imprecise});
    }
  }
};

/// The finding that the row's standing asks for.
inline const std::optional<Finding>& finding_of(const subject::Variant& row,
                                                const SubjectRecord& record) {
  return row.standing == subject::Standing::imprecise ? record.imprecise : record.broken;
}

/// "no finding" or the shrunk trial.
inline std::string shrunk_of(const subject::Variant& row, const SubjectRecord& record) {
  const auto& finding = finding_of(row, record);
  return finding ? to_text(finding->shrunk) : "no finding";
}

inline std::string gtest_name(std::string_view id) {
  std::string name(id);
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace shardproof::search
