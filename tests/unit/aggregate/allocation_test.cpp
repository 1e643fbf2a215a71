/// The headers promise not to allocate on the common path; this program counts.
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "unit/aggregate/by_definition.hpp"

namespace {

std::size_t allocations = 0;  // NOLINT: one program, one thread

}  // namespace

// Not inlined: g++ would see `new` paired with `free` and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace shardproof::aggregate {
namespace {

template <class Work>
std::size_t allocations_of(const Work& work) {
  const std::size_t before = allocations;
  work();
  return allocations - before;
}

TEST(Allocations, AreCounted) {
  EXPECT_EQ(allocations_of([] { std::vector<int>(100).at(0) = 1; }), 1);
}

TEST(Variance, OfIntegerTriplesAllocatesNothing) {
  const std::vector<IntegerTriple> workers = {
      {2, 4, 10}, {0, 99, 999}, {1, 1'000'000, 1'000'000'000'000}};
  EXPECT_EQ(allocations_of([&] { (void)merged(workers); }), 0);
}

TEST(Variance, OfDoubleTriplesAllocatesNothing) {
  const std::vector<DoubleTriple> workers = {
      {3, 0.6, 0.14}, {0, 99, 999}, {2, 0.9, 0.41}, {4, 400, 40000}};
  EXPECT_EQ(allocations_of([&] { (void)merged(workers); }), 0);
}

TEST(Variance, OfSmallSummariesAllocatesNothing) {
  const std::vector<Summary> workers = {{2, 4, 10}, {0, 99, 999}, {1, 5, 25}};
  EXPECT_EQ(allocations_of([&] { (void)merged(workers); }), 0);
}

TEST(ExactState, AddsAndMergesWithoutAllocating) {
  ExactState other;
  other.add(3);
  const auto work = [&] {
    ExactState state;
    for (int i = 0; i < 100; ++i) {
      state.add(std::numeric_limits<std::int64_t>::min());
      (void)state.add(1e300);
      (void)state.add(5e-324);
      (void)state.add(IntegerTriple{2, 4, 10});
      (void)state.add(DoubleTriple{2, 4, 10});
      (void)state.add(Summary{2, 4, 10});
      state.merge(other);
    }
  };
  EXPECT_EQ(allocations_of(work), 0);
}

TEST(ExactState, IsReadWithoutAllocatingWhileItHoldsIntegers) {
  ExactState state;
  for (int i = 0; i < 100; ++i) state.add(i);
  EXPECT_EQ(allocations_of([&] { (void)state.variance(); }), 0);
  EXPECT_EQ(allocations_of([&] { (void)state.mean(); }), 0);
}

TEST(Summarise, OfIntegersAllocatesNothing) {
  const std::vector<std::int64_t> values = {1, 2, 1'000'000'000};
  EXPECT_EQ(allocations_of([&] { (void)summarise(std::span<const std::int64_t>(values)); }), 0);
}

}  // namespace
}  // namespace shardproof::aggregate
