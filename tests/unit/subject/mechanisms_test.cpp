/// The mechanism of each row that is a merge, on one tiny trial, by hand.
#include <set>

#include <gtest/gtest.h>

#include "shardproof/subject/variants/catalogue.hpp"
#include "unit/subject/mechanism_examples.hpp"

namespace shardproof::subject {
namespace {

std::vector<Example> all_examples() {
  auto all = formula_examples();
  for (auto& example : machine_examples()) all.push_back(std::move(example));
  return all;
}

TEST(EveryMechanism, HasAnExample) {
  std::set<std::string_view> shown;
  for (const auto& example : all_examples()) shown.insert(example.id);
  std::set<std::string_view> rows;
  for (const auto& row : catalogue()) {
    if (row.kind() == Kind::merge) rows.insert(row.id);
  }
  EXPECT_EQ(shown, rows);
}

TEST(EveryMechanism, GivesWhatItGivesByHand) {
  for (const auto& [id, asked, says] : all_examples()) {
    const auto question = question_of(asked);
    const auto& row = *variant_named(id);
    ASSERT_TRUE(holds(row.numbers, question)) << id;
    const auto answer = subject_of(row)->ask({&question, 1}).front();
    EXPECT_TRUE(same(answer, says))
        << id << " says " << to_text(answer) << ", by hand " << to_text(says);
  }
}

TEST(EveryMechanism, DiffersFromTheRightAnswerInItsExample) {
  for (const auto& [id, asked, says] : all_examples()) {
    const bool is_right = same(answer(Steps{}, question_of(asked).summaries), says);
    EXPECT_EQ(is_right, variant_named(id)->standing == Standing::equivalent) << id;
  }
}

}  // namespace
}  // namespace shardproof::subject
