#include "shardproof/subject/plugin/compile.hpp"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.hpp"

namespace shardproof::subject::plugin {
namespace {

using exact::Problem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Problem problem_of(const Workshop& shop, const std::string& name, std::string_view text) {
  const auto compiled = compile(shop.file(name, text), shop.options());
  EXPECT_FALSE(compiled.has_value());
  return compiled ? Problem{} : compiled.error();
}

TEST(Compile, ShowsTheCompilersFirstLinesAndNoneAboutOurFiles) {
  const Workshop shop;
  const auto problem =
      problem_of(shop, "slip.cpp", "#include <vector>\n\nint merge() { return nothing; }\n");
  EXPECT_EQ(problem.kind, Problem::Kind::malformed);
  EXPECT_EQ(problem.where, (shop.path() / "slip.cpp").string());
  EXPECT_THAT(problem.what, StartsWith("does not compile\n"));
  EXPECT_THAT(problem.what, HasSubstr(problem.where + ":3:"));
  EXPECT_THAT(problem.what, HasSubstr("'nothing' was not declared"));
  EXPECT_THAT(problem.what, HasSubstr("int merge() { return nothing; }"));
  EXPECT_THAT(problem.what, Not(HasSubstr("driver.cpp")));
  EXPECT_THAT(problem.what, Not(HasSubstr("cache")));
  EXPECT_THAT(problem.hint, HasSubstr("c++ -std=c++20 -O2"));
}

TEST(Compile, ShowsNoMoreThanTheFirstLines) {
  const Workshop shop;
  std::string text;
  for (int i = 0; i < 30; ++i) text += "int x" + std::to_string(i) + " = nothing;\n";
  const auto what = problem_of(shop, "slips.cpp", text).what;
  EXPECT_LE(std::count(what.begin(), what.end(), '\n'), 14);
  EXPECT_THAT(what, HasSubstr("further lines"));
}

TEST(Compile, ShowsWhatACPluginGotWrong) {
  const Workshop shop;
  EXPECT_THAT(problem_of(shop, "slip.c", "int class = nothing;\n").what,
              HasSubstr("slip.c:1:13: error: 'nothing' undeclared"));
}

TEST(Compile, SaysWhatAPluginIsToAFileThatIsNone) {
  const Workshop shop;
  const auto problem = problem_of(shop, "other.cpp", "int unrelated() { return 1; }\n");
  EXPECT_EQ(problem.what, "is no plugin: there is neither a merge nor a State");
  EXPECT_THAT(problem.hint, HasSubstr("double merge(const std::vector<std::array<double, 3>>&)"));
  EXPECT_THAT(problem.hint, HasSubstr("accumulate(double)"));
  EXPECT_EQ(problem_of(shop,
                       "narrow.cpp",
                       "#include <array>\n#include <vector>\nint merge(std::vector<std::array<int, "
                       "3>> w) { return 1; }\n")
                .what,
            problem.what);
}

TEST(Compile, SaysWhatAStateLacks) {
  const Workshop shop;
  const auto what = [&](const std::string& members) {
    return problem_of(shop, "state.cpp", "struct State {\n" + members + "\n};\n").what;
  };
  EXPECT_EQ(
      what("State(int); void accumulate(double); void merge(const State&); double finalise();"),
      "is no plugin: State() does not make an empty state");
  EXPECT_EQ(what("void merge(const State&); double finalise();"),
            "is no plugin: State has no accumulate(double)");
  EXPECT_EQ(what("void accumulate(double); double finalise();"),
            "is no plugin: State has no merge(const State&)");
  EXPECT_EQ(what("void accumulate(double); void merge(const State&);"),
            "is no plugin: State has no finalise()");
  EXPECT_EQ(what("void accumulate(long long); void merge(const State&); double finalise();"),
            "is no plugin: State has no accumulate(double)");
  EXPECT_EQ(what("void accumulate(double); void merge(const State&); const char* finalise();"),
            "is no plugin: the answer is neither a number nor a std::optional of one");
}

TEST(Compile, NamesACompilerThatIsNotThere) {
  const Workshop shop;
  auto options = shop.options();
  for (const auto* name : {"no-such-compiler", "/no/such/compiler"}) {
    options.compiler = {name};
    const auto compiled = compile(shop.file("a.cpp", ""), options);
    ASSERT_FALSE(compiled.has_value());
    EXPECT_THAT(compiled.error().what,
                StartsWith("the compiler " + std::string(name) + " cannot be run: "));
    EXPECT_THAT(compiled.error().hint, HasSubstr("CXX"));
  }
}

TEST(Compile, RefusesFilesThatAreNoSources) {
  const Workshop shop;
  EXPECT_EQ(problem_of(shop, "notes.txt", "").what, "is no source file");
  EXPECT_THAT(problem_of(shop, "a\"b.cpp", "").what, HasSubstr("a quote"));
  const auto missing = compile(shop.path() / "nowhere.cpp", shop.options());
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().kind, Problem::Kind::unreadable);
}

TEST(Compile, SaysWhereItCannotWrite) {
  const Workshop shop;
  auto options = shop.options();
  options.cache = shop.file("file", "") / "cache";
  const auto compiled = compile(shop.file("a.cpp", ""), options);
  ASSERT_FALSE(compiled.has_value());
  EXPECT_EQ(compiled.error().kind, Problem::Kind::unwritable);
  EXPECT_THAT(compiled.error().hint, HasSubstr("XDG_CACHE_HOME"));
}

TEST(Compile, CopesWithBlanksInPaths) {
  const Workshop shop;
  std::filesystem::create_directory(shop.path() / "a b");
  shop.file("a b/one $#.hpp", "inline double one() { return 1; }\n");
  const auto file =
      shop.file("a b/c d.cpp",
                "#include <array>\n#include <vector>\n#include \"one $#.hpp\"\n"
                "double merge(const std::vector<std::array<double, 3>>&) { return one(); }\n");
  auto options = shop.options();
  options.cache = shop.path() / "ca che";
  for (const bool again : {false, true}) {
    const auto compiled = compile(file, options);
    ASSERT_TRUE(compiled.has_value()) << to_text(compiled.error());
    EXPECT_EQ(compiled->was_there, again);
  }
  shop.file("a b/one $#.hpp", "inline double one() { return 100; }\n");
  EXPECT_FALSE(compile(file, options)->was_there);
}

TEST(Compile, TakesFlagsOfTheUsersOwnLast) {
  const Workshop shop;
  const auto file =
      shop.file("flags.cpp",
                "#include <array>\n#include <vector>\n"
                "double merge(const std::vector<std::array<double, 3>>&) { return ANSWER; }\n");
  auto options = shop.options();
  options.flags = {"-DANSWER=3", "-Wall", "-Werror"};
  const auto compiled = compile(file, options);
  ASSERT_TRUE(compiled.has_value()) << to_text(compiled.error());
  EXPECT_EQ(ask_merge(compiled->library.string(), "[[]]").said.back(),
            R"({"seq":2,"answers":[3.0]})");
}

TEST(Source, IsKnownByItsEnding) {
  for (const auto* name : {"a.cpp", "a.cc", "a.cxx", "a.hpp", "a.hh", "a.h", "a.c", "a.so.c"})
    EXPECT_TRUE(is_source(name)) << name;
  for (const auto* name : {"a.so", "a", "a.py", "cpp", ".cpp", "a.CPP.txt"})
    EXPECT_FALSE(is_source(name)) << name;
}

/// The environment with some variables changed, until the end of the test.
class Environment {
 public:
  void set(const std::string& name, const char* value) {
    const char* old = std::getenv(name.c_str());
    before_.push_back({name, old != nullptr, old != nullptr ? old : ""});
    put(name, value);
  }

  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  ~Environment() {
    for (auto old = before_.rbegin(); old != before_.rend(); ++old)
      put(old->name, old->was_set ? old->value.c_str() : nullptr);
  }

 private:
  struct Old {
    std::string name;
    bool was_set = false;
    std::string value;
  };

  static void put(const std::string& name, const char* value) {
    if (value == nullptr) {
      ::unsetenv(name.c_str());
    } else {
      ::setenv(name.c_str(), value, 1);
    }
  }

  std::vector<Old> before_;
};

TEST(CompileOptions, AreWhatTheEnvironmentSays) {
  Environment environment;
  environment.set("CXX", " ccache  clang++ ");
  environment.set("SHARDPROOF_CXXFLAGS", "-I include -g");
  environment.set("XDG_CACHE_HOME", "/var/caches");
  environment.set("HOME", "/home/someone");
  const auto options = compile_options_from_environment();
  EXPECT_THAT(options.compiler, ElementsAre("ccache", "clang++"));
  EXPECT_THAT(options.flags, ElementsAre("-I", "include", "-g"));
  EXPECT_EQ(options.cache, "/var/caches/shardproof");
}

TEST(CompileOptions, HaveDefaultsWithoutAHomeToo) {
  Environment environment;
  environment.set("CXX", nullptr);
  environment.set("SHARDPROOF_CXXFLAGS", nullptr);
  environment.set("XDG_CACHE_HOME", "relative");
  environment.set("HOME", "/home/someone");
  const auto options = compile_options_from_environment();
  EXPECT_THAT(options.compiler, ElementsAre("c++"));
  EXPECT_TRUE(options.flags.empty());
  EXPECT_EQ(options.cache, "/home/someone/.cache/shardproof");
  environment.set("HOME", nullptr);
  EXPECT_EQ(compile_options_from_environment().cache.parent_path(),
            std::filesystem::temp_directory_path());
}

}  // namespace
}  // namespace shardproof::subject::plugin
