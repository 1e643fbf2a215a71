#include "workshop.hpp"

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "shardproof/subject/plugin/host.hpp"

namespace shardproof::subject::plugin {
namespace {

namespace fs = std::filesystem;

std::string text_in(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A hello, and a request about `trials`.
std::string asking(const std::string& op, const std::string& trials) {
  std::ostringstream requests;
  requests << kHello << R"({"seq":2,"op":")" << op << R"(","trials":)" << trials << "}\n";
  return requests.str();
}

}  // namespace

Workshop::Workshop() {
  std::string pattern = (fs::temp_directory_path() / "shardproof-plugin-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) ADD_FAILURE() << "no folder for the test";
  path_ = pattern;
}

Workshop::~Workshop() {
  std::error_code error;
  fs::remove_all(path_, error);
}

fs::path Workshop::file(const std::string& name, std::string_view text) const {
  const auto path = path_ / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

CompileOptions Workshop::counted(const std::string& afterwards) const {
  const auto compiler = file("compiler",
                             "#!/bin/sh\necho run >> '" + (path_ / "runs").string() +
                                 "'\nc++ \"$@\" || exit\n" + afterwards + "\n");
  fs::permissions(compiler, fs::perms::owner_all);
  auto counted = options();
  counted.compiler = {compiler.string()};
  return counted;
}

std::size_t Workshop::runs() const {
  return lines_in(text_in(path_ / "runs")).size();
}

std::string Workshop::library(const std::string& name, std::string_view text) const {
  const auto compiled = compile(file(name, text), options());
  if (!compiled) {
    ADD_FAILURE() << to_text(compiled.error());
    return {};
  }
  EXPECT_EQ(compiled->note, "");
  return compiled->library.string();
}

Talk talk_to(const std::string& library, const std::string& requests, bool exact) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe(in.data()) != 0 || ::pipe(out.data()) != 0) ADD_FAILURE() << "no pipes";
  // A file, since nobody reads it before the end.
  const Workshop aside;
  const auto log = aside.file("aside", "");
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(in[1]);
    ::close(out[0]);
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::close(in[0]);
    ::close(out[1]);
    std::FILE* reopened = std::freopen(log.c_str(), "w", stderr);
    ::_exit(reopened == nullptr ? 99 : serve_plugin(library, exact, STDIN_FILENO, STDOUT_FILENO));
  }
  ::close(in[0]);
  ::close(out[1]);
  EXPECT_EQ(::write(in[1], requests.data(), requests.size()),
            static_cast<ssize_t>(requests.size()));
  ::close(in[1]);
  std::string said;
  std::array<char, 4096> piece{};
  for (ssize_t size = 0; (size = ::read(out[0], piece.data(), piece.size())) > 0;) {
    said.append(piece.data(), static_cast<std::size_t>(size));
  }
  ::close(out[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {.said = lines_in(said),
          .aside = text_in(log),
          .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status)};
}

Talk ask_merge(const std::string& library, const std::string& trials, bool exact) {
  return talk_to(library, asking("merge", trials), exact);
}

Talk ask_state(const std::string& library, const std::string& trials) {
  return talk_to(library, asking("aggregate", trials));
}

}  // namespace shardproof::subject::plugin
