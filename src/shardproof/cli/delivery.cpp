#include "shardproof/cli/delivery.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

#include "shardproof/cli/line_reader.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::cli {

using exact::Problem;
using exact::Result;
using search::Counterexample;

Result<void> deliver(Output& output, std::string_view text) {
  if (auto written = output.write(text); !written) return written;
  return output.finish();
}

report::Style style_for(const std::string& destination) {
  const char* no_color = std::getenv("NO_COLOR");
  const bool is_unwanted = no_color != nullptr && *no_color != '\0';
  return {.colour = destination == "-" && !is_unwanted && ::isatty(STDOUT_FILENO) != 0};
}

Result<void> check_corpus(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  // A file where the folder should be is told by whoever reads the corpus.
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) return {};
  // A folder that does not exist yet is made in the nearest one above that does.
  auto existing = fs::absolute(folder, error);
  while (!error && !fs::exists(existing, error) && existing.has_relative_path()) {
    existing = existing.parent_path();
    error.clear();
  }
  if (::access(existing.c_str(), W_OK | X_OK) == 0) return {};
  return Problem{.kind = Problem::Kind::unwritable,
                 .what = std::string("cannot be written: ") + std::strerror(errno),
                 .where = folder.string(),
                 .hint = "findings are recorded there; see --corpus"};
}

namespace {

Result<Counterexample> counterexample_in(const std::string& file) {
  auto input = LineReader::open(file);
  if (!input) return input.error();
  const auto text = input->rest();
  if (!text) return text.error();
  if (text->find_first_not_of(" \t\r\n") == std::string::npos) {
    return Problem{.kind = Problem::Kind::malformed,
                   .what = "holds no counterexample, it is empty",
                   .where = input->name(),
                   .hint = {}};
  }
  auto counterexample = search::counterexample_from(*text);
  if (!counterexample) return within(input->name(), counterexample.error());
  return counterexample;
}

/// Whether `word` looks like an id and is no file: then a mistyped id is what the user must hear of.
bool is_mistyped_id(const std::string& word) {
  std::error_code error;
  return word.find_first_of("/.") == std::string::npos && !std::filesystem::exists(word, error);
}

}  // namespace

Result<Counterexample> counterexample_named(const std::string& word) {
  if (subject::variant_named(word) != nullptr) return search::witness_of(word);
  if (word != "-" && is_mistyped_id(word)) {
    return Problem{.kind = Problem::Kind::unknown_name,
                   .what = "there is neither a variant nor a file \"" + word + "\"",
                   .where = {},
                   .hint = "`shardproof list variants` has the variants' names"};
  }
  return counterexample_in(word);
}

}  // namespace shardproof::cli
