#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

#include "shardproof/aggregate/exact_state.hpp"
#include "shardproof/aggregate/merge.hpp"
#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/line_reader.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/cli/output.hpp"
#include "shardproof/exact/double_text.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/summaries.hpp"

namespace shardproof::cli {
namespace {

using exact::Problem;
using exact::Result;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string line_name(std::size_t number) {
  return "line " + std::to_string(number);
}

Problem nothing_asked(std::string what) {
  return {.kind = Problem::Kind::malformed, .what = std::move(what), .where = {}, .hint = {}};
}

std::string answer_text(const std::optional<double>& variance) {
  return (variance ? exact::to_text(*variance) : "null") + "\n";
}

Result<std::string> answer(const wire::Value& question) {
  const auto workers = wire::summaries_from(question);
  if (!workers) return workers.error();
  const auto variance = aggregate::variance(*workers);
  if (!variance) return variance.error();
  return answer_text(*variance);
}

/// The answer to the question on the line that was just read.
Result<std::string> answer_line(std::string_view line, std::size_t number) {
  const auto question = wire::parse(line, number);
  if (!question) return question.error();
  auto text = answer(*question);
  if (!text) return exact::within(line_name(number), text.error());
  return text;
}

/// The answer to the one question that starts with `first_line` and takes all the rest of the
/// input.
Result<std::string> answer_whole(std::string first_line, LineReader& input) {
  const auto first_number = input.line_number();
  auto rest = input.rest();
  if (!rest) return rest.error();
  const auto question = wire::parse(std::move(first_line) + "\n" + *rest, first_number);
  if (!question) return question.error();
  return answer(*question);
}

Result<void> answer_questions(LineReader& input, Output& output) {
  for (bool is_first = true; !output.is_abandoned();) {
    // Whoever waits for an answer before the next question must get it before we wait for that.
    if (!input.has_line()) {
      if (auto flushed = output.flush(); !flushed) return flushed;
    }
    const auto line = input.next();
    if (!line) return line.error();
    if (!*line) return is_first ? Result<void>(nothing_asked("holds no question")) : Result<void>();
    if (is_blank(**line)) continue;

    const bool is_whole = is_first && wire::is_incomplete(**line);
    const auto text = is_whole ? answer_whole(std::string(**line), input)
                               : answer_line(**line, input.line_number());
    if (!text) return text.error();
    if (auto written = output.write(*text); !written) return written;
    is_first = false;
  }
  return {};
}

Result<void> add_row(std::string_view line, std::size_t number, aggregate::ExactState& state) {
  const auto row = wire::parse(line, number);
  if (!row) return row.error();
  const auto worker = wire::summary_from(*row);
  if (!worker) return exact::within(line_name(number), worker.error());
  if (auto added = state.add(*worker); !added) {
    return exact::within(line_name(number), added.error());
  }
  return {};
}

Result<void> answer_rows(LineReader& input, Output& output) {
  aggregate::ExactState state;
  for (bool is_first = true;;) {
    const auto line = input.next();
    if (!line) return line.error();
    if (!*line && is_first) return nothing_asked("holds no row");
    if (!*line) break;
    if (is_blank(**line)) continue;
    if (auto added = add_row(**line, input.line_number(), state); !added) return added;
    is_first = false;
  }
  const auto variance = state.variance();
  if (!variance) return variance.error();
  return output.write(answer_text(*variance));
}

void say_what_is_awaited(const MergeOptions& options) {
  if (options.file != "-" || ::isatty(STDIN_FILENO) == 0) return;
  complain(options.rows
               ? "reading rows from the terminal: one [count, sum, sumsq] a line, then Ctrl-D"
               : "reading questions from the terminal: one [[count, sum, sumsq], …] a line, "
                 "then Ctrl-D");
}

/// Problems with the source name it themselves; those with what stands in it are told where they
/// are.
Problem named_after(const std::string& source, const Problem& problem) {
  const bool is_named =
      problem.kind == Problem::Kind::unreadable || problem.kind == Problem::Kind::unwritable;
  return is_named ? problem : exact::within(source, problem);
}

}  // namespace

ExitCode merge(const MergeOptions& options) {
  auto output = Output::open("-");
  if (!output) return complain(output.error());
  auto input = LineReader::open(options.file);
  if (!input) return complain(input.error());
  say_what_is_awaited(options);

  const auto answered =
      options.rows ? answer_rows(*input, *output) : answer_questions(*input, *output);
  // The answers to what came before a bad line are good and go out first.
  const auto finished = output->finish();
  if (!answered) return complain(named_after(input->name(), answered.error()));
  if (!finished) return complain(finished.error());
  return ExitCode::holds;
}

}  // namespace shardproof::cli
