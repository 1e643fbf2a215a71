#include "shardproof/diagnosis/probe_set.hpp"

#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

#include "shardproof/subject/variants/catalogue.hpp"
#include "trials.hpp"

namespace shardproof::diagnosis {
namespace {

using subject::Kind;
using subject::Numbers;
using subject::Reads;
using subject::Subject;

std::optional<Reads> read(const Subject& subject, const Probe& probe) {
  if (!accepts(subject.description(), probe.question)) return std::nullopt;
  return subject.read({&probe.question, 1}).front();
}

bool tells_apart(const Probe& probe, const Subject& left, const Subject& right) {
  const auto l = read(left, probe);
  const auto r = read(right, probe);
  return l && r && closeness(*l, *r, probe.noise) != Closeness::same;
}

Entrant entrant(Numbers numbers, double (*answer)(std::size_t workers)) {
  return {.row = nullptr,
          .subject = subject::merge_subject(
              "", numbers, [answer](std::span<const aggregate::Summary> summaries) {
                return subject::Answer(answer(summaries.size()));
              })};
}

class ProbeSetOf : public testing::TestWithParam<Kind> {};

TEST_P(ProbeSetOf, TellsApartWhatThePoolTellsApart) {
  const auto& known = fingerprints(GetParam());
  const auto& probes = pool(GetParam()).probes();
  for (std::size_t i = 0; i < known.entrants.size(); ++i) {
    for (std::size_t j = i + 1; j < known.entrants.size(); ++j) {
      const auto& left = known.entrants[i];
      const auto& right = known.entrants[j];
      const auto tells = [&](const Probe& probe) {
        return tells_apart(probe, *left.subject, *right.subject);
      };
      const bool told =
          std::ranges::any_of(known.set.probes, [&](const Probe* probe) { return tells(*probe); });
      ASSERT_EQ(told, !known.alike(left, right))
          << left.subject->description().name << " and " << right.subject->description().name;
      // The pool's trials are many; those pairs that the probes leave are few.
      if (!told) ASSERT_TRUE(std::ranges::none_of(probes, tells));
    }
  }
}

TEST_P(ProbeSetOf, IsSmall) {
  EXPECT_LE(fingerprints(GetParam()).set.probes.size(), 64U);
}

TEST_P(ProbeSetOf, LeavesOnlyRowsAlikeOfTheSameStanding) {
  const auto& known = fingerprints(GetParam());
  for (const auto& [l, r] : known.set.alike) {
    const auto* left = known.entrants[l].row;
    const auto* right = known.entrants[r].row;
    const auto standing = left == nullptr ? subject::Standing::equivalent : left->standing;
    EXPECT_EQ(standing, right->standing) << right->id;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds,
                         ProbeSetOf,
                         testing::Values(Kind::merge, Kind::aggregate),
                         [](const auto& kind) {
                           return kind.param == Kind::merge ? "Merges" : "Aggregates";
                         });

TEST(ProbeSet, OfThreeEntrantsHasNoMoreThanTwoProbes) {
  std::vector<Entrant> entrants;
  entrants.push_back(entrant(Numbers::any, [](std::size_t) { return 0.0; }));
  entrants.push_back(entrant(Numbers::any, [](std::size_t n) { return n == 2 ? 1.0 : 0.0; }));
  entrants.push_back(entrant(Numbers::any, [](std::size_t n) { return n == 3 ? 1.0 : 0.0; }));
  const auto set = distinguishing_probes(entrants, pool(Kind::merge));
  EXPECT_EQ(set.probes.size(), 2U);
  EXPECT_TRUE(set.alike.empty());
}

TEST(ProbeSet, LearnsNothingWhereOneIsNotAsked) {
  std::vector<Entrant> entrants;
  // They differ on an empty trial and on nothing else.
  entrants.push_back(entrant(Numbers::any, [](std::size_t) { return 0.0; }));
  entrants.push_back(entrant(Numbers::any, [](std::size_t n) { return n == 0 ? 1.0 : 0.0; }));
  EXPECT_TRUE(distinguishing_probes(entrants, pool(Kind::merge)).alike.empty());

  // One that is asked integers only and one that is asked everything cannot be told apart by a half.
  std::vector<Entrant> narrow;
  const auto halves = [](std::span<const aggregate::Summary> summaries) {
    return subject::Answer(summaries.empty() || summaries[0].sum.is_integer() ? 0.0 : 1.0);
  };
  narrow.push_back({.row = nullptr, .subject = subject::merge_subject("", Numbers::any, halves)});
  narrow.push_back(entrant(Numbers::int64, [](std::size_t) { return 0.0; }));
  narrow.push_back(entrant(Numbers::any, [](std::size_t) { return 0.0; }));
  const auto set = distinguishing_probes(narrow, pool(Kind::merge));
  EXPECT_EQ(set.alike, (std::vector<Pair>{{0, 1}, {1, 2}}));
}

}  // namespace
}  // namespace shardproof::diagnosis
