#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.hpp"

namespace shardproof::subject::plugin {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

/// A state that shows what was done to it: its variance is a number whose decimal digits tell the steps.
constexpr std::string_view kScribe = R"(
#include <string>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

struct State {
  double written = 0;
  int seen = 0;

  void accumulate(double x) {
    if (x == 13) throw std::invalid_argument("unlucky");
    if (x == 14) throw 14;
    written = written * 10 + x;
    ++seen;
  }
  void merge(const State& other) {
    const auto [theirs, count] = other;
    written = written * 100 + theirs;
    seen += count;
  }
  std::optional<double> finalise() const { return seen ? std::optional(written) : std::nullopt; }
  int observations() const { return seen; }
  std::optional<double> average() const { return seen ? std::optional(written / 2) : std::nullopt; }
  void retract(double x) {
    written -= x;
    --seen;
  }
  std::string encode() const { return std::string(1, '\0') + std::to_string(written) + ' ' + std::to_string(seen); }
  static State decode(std::string_view bytes) {
    if (bytes.empty() || bytes[0] != '\0') throw std::invalid_argument("cut off");
    std::string text(bytes.substr(1));
    return {std::stod(text) + 0.5, std::stoi(text.substr(text.find(' ')))};
  }
  static void merge_into(const State& left, const State& right, State& out) {
    out = {left.written * 1000 + right.written, left.seen + right.seen};
  }
  static State merge_all(std::span<const State> states) {
    State all;
    for (const auto& state : states) all.merge(state);
    all.written += 0.25;
    return all;
  }
  static void synchronise(std::span<State> workers) {
    State all = merge_all(workers);
    for (auto& worker : workers) worker = all;
  }
};
)";

class PluginState : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shop = new Workshop;
    library = shop->library("scribe.cpp", kScribe);
  }

  static void TearDownTestSuite() {
    delete shop;
    shop = nullptr;
  }

  /// The answer to one trial.
  static std::string answer(const std::string& parts, const std::string& plan) {
    const auto talk = ask_state(library, R"([{"parts":)" + parts + R"(,"plan":)" + plan + "}]");
    EXPECT_EQ(talk.said.size(), 2u);
    const std::string line = talk.said.empty() ? "" : talk.said.back();
    constexpr std::string_view kBefore = R"({"seq":2,"answers":[)";
    return line.size() > kBefore.size() + 2
               ? line.substr(kBefore.size(), line.size() - kBefore.size() - 2)
               : line;
  }

  static inline Workshop* shop = nullptr;
  static inline std::string library;
};

std::string read(const std::string& count, const std::string& mean, const std::string& variance) {
  return R"({"count":)" + count + R"(,"mean":)" + mean + R"(,"variance":)" + variance + "}";
}

TEST_F(PluginState, SaysInItsHelloWhatItCanDo) {
  EXPECT_EQ(
      talk_to(library, std::string(kHello)).said.front(),
      R"({"seq":1,"name":"scribe.cpp","interface":"aggregate","numbers":"float64",)"
      R"("steps":["self-merge","copy","encode","retract","merge-into","merge-all","synchronise"],)"
      R"("reads":["count","mean"]})");
}

TEST_F(PluginState, SeesThePartsInTheirOrder) {
  EXPECT_EQ(answer("[[1,2],[3],[]]", R"([["finalise",0],["finalise",1],["finalise",2]])"),
            "[" + read("2.0", "6.0", "12.0") + "," + read("1.0", "1.5", "3.0") + "," +
                read("0.0", "null", "null") + "]");
}

TEST_F(PluginState, MergesAndLeavesTheOtherAsItWas) {
  EXPECT_EQ(answer("[[1],[2]]", R"([["merge",0,1],["finalise",0],["finalise",1]])"),
            "[" + read("2.0", "51.0", "102.0") + "," + read("1.0", "1.0", "2.0") + "]");
}

TEST_F(PluginState, MergesWithItself) {
  EXPECT_EQ(answer("[[1]]", R"([["merge",0,0],["finalise",0]])"),
            "[" + read("2.0", "50.5", "101.0") + "]");
}

TEST_F(PluginState, MakesFreshStatesBeyondTheParts) {
  EXPECT_EQ(answer("[[1]]", R"([["merge",5,0],["finalise",5],["finalise",3]])"),
            "[" + read("1.0", "0.5", "1.0") + "," + read("0.0", "null", "null") + "]");
}

TEST_F(PluginState, CopiesIntoASeparateState) {
  EXPECT_EQ(answer("[[1],[2]]", R"([["copy",1,0],["merge",0,1],["finalise",1]])"),
            "[" + read("1.0", "0.5", "1.0") + "]");
}

TEST_F(PluginState, IsDecodedFromTheBytesItEncoded) {
  EXPECT_EQ(answer("[[4]]", R"([["encode",0],["finalise",0]])"),
            "[" + read("1.0", "2.25", "4.5") + "]");
}

TEST_F(PluginState, Retracts) {
  EXPECT_EQ(answer("[[4,7]]", R"([["retract",0,[7]],["finalise",0]])"),
            "[" + read("1.0", "20.0", "40.0") + "]");
}

TEST_F(PluginState, MergesIntoEitherOperand) {
  EXPECT_EQ(answer("[[1],[2]]",
                   R"([["merge-into",0,1,1],["finalise",1],["merge-into",0,1,0],["finalise",0]])"),
            "[" + read("2.0", "501.0", "1002.0") + "," + read("3.0", "1001.0", "2002.0") + "]");
}

TEST_F(PluginState, MergesManyInOneCall) {
  EXPECT_EQ(answer("[[1],[2],[3]]", R"([["merge-all",0,3],["finalise",0]])"),
            "[" + read("3.0", "5101.625", "10203.25") + "]");
  EXPECT_EQ(answer("[]", R"([["merge-all",0,0],["finalise",0]])"),
            "[" + read("0.0", "null", "null") + "]");
}

TEST_F(PluginState, SeesMoreAndSynchronises) {
  EXPECT_EQ(answer("[[1],[]]",
                   R"([["accumulate",1,[2]],["synchronise",2],["finalise",0],["finalise",1]])"),
            "[" + read("2.0", "51.125", "102.25") + "," + read("2.0", "51.125", "102.25") + "]");
}

TEST_F(PluginState, SeesWhatIsNoNumber) {
  EXPECT_EQ(answer(R"([["NaN"],["Infinity"],["-Infinity"]])",
                   R"([["finalise",0],["finalise",1],["finalise",2]])"),
            "[" + read("1.0", "\"NaN\"", "\"NaN\"") + "," +
                read("1.0", "\"Infinity\"", "\"Infinity\"") + "," +
                read("1.0", "\"-Infinity\"", "\"-Infinity\"") + "]");
}

TEST_F(PluginState, FailsATrialWithWhatItThrows) {
  EXPECT_EQ(answer("[[13]]", R"([["finalise",0]])"), R"({"error":"unlucky"})");
  EXPECT_EQ(answer("[[14]]", R"([["finalise",0]])"),
            R"({"error":"threw what is no std::exception"})");
}

TEST_F(PluginState, FailsATrialThatIsNoTrial) {
  EXPECT_THAT(answer("[[0.5]]", R"([["invert",0]])"), HasSubstr("there is no step \\\"invert\\\""));
  EXPECT_THAT(answer("[[0.5]]", R"([["merge",0]])"), HasSubstr("is no step"));
  EXPECT_THAT(answer("[[0.5]]", R"([["finalise",-1]])"), HasSubstr("is no step"));
  EXPECT_THAT(answer("[[0.5]]", R"([["finalise",9999999]])"),
              HasSubstr("at most a million states"));
  EXPECT_THAT(answer("[[\"x\"]]", "[]"), HasSubstr("is no number"));
  EXPECT_THAT(answer("[[36893488147419103233]]", "[]"), HasSubstr("no double holds"));
  EXPECT_THAT(answer("[5]", "[]"), HasSubstr("observations are an array"));
  EXPECT_THAT(answer("5", "[]"), HasSubstr("a trial is"));
}

TEST(PluginStateInC, NeedsNoMoreThanItOffers) {
  const Workshop shop;
  const auto library = shop.library("sum.c", R"(
      #include <shardproof/plugin.h>
      #include <stdlib.h>
      static int states;
      static void* create(struct shardproof_answer* answer) {
        if (states >= 3) return shardproof_error(answer, "no more than three"), NULL;
        ++states;
        return calloc(1, sizeof(double));
      }
      static void destroy(void* state) { --states; free(state); }
      static int accumulate(void* state, double x, struct shardproof_answer* answer) {
        *(double*)state += x;
        return x < 0 ? 99 : SHARDPROOF_DONE;
      }
      static int merge(void* state, const void* other, struct shardproof_answer* answer) {
        *(double*)state += *(const double*)other;
        return SHARDPROOF_DONE;
      }
      static int finalise(const void* state, struct shardproof_answer* answer) {
        return shardproof_number(answer, *(const double*)state);
      }
      static int encode(const void* state, struct shardproof_answer* answer) {
        answer->say(answer, state, sizeof(double));
        return SHARDPROOF_DONE;
      }
      static int decode(void* state, const char* bytes, size_t length, struct shardproof_answer* answer) {
        memcpy(state, bytes, length);
        return SHARDPROOF_DONE;
      }
      const struct shardproof_plugin* shardproof_plugin(void) {
        static const struct shardproof_plugin plugin = {SHARDPROOF_PLUGIN("sum"), .create = create, .destroy = destroy,
          .accumulate = accumulate, .merge = merge, .finalise = finalise, .encode = encode, .decode = decode, .flags = SHARDPROOF_FLAG_NO_SELF_MERGE};
        return &plugin;
      })");
  const auto talk = ask_state(
      library,
      R"([{"parts":[[1],[2,3]],"plan":[["merge",0,1],["finalise",0]]},{"parts":[[],[],[],[]],"plan":[]},)"
      R"({"parts":[[-1]],"plan":[]},{"parts":[[1]],"plan":[["retract",0,[1]]]},{"parts":[[1]],"plan":[["encode",0],["encode",0],["encode",0],["finalise",0]]}])");
  EXPECT_THAT(
      talk.said.front(),
      EndsWith(R"("interface":"aggregate","numbers":"float64","steps":["encode"],"reads":[]})"));
  // The last one: what a trial made is destroyed, a failed one's too, and so is a state that was encoded.
  EXPECT_EQ(
      talk.said.back(),
      R"({"seq":2,"answers":[[{"variance":6.0}],{"error":"no more than three"},)"
      R"({"error":"accumulate returned 99, which shardproof/plugin.h does not let it return"},)"
      R"({"error":"the plugin has no retract"},[{"variance":1.0}]]})");
}

}  // namespace
}  // namespace shardproof::subject::plugin
