#include "shardproof/data/names.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <gtest/gtest.h>

namespace shardproof::data {
namespace {

bool is_kebab_case(std::string_view name) {
  const bool words = std::ranges::all_of(name, [](char c) { return c == '-' || std::islower(c); });
  return words && !name.empty() && name.front() != '-' && name.back() != '-';
}

TEST(LawNames, ReadBackAsTheLaw) {
  for (const auto law : kLaws) EXPECT_EQ(law_named(to_text(law)), law);
}

TEST(LawNames, AreKebabCaseAndAllDifferent) {
  std::set<std::string_view> names;
  for (const auto law : kLaws) {
    EXPECT_TRUE(is_kebab_case(to_text(law))) << to_text(law);
    EXPECT_TRUE(names.insert(to_text(law)).second) << to_text(law);
  }
}

TEST(LawNames, AreThoseOfTheWholeList) {
  // The enumerators are 0 … size − 1, so the first number that has no name says that none is left out.
  EXPECT_EQ(to_text(static_cast<LawId>(kLaws.size())), "?");
  for (std::size_t i = 0; i < kLaws.size(); ++i) EXPECT_NE(to_text(static_cast<LawId>(i)), "?");
}

TEST(LawNames, OfNoLawAreNone) {
  EXPECT_EQ(law_named("oracle agreement"), std::nullopt);
  EXPECT_EQ(law_named("?"), std::nullopt);
  EXPECT_EQ(law_named(""), std::nullopt);
}

TEST(LawNames, StandNarrowestFirst) {
  EXPECT_EQ(kLaws.front(), LawId::determinism);
  const auto place = [](LawId law) { return std::ranges::find(kLaws, law) - kLaws.begin(); };
  EXPECT_LT(place(LawId::empty_worker), place(LawId::constant_is_zero));
  EXPECT_LT(place(LawId::constant_is_zero), place(LawId::non_negative));
  EXPECT_LT(place(LawId::non_negative), place(LawId::oracle_agreement));
}

TEST(RungNames, ReadBackAsTheRung) {
  for (const auto rung : kRungs) EXPECT_EQ(rung_named(to_text(rung)), rung);
}

TEST(RungNames, AreKebabCaseAndAllDifferent) {
  std::set<std::string_view> names;
  for (const auto rung : kRungs) {
    EXPECT_TRUE(is_kebab_case(to_text(rung))) << to_text(rung);
    EXPECT_TRUE(names.insert(to_text(rung)).second) << to_text(rung);
  }
}

TEST(RungNames, AreThoseOfTheWholeList) {
  EXPECT_EQ(to_text(static_cast<RungId>(kRungs.size())), "?");
  for (std::size_t i = 0; i < kRungs.size(); ++i) EXPECT_NE(to_text(static_cast<RungId>(i)), "?");
}

TEST(RungNames, OfNoRungAreNone) {
  EXPECT_EQ(rung_named("oracle-agreement"), std::nullopt);
  EXPECT_EQ(rung_named(""), std::nullopt);
}

}  // namespace
}  // namespace shardproof::data
