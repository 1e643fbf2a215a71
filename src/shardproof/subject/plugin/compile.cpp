#include "shardproof/subject/plugin/compile.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "shardproof/subject/plugin/cache.hpp"
#include "shardproof/subject/plugin/compiler.hpp"
#include "shardproof/subject/plugin/fingerprint.hpp"
#include "shardproof/subject/shipped.hpp"

namespace shardproof::subject::plugin {
namespace {

namespace fs = std::filesystem;

using exact::Problem;
using exact::Result;

constexpr std::string_view kAccepted =
    "in the global namespace it has a merge, such as `double merge(const "
    "std::vector<std::array<double, 3>>&)`: the name "
    "merge or solve; a std::vector of std::array<T, 3> or of std::vector<T>, or a std::span; T "
    "double, long double, long "
    "long or std::int64_t, or a template parameter; a number or a std::optional of one returned. "
    "Or it has a class State "
    "with accumulate(double), merge(const State&) and finalise()";

/// Variables that the compiler itself listens to.
constexpr auto kHeard =
    std::to_array({"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"});

/// What every plugin is compiled against.
std::vector<ShippedFile> headers() {
  std::vector<ShippedFile> found;
  std::ranges::copy_if(shipped_files(), std::back_inserter(found), [](const ShippedFile& file) {
    return file.name.ends_with(".h") || file.name.ends_with(".hpp");
  });
  return found;
}

std::string variable(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? text : "";
}

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

Problem refused(const fs::path& source, Problem::Kind kind, std::string what, std::string hint) {
  return {.kind = kind, .what = std::move(what), .where = source.string(), .hint = std::move(hint)};
}

bool write(const fs::path& file, std::string_view text) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  return static_cast<bool>(stream.flush());
}

/// One source to be compiled one way.
class Job {
 public:
  Job(fs::path source, fs::path compiler, const CompileOptions& options)
      : source_(std::move(source)), compiler_(std::move(compiler)), options_(options) {}

  Result<Compiled> result() const {
    const Cache cache(options_.cache, key());
    if (auto entry = cache.find()) {
      return Compiled{.library = entry->library, .was_there = true, .note = entry->note};
    }
    const auto folder = WorkFolder::in(options_.cache);
    if (!folder) return folder.error();
    return made(folder->path(), cache);
  }

 private:
  bool is_c() const { return source_.extension() == ".c"; }

  /// What includes the user's file and makes a plugin of it.
  std::string driver() const {
    return "#include \"" + source_.string() + "\"\n#define SHARDPROOF_PLUGIN_NAME \"" +
           source_.filename().string() +
           "\"\n#include \"shardproof/subject/plugin/cpp_adapter.hpp\"\n";
  }

  std::vector<std::string> fixed_words() const {
    return {
        is_c() ? "-std=gnu11" : "-std=c++20", "-O2", "-shared", "-fPIC", "-ffp-contract=off", "-w"};
  }

  std::string key() const {
    Fingerprint key;
    key.add("1").add(source_.string()).add(driver());
    for (const auto& header : headers()) key.add(header.name).add(header.text);
    // Which version of the compiler it is, without running it.
    std::error_code error;
    const auto program = fs::canonical(compiler_, error);
    key.add(program.string())
        .add(std::to_string(fs::file_size(program, error)))
        .add(std::to_string(fs::last_write_time(program, error).time_since_epoch().count()));
    for (const auto* name : kHeard) key.add(variable(name));
    for (const auto& words : {options_.compiler, fixed_words(), options_.flags}) {
      key.add(std::to_string(words.size()));
      for (const auto& word : words) key.add(word);
    }
    return key.text();
  }

  Result<Ran> compiled(const fs::path& folder, bool is_exact) const {
    auto words = options_.compiler;
    const auto ours = fixed_words();
    words.insert(words.end(), ours.begin(), ours.end());
    if (is_exact) words.emplace_back("-DSHARDPROOF_EXACT");
    const auto in_folder = [&](const char* name) { return (folder / name).string(); };
    words.insert(words.end(),
                 {"-I",
                  in_folder("include"),
                  "-MD",
                  "-MF",
                  in_folder("deps"),
                  "-MT",
                  "plugin",
                  "-o",
                  in_folder("plugin.so")});
    // c++ would take a file called .c for C++; what the user's flags link is neither.
    if (is_c()) words.insert(words.end(), {"-x", "c", source_.string(), "-x", "none"});
    if (!is_c()) words.push_back((folder / "driver.cpp").string());
    words.insert(words.end(), options_.flags.begin(), options_.flags.end());
    return run(compiler_, words, folder / "log");
  }

  Problem failed(const Diagnosis& diagnosis) const {
    if (diagnosis.is_refusal) {
      return refused(source_,
                     Problem::Kind::malformed,
                     "is no plugin: " + diagnosis.text,
                     std::string(kAccepted));
    }
    std::string command;
    for (const auto& words : {options_.compiler, fixed_words(), options_.flags}) {
      for (const auto& word : words) command += (command.empty() ? "" : " ") + word;
    }
    return refused(source_,
                   Problem::Kind::malformed,
                   "does not compile\n" + diagnosis.text + "\n",
                   "compiled with " + command +
                       "; SHARDPROOF_CXXFLAGS adds flags, CXX names another compiler");
  }

  Result<Compiled> made(const fs::path& folder, const Cache& cache) const {
    bool is_written = write(folder / "driver.cpp", driver());
    for (const auto& header : headers()) {
      is_written = is_written && write(folder / "include" / header.name, header.text);
    }
    if (!is_written) {
      return refused(folder,
                     Problem::Kind::unwritable,
                     "cannot be written",
                     "XDG_CACHE_HOME names another place");
    }
    const auto started = fs::file_time_type::clock::now();
    const bool is_exact =
        !is_c() && text_of(source_).value_or("").find("template") != std::string::npos;
    auto ran = compiled(folder, is_exact);
    std::string note;
    if (ran && !ran->succeeded && is_exact) {
      const auto exactly = diagnosis_of(ran->said, folder);
      ran = compiled(folder, false);
      note = "asked in doubles only: it does not compile for exact rationals\n" + exactly.text;
    }
    if (!ran) return ran.error();
    if (!ran->succeeded) return failed(diagnosis_of(ran->said, folder));
    auto dependencies = dependencies_in(text_of(folder / "deps").value_or(""));
    std::erase_if(dependencies,
                  [&](const fs::path& file) { return file.string().starts_with(folder.string()); });
    const auto entry = cache.put(folder / "plugin.so", note, dependencies, started);
    if (!entry) return entry.error();
    return Compiled{.library = entry->library, .was_there = false, .note = entry->note};
  }

  fs::path source_;
  fs::path compiler_;
  const CompileOptions& options_;
};

}  // namespace

CompileOptions compile_options_from_environment() {
  CompileOptions options;
  if (auto compiler = words_in(variable("CXX")); !compiler.empty()) options.compiler = compiler;
  options.flags = words_in(variable("SHARDPROOF_CXXFLAGS"));
  options.cache = cache_folder();
  return options;
}

bool is_source(const fs::path& file) {
  constexpr auto kEndings =
      std::to_array<std::string_view>({".cpp", ".cc", ".cxx", ".hpp", ".hh", ".h", ".c"});
  return std::ranges::find(kEndings, file.extension().string()) != kEndings.end();
}

Result<Compiled> compile(const fs::path& source, const CompileOptions& options) {
  std::error_code error;
  const auto whole = fs::weakly_canonical(fs::absolute(source, error), error);
  if (!fs::is_regular_file(whole, error)) {
    return refused(source, Problem::Kind::unreadable, "is no file that can be read", "");
  }
  if (!is_source(source)) {
    return refused(source,
                   Problem::Kind::malformed,
                   "is no source file",
                   "they end in .cpp, .hpp, .c and the like");
  }
  if (whole.string().find_first_of("\"\\\n") != std::string::npos) {
    return refused(
        source,
        Problem::Kind::malformed,
        "has a quote, a backslash or a line break in its path, which no #include can name",
        "move it");
  }
  const auto compiler = program_named(options.compiler.empty() ? "c++" : options.compiler.front());
  if (!compiler) return compiler.error();
  return Job(whole, *compiler, options).result();
}

}  // namespace shardproof::subject::plugin
