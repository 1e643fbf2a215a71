#include "shardproof/subject/plugin/host.hpp"

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.hpp"

namespace shardproof::subject::plugin {
namespace {

using namespace std::literals;
using testing::_;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

/// A plugin in C: `body` is that of its merge of doubles.
std::string merging(const std::string& body) {
  return "#include <shardproof/plugin.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include "
         "<unistd.h>\n"
         "static int merge(const struct shardproof_double_triple* w, size_t n, struct "
         "shardproof_answer* answer) {\n" +
         body +
         "\n}\nconst struct shardproof_plugin* shardproof_plugin(void) {\n"
         "static const struct shardproof_plugin plugin = {SHARDPROOF_PLUGIN(\"test\"), "
         ".merge_doubles = merge};\n"
         "return &plugin;\n}\n";
}

/// What a plugin with that merge answers to one trial of one worker.
std::string answer_of(const std::string& body) {
  const Workshop shop;
  const auto talk = ask_merge(shop.library("plugin.c", merging(body)), "[[[1,2,4]]]");
  EXPECT_EQ(talk.said.size(), 2u);
  return talk.said.empty() ? "" : talk.said.back();
}

/// The error in the answer to the hello.
std::string refusal_of(const std::string& library) {
  const auto talk = talk_to(library, std::string(kHello));
  EXPECT_EQ(talk.exit_code, 0);
  EXPECT_EQ(talk.said.size(), 1u);
  return talk.said.empty() ? "" : talk.said.front();
}

TEST(PluginHost, AnswersTrialByTrial) {
  const Workshop shop;
  const auto library = shop.library(
      "plugin.c",
      merging("return n ? shardproof_number(answer, w[n - 1].sumsq + n) : SHARDPROOF_NONE;"));
  EXPECT_THAT(ask_merge(library, "[[[1,2,4]],[],[[1,0,0],[2,-1,0.5]]]").said,
              ElementsAre(R"({"seq":1,"name":"test","interface":"merge","numbers":"float64"})",
                          R"({"seq":2,"answers":[5.0,null,2.5]})"));
}

TEST(PluginHost, LeavesAtByeAndAtTheEnd) {
  const Workshop shop;
  const auto library = shop.library("plugin.c", merging("return SHARDPROOF_NONE;"));
  const auto bye =
      talk_to(library, std::string(kHello) + "{\"seq\":2,\"op\":\"bye\"}\n" + std::string(kHello));
  EXPECT_EQ(bye.said.size(), 1u);
  EXPECT_EQ(bye.exit_code, 0);
  EXPECT_EQ(talk_to(library, "").exit_code, 0);
  // The last line need not end.
  EXPECT_EQ(talk_to(library, R"({"seq":1,"op":"hello","protocol":1})").said.size(), 1u);
}

TEST(PluginHost, TakesRequestsBeforeTheAnswersAreRead) {
  const Workshop shop;
  const auto library = shop.library("plugin.c", merging("return SHARDPROOF_NONE;"));
  std::string requests(kHello);
  for (int seq = 2; seq < 200; ++seq) {
    requests += R"({"seq":)" + std::to_string(seq) + R"(,"op":"merge","trials":[[]]})" + "\n";
  }
  const auto talk = talk_to(library, requests);
  ASSERT_EQ(talk.said.size(), 199u);
  EXPECT_EQ(talk.said.back(), R"({"seq":199,"answers":[null]})");
}

TEST(PluginHost, KeepsThePluginsOwnInputAndOutputApart) {
  const Workshop shop;
  const auto library = shop.library("plugin.c", merging(R"(
      puts("chatter"); fflush(stdout);
      char line[9];
      return shardproof_number(answer, write(1, "more", 4) + (fgets(line, 9, stdin) ? 100 : 0));)"));
  // More than the host reads at once, so that some of it is there to be taken away.
  const std::string much(200'000, ' ');
  const auto talk = talk_to(library,
                            std::string(kHello) + R"({"seq":2,"op":"merge","trials":[[]]})" + "\n" +
                                much + R"({"seq":3,"op":"merge","trials":[[]]})" + "\n");
  EXPECT_THAT(talk.said,
              ElementsAre(_, R"({"seq":2,"answers":[4.0]})", R"({"seq":3,"answers":[4.0]})"));
  EXPECT_EQ(talk.aside, "chatter\nmorechatter\nmore");
}

TEST(PluginHost, HandsOnWhatThePluginSaysOfAnError) {
  EXPECT_EQ(answer_of("return shardproof_error(answer, \"a \\\"why\\\"\");"),
            R"({"seq":2,"answers":[{"error":"a \"why\""}]})");
  EXPECT_EQ(answer_of("return SHARDPROOF_ERROR;"),
            R"({"seq":2,"answers":[{"error":"merge_doubles failed and did not say why"}]})");
}

TEST(PluginHost, SaysNothingThatIsNoUtf8) {
  EXPECT_EQ(answer_of(R"(return shardproof_error(answer, "caf\xe9");)"),
            R"({"seq":2,"answers":[{"error":"caf?"}]})");
  EXPECT_EQ(answer_of(R"(return shardproof_error(answer, "café");)"),
            R"({"seq":2,"answers":[{"error":"café"}]})");
}

TEST(PluginHost, PassesOnEveryDouble) {
  EXPECT_EQ(answer_of("return shardproof_number(answer, 0.0 / 0.0);"),
            R"({"seq":2,"answers":["NaN"]})");
  EXPECT_EQ(answer_of("return shardproof_number(answer, -1.0 / 0.0);"),
            R"({"seq":2,"answers":["-Infinity"]})");
  EXPECT_EQ(answer_of("return shardproof_number(answer, 0.1);"), R"({"seq":2,"answers":[0.1]})");
}

TEST(PluginHost, PassesOnAFractionAndNoOtherText) {
  EXPECT_EQ(answer_of("return shardproof_text(answer, \"-38/9\");"),
            R"({"seq":2,"answers":["-38/9"]})");
  EXPECT_EQ(answer_of("return shardproof_text(answer, \"12\");"),
            R"({"seq":2,"answers":["12/1"]})");
  for (const auto* text : {"", "-", "/", "1/", "1/0", "1.5", "1e3", "+1", "1/-2", "1/2/3", " 1"}) {
    EXPECT_EQ(answer_of("return shardproof_text(answer, \""s + text + "\");"),
              R"({"seq":2,"answers":[{"error":"merge_doubles said \")"s + text +
                  R"(\", which is neither \"n\" nor \"n/d\""}]})");
  }
}

TEST(PluginHost, TakesNoStepForAnAnswer) {
  EXPECT_THAT(
      answer_of("return SHARDPROOF_DONE;"),
      HasSubstr("merge_doubles returned 0, which shardproof/plugin.h does not let it return"));
  EXPECT_THAT(answer_of("return 77;"), HasSubstr("merge_doubles returned 77"));
}

TEST(PluginHost, EndsWithThePluginThatCrashes) {
  const Workshop shop;
  const auto talk = ask_merge(shop.library("plugin.c", merging("abort();")), "[[]]");
  EXPECT_EQ(talk.exit_code, -SIGABRT);
  EXPECT_EQ(talk.said.size(), 1u);
}

TEST(PluginHost, AsksIntegersAndTextsAsTheyAre) {
  const Workshop shop;
  const auto library = shop.library("plugin.c", R"(
      #include <shardproof/plugin.h>
      static int whole(const struct shardproof_int64_triple* w, size_t n, struct shardproof_answer* answer) {
        return shardproof_number(answer, w[0].sumsq == INT64_MAX && w[0].sum == INT64_MIN && n == 1);
      }
      static int exact(const struct shardproof_text_triple* w, size_t n, struct shardproof_answer* answer) {
        if (!strchr(w[0].sum, '/')) return shardproof_text(answer, w[0].sumsq);
        return shardproof_text(answer, w[0].sum);
      }
      const struct shardproof_plugin* shardproof_plugin(void) {
        static const struct shardproof_plugin plugin = {SHARDPROOF_PLUGIN("test"), .merge_int64s = whole, .merge_texts = exact};
        return &plugin;
      })");
  const auto whole =
      ask_merge(library, "[[[1,-9223372036854775808,9223372036854775807]],[[1,0.5,1]]]");
  EXPECT_THAT(whole.said.front(), EndsWith(R"("numbers":"int64"})"));
  EXPECT_EQ(whole.said.back(),
            R"({"seq":2,"answers":[1.0,{"error":"0.5 is no integer of 64 bits"}]})");
  const auto exact =
      ask_merge(library, R"([[[1,0.1,1]],[[1,"-1/36893488147419103232",1]],[[1,2,1e23]]])", true);
  EXPECT_THAT(exact.said.front(), EndsWith(R"("numbers":"any"})"));
  EXPECT_EQ(exact.said.back(),
            R"({"seq":2,"answers":["3602879701896397/36028797018963968","-1/36893488147419103232",)"
            R"("99999999999999991611392/1"]})");
}

TEST(PluginHost, RefusesToBeExactWithDoubles) {
  const Workshop shop;
  const auto talk =
      ask_merge(shop.library("plugin.c", merging("return SHARDPROOF_NONE;")), "[]", true);
  EXPECT_THAT(talk.said,
              ElementsAre(HasSubstr("has no merge of exact numbers (leave out --exact, or")));
  EXPECT_EQ(talk.exit_code, 0);
}

TEST(PluginHost, RefusesWhatIsNoLibrary) {
  const Workshop shop;
  const auto text = shop.file("text.so", "hello\n").string();
  EXPECT_EQ(refusal_of(text),
            R"({"seq":1,"error":")" + text +
                ": cannot be loaded: file too short (a plugin is a shared library: cc -shared "
                "-fPIC -o plugin.so plugin.c)\"}");
  EXPECT_THAT(refusal_of((shop.path() / "nowhere.so").string()), HasSubstr("No such file"));
}

TEST(PluginHost, RefusesALibraryWithoutTheFunction) {
  const Workshop shop;
  EXPECT_THAT(refusal_of(shop.library("plugin.c", "int unrelated(void) { return 1; }\n")),
              HasSubstr("exports no function shardproof_plugin (shardproof/plugin.h declares it"));
}

TEST(PluginHost, RefusesALibraryThatNeedsWhatIsNotThere) {
  const Workshop shop;
  EXPECT_THAT(
      refusal_of(shop.library("plugin.c", merging("int elsewhere(void); return elsewhere();"))),
      HasSubstr("undefined symbol: elsewhere"));
}

std::string exporting(const std::string& initialiser) {
  return "#include <shardproof/plugin.h>\n"
         "static int merge(const struct shardproof_double_triple* w, size_t n, struct "
         "shardproof_answer* answer) {\n"
         "  return SHARDPROOF_NONE;\n}\n"
         "const struct shardproof_plugin* shardproof_plugin(void) {\n"
         "  static const struct shardproof_plugin plugin = {" +
         initialiser + "};\n  return &plugin;\n}\n";
}

TEST(PluginHost, RefusesAnotherVersionOfTheInterface) {
  const Workshop shop;
  EXPECT_THAT(refusal_of(shop.library(
                  "plugin.c", exporting(".abi_version = 2, .size = 4096, .merge_doubles = merge"))),
              HasSubstr("was built for version 2 of shardproof/plugin.h, and this program speaks "
                        "version 1 (build it again"));
}

TEST(PluginHost, TakesAnOlderPluginsUnknownMembersForNull) {
  // Nothing behind merge_doubles was in that plugin's header, so what stands there is no function.
  const Workshop shop;
  const auto library = shop.library("plugin.c", exporting(R"(
      .abi_version = 1, .size = offsetof(struct shardproof_plugin, merge_int64s), .name = "old",
      .merge_doubles = merge, .merge_texts = (void*)1)"));
  EXPECT_THAT(ask_merge(library, "[]").said.front(), HasSubstr(R"("numbers":"float64")"));
  EXPECT_THAT(ask_merge(library, "[]", true).said.front(),
              HasSubstr("has no merge of exact numbers"));
}

TEST(PluginHost, RefusesAPluginWithNothingToAsk) {
  const Workshop shop;
  EXPECT_THAT(refusal_of(shop.library("plugin.c", exporting("SHARDPROOF_PLUGIN(\"idle\")"))),
              HasSubstr("has neither a merge nor a whole state"));
  EXPECT_THAT(
      refusal_of(shop.library("null.c",
                              "#include <shardproof/plugin.h>\nconst struct shardproof_plugin* "
                              "shardproof_plugin(void) { return 0; }\n")),
      HasSubstr("shardproof_plugin() returned a null pointer"));
}

TEST(PluginHost, SaysWhatIsWrongWithARequest) {
  const Workshop shop;
  const auto library = shop.library("plugin.c", merging("return SHARDPROOF_NONE;"));
  const std::string hello(kHello);
  EXPECT_THAT(talk_to(library, "{\"seq\":7,\"op\":\"merge\",\"trials\":[]}\n").said,
              ElementsAre(R"({"seq":7,"error":"a conversation begins with \"hello\""})"));
  EXPECT_THAT(talk_to(library, "{\"seq\":1,\"op\":\"hello\",\"protocol\":2}\n").said,
              ElementsAre(HasSubstr("protocol 1")));
  EXPECT_THAT(
      talk_to(library, hello + "{\"seq\":2,\"op\":\"aggregate\",\"trials\":[]}\n").said.back(),
      HasSubstr("the plugin is not asked \\\"aggregate\\\""));
  EXPECT_THAT(talk_to(library, hello + "{\"seq\":2,\"op\":\"merge\",\"trials\":[[[1,2]],[7],8]}\n")
                  .said.back(),
              HasSubstr(R"([{"error":"a worker is [count, sum, sumsq]"},{"error":"a worker is)"));
  const auto broken = talk_to(library, "{\"seq\":1\n" + hello);
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_EQ(broken.said.size(), 1u);
}

}  // namespace
}  // namespace shardproof::subject::plugin
