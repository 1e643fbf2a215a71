#include "shardproof/cli/subject_source.hpp"

#include <chrono>
#include <filesystem>
#include <system_error>

#include "shardproof/report/layout.hpp"

namespace shardproof::cli {
namespace {

/// Ourselves, as the program that answers for a shared library.
std::vector<std::string> plugin_host_command() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return {error ? "shardproof" : self.string(), "plugin-host"};
}

}  // namespace

exact::Result<subject::Launch> launch_of(const SubjectWords& words) {
  if (words.file.empty()) return subject::launch_of_command(words.command);
  return subject::launch_of_file(words.file, plugin_host_command());
}

subject::Patience patience_of(const SubjectOptions& options) {
  subject::Patience patience;
  if (options.timeout) {
    patience.fixed = std::chrono::ceil<std::chrono::milliseconds>(
        std::chrono::duration<double>(*options.timeout));
  }
  return patience;
}

exact::Result<std::unique_ptr<subject::ProcessSubject>> open_subject(const subject::Launch& launch,
                                                                     const SubjectOptions& options,
                                                                     unsigned programs) {
  auto subject = subject::ProcessSubject::start(
      launch.command,
      {.name = launch.name, .most_programs = programs, .patience = patience_of(options)});
  if (subject) return subject;
  auto problem = subject.error();
  problem.where = shell_words(options.words);
  return problem;
}

std::string shell_words(const SubjectWords& words) {
  if (!words.file.empty()) return report::shell_quoted(words.file);
  std::string text = "--";
  for (const auto& word : words.command) text += ' ' + report::shell_quoted(word);
  return text;
}

}  // namespace shardproof::cli
