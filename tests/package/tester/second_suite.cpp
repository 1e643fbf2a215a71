#include <shardproof/aggregate/exact_aggregate.hpp>
#include <shardproof/gtest.hpp>

INSTANTIATE_TYPED_TEST_SUITE_P(Further, ShardproofState, shardproof::aggregate::ExactAggregate);
