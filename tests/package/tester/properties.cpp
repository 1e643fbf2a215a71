#include <shardproof/gtest.hpp>
#include <shardproof/merge.hpp>
#include <shardproof/rapidcheck.hpp>
#include <span>

#include <gtest/gtest.h>
#include <rapidcheck.h>

static std::optional<double> my_merge(
    std::span<const shardproof::aggregate::DoubleTriple> workers) {
  return shardproof::aggregate::variance(workers).value();
}

TEST(MyMerge, IsLawful) {
  SHARDPROOF_EXPECT_LAWFUL(my_merge);
}

TEST(MyMerge, ForgetsWhereTheDataLie) {
  EXPECT_TRUE(rc::check([](const shardproof::data::Trial& trial) {
    RC_ASSERT(shardproof::holds_law(shardproof::LawId::shift, my_merge, trial));
  }));
}
