/// What all states share: the policy on NaN and the infinities, empties, aliases, text.
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "shardproof/aggregate/chan_state.hpp"
#include "shardproof/aggregate/exact_aggregate.hpp"
#include "shardproof/aggregate/synchronised.hpp"
#include "shardproof/aggregate/textbook_state.hpp"
#include "shardproof/aggregate/youngs_cramer_state.hpp"

namespace shardproof::aggregate {
namespace {

template <class S>
class StatePolicy : public testing::Test {
 protected:
  using Limits = std::numeric_limits<typename S::number>;

  static S of(const std::vector<typename S::number>& observations) {
    S state;
    for (const auto x : observations) state.accumulate(x);
    return state;
  }

  static S merged(S left, const S& right) {
    left.merge(right);
    return left;
  }

  static std::vector<typename S::number> no_numbers() {
    return {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()};
  }
};

using States = testing::Types<ChanState,
                              YoungsCramerState,
                              TextbookState<double>,
                              TextbookState<float>,
                              ExactAggregate,
                              Synchronised<ChanState>>;
TYPED_TEST_SUITE(StatePolicy, States);

TYPED_TEST(StatePolicy, NothingHasNeitherMeanNorVariance) {
  EXPECT_EQ(TypeParam().observations(), 0);
  EXPECT_EQ(TypeParam().average(), std::nullopt);
  EXPECT_EQ(TypeParam().finalise(), std::nullopt);
  EXPECT_EQ(this->merged({}, {}), TypeParam());
}

TYPED_TEST(StatePolicy, ReadsCountMeanAndVariance) {
  // {0, 0, 0, 0} and {10}: mean 2, variance (4 · 2² + 8²) / 5 = 16.
  const TypeParam state = this->merged(this->of({0, 0, 0, 0}), this->of({10}));
  EXPECT_EQ(state.observations(), 5);
  EXPECT_EQ(state.average(), 2);
  EXPECT_EQ(state.finalise(), 16);
}

TYPED_TEST(StatePolicy, OneObservationHasVarianceZero) {
  EXPECT_EQ(this->of({3}).average(), 3);
  EXPECT_EQ(this->of({3}).finalise(), 0);
}

TYPED_TEST(StatePolicy, AnEmptyStateOnEitherSideChangesNothing) {
  const TypeParam state = this->of({1, 2, 4});
  EXPECT_EQ(this->merged({}, state), state);
  EXPECT_EQ(this->merged(state, {}), state);
}

TYPED_TEST(StatePolicy, MergedWithItselfIsMergedWithACopy) {
  TypeParam twice = this->of({1, 2, 4});
  twice.accumulate(this->no_numbers().front());
  const TypeParam by_copy = this->merged(twice, TypeParam(twice));
  twice.merge(twice);
  EXPECT_EQ(twice, by_copy);
  EXPECT_EQ(twice.observations(), 8);
}

TYPED_TEST(StatePolicy, TheOutputOfAMergeMayBeEitherInput) {
  const TypeParam left = this->of({0, 1});
  const TypeParam right = this->of({5});
  TypeParam into_left = left;
  TypeParam::merge_into(into_left, right, into_left);
  EXPECT_EQ(into_left, this->merged(left, right));
  TypeParam into_right = right;
  TypeParam::merge_into(left, into_right, into_right);
  EXPECT_EQ(into_right, this->merged(left, right));
}

TYPED_TEST(StatePolicy, AllAreMergedInOneCall) {
  const std::vector<TypeParam> states = {this->of({}), this->of({0, 1}), this->of({5})};
  EXPECT_EQ(TypeParam::merge_all(std::span<const TypeParam>(states)),
            this->merged(this->of({0, 1}), this->of({5})));
  EXPECT_EQ(TypeParam::merge_all(std::span<const TypeParam>()), TypeParam());
}

TYPED_TEST(StatePolicy, RetractUndoesAccumulate) {
  TypeParam state = this->of({2, 4, 9, 6});
  state.retract(9);
  EXPECT_EQ(state.observations(), 3);
  EXPECT_EQ(state.average(), 4);
  EXPECT_NEAR(
      state.finalise().value(), 8.0 / 3, 64 * double{TestFixture::Limits::epsilon()} + 5e-13);
}

TYPED_TEST(StatePolicy, RetractedToNothingIsEmpty) {
  const auto x = static_cast<typename TypeParam::number>(0.1);
  TypeParam state = this->of({x, 7});
  state.retract(x);
  EXPECT_EQ(state.finalise(), 0);
  state.retract(7);
  EXPECT_EQ(state, TypeParam());
  state.retract(7);
  EXPECT_EQ(state, TypeParam());
}

TYPED_TEST(StatePolicy, ReadsNaNWhileAnObservationIsNoNumberHoweverItIsSplit) {
  for (const auto x : this->no_numbers()) {
    for (const TypeParam& state : {this->of({x}),
                                   this->of({x, 1}),
                                   this->of({1, 2, x, 3}),
                                   this->merged(this->of({1}), this->of({x})),
                                   this->merged(this->of({x}), {}),
                                   this->merged({}, this->of({x}))}) {
      EXPECT_TRUE(std::isnan(state.average().value()));
      EXPECT_TRUE(std::isnan(state.finalise().value()));
    }
    EXPECT_EQ(this->of({1, x, 2}).observations(), 3);
  }
}

TYPED_TEST(StatePolicy, RetractOfWhatIsNoNumberRestoresTheRest) {
  const auto infinity = TestFixture::Limits::infinity();
  TypeParam state = this->of({1, infinity, 2, -infinity, 4});
  state.retract(infinity);
  EXPECT_TRUE(std::isnan(state.finalise().value()));
  state.retract(-infinity);
  EXPECT_EQ(state, this->of({1, 2, 4}));
  state.retract(infinity);
  EXPECT_EQ(state, this->of({1, 2, 4}));
}

template <class S>
class StateText : public StatePolicy<S> {};

using StatesWithText = testing::Types<ChanState,
                                      YoungsCramerState,
                                      TextbookState<double>,
                                      TextbookState<float>,
                                      ExactAggregate>;
TYPED_TEST_SUITE(StateText, StatesWithText);

TYPED_TEST(StateText, ReadsBackBitForBit) {
  const auto third = static_cast<typename TypeParam::number>(1.0 / 3);
  for (const TypeParam& state :
       {this->of({}),
        this->of({2, 3}),
        this->of({third, third / 7, TestFixture::Limits::infinity()}),
        this->of({TestFixture::Limits::max(), -TestFixture::Limits::max()}),
        this->of({TestFixture::Limits::denorm_min(), -5})})
    EXPECT_EQ(TypeParam::decode(state.encode()), state) << state.encode();
}

TYPED_TEST(StateText, RefusesWhatIsCutShortOrGoesOn) {
  const std::string text = this->of({2, 3}).encode();
  EXPECT_THROW(TypeParam::decode(""), std::invalid_argument);
  EXPECT_THROW(TypeParam::decode(text + " 1"), std::invalid_argument);
  EXPECT_THROW(TypeParam::decode("x" + text), std::invalid_argument);
  EXPECT_THROW(TypeParam::decode(text.substr(0, text.rfind(' '))), std::invalid_argument);
}

}  // namespace
}  // namespace shardproof::aggregate
