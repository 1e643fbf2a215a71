#include "shardproof/subject/plugin/compiler.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

extern char**
    environ;  // NOLINT(readability-redundant-declaration): POSIX names it and declares it nowhere

namespace shardproof::subject::plugin {
namespace {

using exact::Problem;
using exact::Result;

constexpr std::size_t kMostLines = 12;

Problem not_run(const std::string& name, const std::string& why) {
  return {.kind = Problem::Kind::unreadable,
          .what = "the compiler " + name + " cannot be run: " + why,
          .where = {},
          .hint = "install one (Debian: g++), or name it in CXX"};
}

bool is_program(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

/// The environment in the C locale, so that messages look the same everywhere.
std::vector<std::string> c_locale_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("LC_ALL=")) variables.emplace_back(*variable);
  }
  variables.emplace_back("LC_ALL=C");
  return variables;
}

/// As exec wants them.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// "   12 |   code" and "      |   ^~~~" belong to the message above them.
bool is_excerpt(std::string_view line) {
  const auto bar = line.find_first_not_of(" 0123456789");
  return bar != std::string_view::npos && line[bar] == '|' && line.starts_with(' ');
}

/// The adapter's reason, where `line` reports a failed static_assert of its.
std::string refusal_in(std::string_view line) {
  constexpr std::string_view kMark = "shardproof: ";
  const bool is_assertion = line.find("static_assert") != std::string_view::npos ||
                            line.find("static assertion failed") != std::string_view::npos;
  const auto mark = line.find(kMark);
  if (!is_assertion || mark == std::string_view::npos) return {};
  auto reason = line.substr(mark + kMark.size());
  if (reason.ends_with('"')) reason.remove_suffix(1);  // clang quotes it
  return std::string(reason);
}

std::string first_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) text += "\n" + lines[i];
  if (lines.size() > kMostLines) {
    text += "\n… and " + std::to_string(lines.size() - kMostLines) + " further lines";
  }
  return text.empty() ? text : text.substr(1);
}

}  // namespace

Result<std::filesystem::path> program_named(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return std::filesystem::path(name);
    return not_run(name, "there is no such program");
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const auto program = std::filesystem::path(folder.empty() ? "." : folder) / name;
    if (is_program(program)) return program;
  }
  return not_run(name, "it is not in PATH");
}

Result<Ran> run(const std::filesystem::path& program,
                const std::vector<std::string>& words,
                const std::filesystem::path& log) {
  auto arguments = words;
  auto variables = c_locale_environment();
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int error = ::posix_spawn(&child,
                                  program.c_str(),
                                  &actions,
                                  nullptr,
                                  pointers_to(arguments).data(),
                                  pointers_to(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return not_run(program.string(), std::strerror(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::ifstream file(log, std::ios::binary);
  Ran ran{.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0,
          .said = std::string(std::istreambuf_iterator<char>(file), {})};
  if (WIFSIGNALED(status)) {
    ran.said += "ended by signal " + std::to_string(WTERMSIG(status)) + "\n";
  }
  return ran;
}

Diagnosis diagnosis_of(std::string_view said, const std::filesystem::path& ours) {
  std::vector<std::string> all;
  std::vector<std::string> theirs;
  std::string refusal;
  bool is_ours = false;
  bool has_error = false;
  std::istringstream lines{std::string(said)};
  for (std::string line; std::getline(lines, line);) {
    all.push_back(line);
    if (refusal.empty()) refusal = refusal_in(line);
    if (!is_excerpt(line)) is_ours = line.find(ours.string()) != std::string::npos;
    if (is_ours) continue;
    has_error = has_error || line.find("error:") != std::string::npos;
    theirs.push_back(line);
  }
  // What is wrong with the file itself comes first: that is why nothing was found in it.
  if (has_error) return {.text = first_lines(theirs)};
  if (!refusal.empty()) return {.text = refusal, .is_refusal = true};
  return {.text = first_lines(all)};
}

}  // namespace shardproof::subject::plugin
