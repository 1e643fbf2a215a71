#include "shardproof/subject/plugin/cache.hpp"

#include <future>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.hpp"

namespace shardproof::subject::plugin {
namespace {

namespace fs = std::filesystem;

using testing::ElementsAre;

constexpr std::string_view kPlugin =
    "#include <array>\n#include <vector>\n#include \"answer.hpp\"\n"
    "double merge(const std::vector<std::array<double, 3>>&) { return kAnswer; }\n";

/// A plugin in two files, whose header holds the answer.
class CompiledPlugin : public testing::Test {
 protected:
  CompiledPlugin() { answers("1"); }

  void answers(const std::string& answer) const {
    shop_.file("answer.hpp", "constexpr double kAnswer = " + answer + ";\n");
  }

  /// Compiles it and asks it.
  std::string answer(const CompileOptions& options) const {
    const auto compiled = compile(source_, options);
    if (!compiled) return to_text(compiled.error());
    const auto line = ask_merge(compiled->library.string(), "[[]]").said.back();
    return line.substr(line.find('['));
  }

  Workshop shop_;
  fs::path source_ = shop_.file("plugin.cpp", kPlugin);
  CompileOptions options_ = shop_.counted();
};

TEST_F(CompiledPlugin, IsNotCompiledAgain) {
  EXPECT_FALSE(compile(source_, options_)->was_there);
  EXPECT_TRUE(compile(source_, options_)->was_there);
  EXPECT_EQ(answer(options_), "[1.0]}");
  EXPECT_EQ(shop_.runs(), 1u);
}

TEST_F(CompiledPlugin, IsCompiledAgainWhenAHeaderChanges) {
  EXPECT_EQ(answer(options_), "[1.0]}");
  answers("2");  // as long as before
  EXPECT_EQ(answer(options_), "[2.0]}");
  EXPECT_EQ(shop_.runs(), 2u);
}

TEST_F(CompiledPlugin, IsFoundAgainWhenAHeaderChangesBack) {
  EXPECT_EQ(answer(options_), "[1.0]}");
  answers("2");
  EXPECT_EQ(answer(options_), "[2.0]}");
  answers("1");
  EXPECT_EQ(answer(options_), "[1.0]}");
  EXPECT_EQ(shop_.runs(), 2u);
}

TEST_F(CompiledPlugin, IsNotCompiledAgainForATouchedHeader) {
  EXPECT_EQ(answer(options_), "[1.0]}");
  fs::last_write_time(shop_.path() / "answer.hpp", fs::file_time_type::clock::now());
  EXPECT_EQ(answer(options_), "[1.0]}");
  EXPECT_EQ(shop_.runs(), 1u);
}

TEST_F(CompiledPlugin, IsCompiledAgainWhenTheFileChanges) {
  EXPECT_EQ(answer(options_), "[1.0]}");
  shop_.file("plugin.cpp", std::string(kPlugin) + "\n");
  EXPECT_EQ(answer(options_), "[1.0]}");
  EXPECT_EQ(shop_.runs(), 2u);
}

TEST_F(CompiledPlugin, IsCompiledAgainWithOtherFlagsAndWithAnotherCompiler) {
  EXPECT_EQ(answer(options_), "[1.0]}");
  options_.flags = {"-O1"};
  EXPECT_EQ(answer(options_), "[1.0]}");
  EXPECT_EQ(shop_.runs(), 2u);
  // The same path, another program; then one of the same size.
  for (const auto* other : {"true", "exit"}) {
    const auto before = shop_.runs();
    options_.compiler = shop_.counted(other).compiler;
    EXPECT_EQ(answer(options_), "[1.0]}");
    EXPECT_EQ(shop_.runs(), before + 1);
  }
}

TEST_F(CompiledPlugin, IsNotTakenForWhatAFileWasThatChangedMeanwhile) {
  const auto meddling = shop_.counted("echo 'constexpr double kAnswer = 7;' > '" +
                                      (shop_.path() / "answer.hpp").string() + "'");
  EXPECT_EQ(answer(meddling), "[1.0]}");  // what the compiler saw
  EXPECT_EQ(answer(meddling), "[7.0]}");
  EXPECT_EQ(shop_.runs(), 2u);
}

TEST_F(CompiledPlugin, IsCompiledAgainWhenItsLibraryIsGone) {
  EXPECT_EQ(answer(options_), "[1.0]}");
  fs::remove(compile(source_, options_)->library);
  EXPECT_EQ(answer(options_), "[1.0]}");
  EXPECT_EQ(shop_.runs(), 2u);
}

TEST_F(CompiledPlugin, LeavesNothingElseInTheCache) {
  EXPECT_EQ(answer(options_), "[1.0]}");
  shop_.file("plugin.cpp", "slip");
  EXPECT_FALSE(compile(source_, options_).has_value());
  std::vector<std::string> endings;
  for (const auto& entry : fs::directory_iterator(options_.cache))
    endings.push_back(entry.path().extension().string());
  EXPECT_THAT(endings, testing::UnorderedElementsAre(".so", ".deps"));
}

TEST_F(CompiledPlugin, IsCompiledByTwoAtOnce) {
  const auto slow = shop_.counted("sleep 0.2");
  const auto one = [&] { return compile(source_, slow); };
  auto first = std::async(std::launch::async, one);
  auto second = std::async(std::launch::async, one);
  const auto left = first.get();
  const auto right = second.get();
  ASSERT_TRUE(left.has_value() && right.has_value());
  EXPECT_EQ(left->library, right->library);
  EXPECT_EQ(shop_.runs(), 2u);
  EXPECT_EQ(answer(slow), "[1.0]}");
  EXPECT_EQ(shop_.runs(), 2u);
}

TEST_F(CompiledPlugin, IsCompiledAgainIfTheListOfItsFilesIsDamaged) {
  EXPECT_EQ(answer(options_), "[1.0]}");
  for (const auto* text : {"", "nonsense\n", "\n"}) {
    for (const auto& entry : fs::directory_iterator(options_.cache)) {
      if (entry.path().extension() == ".deps") shop_.file(entry.path().string(), text);
    }
    const auto before = shop_.runs();
    EXPECT_EQ(answer(options_), "[1.0]}");
    EXPECT_EQ(shop_.runs(), before + 1);
  }
}

TEST(Dependencies, AreReadFromAMakeRule) {
  EXPECT_THAT(
      dependencies_in("plugin: /a/b.cpp \\\n /with\\ blank.hpp /dollar$$.hpp \\\n  /hash\\#.hpp\n"),
      ElementsAre("/a/b.cpp", "/with blank.hpp", "/dollar$.hpp", "/hash#.hpp"));
  EXPECT_TRUE(dependencies_in("").empty());
}

}  // namespace
}  // namespace shardproof::subject::plugin
