#include "shardproof/subject/process/launch.hpp"

#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include "shardproof/subject/plugin/compile.hpp"
#include "shardproof/subject/shipped.hpp"

namespace shardproof::subject {
namespace {

namespace fs = std::filesystem;

using exact::Problem;

constexpr auto kAdapters = "shardproof/subject/process/adapters";

/// The program that $`variable` names, else `usual`.
std::string program(const char* variable, const char* usual) {
  const char* chosen = std::getenv(variable);
  return chosen != nullptr && chosen[0] != '\0' ? chosen : usual;
}

exact::Result<Launch> by_adapter(const fs::path& file,
                                 std::string interpreter,
                                 std::string_view adapter,
                                 Language language) {
  const auto folder = shipped_folder();
  if (!folder) return folder.error();
  return Launch{
      .name = file.filename().string(),
      .command = {std::move(interpreter), *folder / kAdapters / adapter, fs::absolute(file)},
      .language = language,
      .file = file};
}

Launch by_host(const fs::path& file,
               const fs::path& library,
               const std::vector<std::string>& host,
               Language language) {
  Launch launch{
      .name = file.filename().string(), .command = host, .language = language, .file = file};
  launch.command.push_back(fs::absolute(library).string());
  return launch;
}

}  // namespace

exact::Result<Launch> launch_of_file(const fs::path& file, const std::vector<std::string>& host) {
  std::error_code error;
  if (!fs::exists(file, error)) {
    return Problem{.kind = Problem::Kind::unreadable,
                   .what = "there is no such file",
                   .where = file.string(),
                   .hint = "a command goes behind --"};
  }
  const std::string ending = file.extension().string();
  if (ending == ".py")
    return by_adapter(file, program("PYTHON", "python3"), "python.py", Language::python);
  if (ending == ".mjs" || ending == ".js" || ending == ".cjs")
    return by_adapter(file, program("NODE", "node"), "node.mjs", Language::javascript);
  if (ending == ".R" || ending == ".r") return by_adapter(file, "Rscript", "r.R", Language::r);
  if (ending == ".so") return by_host(file, file, host, Language::c);
  if (plugin::is_source(file)) {
    const auto compiled = plugin::compile(file, plugin::compile_options_from_environment());
    if (!compiled) return compiled.error();
    auto launch =
        by_host(file, compiled->library, host, ending == ".c" ? Language::c : Language::cplusplus);
    launch.note = compiled->note;
    return launch;
  }
  return Problem{
      .kind = Problem::Kind::unknown_name,
      .what = "a file with the ending \"" + ending + "\" cannot be hunted",
      .where = file.string(),
      .hint =
          "known: .py, .mjs, .cjs, .js, .R, .cpp, .cc, .hpp, .c, .so; anything else goes "
          "behind --, as a "
          "command"};
}

std::optional<Launch> exact_launch_of(const Launch& launch) {
  if (launch.language != Language::cplusplus) return std::nullopt;
  Launch exact = launch;
  exact.command.insert(exact.command.end() - 1, "--exact");
  return exact;
}

Launch launch_of_command(std::vector<std::string> command) {
  return {.name = {}, .command = std::move(command), .language = Language::other, .file = {}};
}

}  // namespace shardproof::subject
