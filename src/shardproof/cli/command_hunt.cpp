#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <fmt/format.h>

#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/delivery.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/cli/outcome.hpp"
#include "shardproof/cli/progress_line.hpp"
#include "shardproof/cli/subject_source.hpp"
#include "shardproof/diagnosis/hunted.hpp"
#include "shardproof/report/hunt_report.hpp"
#include "shardproof/report/layout.hpp"
#include "shardproof/report/regression_test.hpp"

namespace shardproof::cli {
namespace {

namespace fs = std::filesystem;

/// Where counterexamples are kept: as asked, or beside the file; empty for nowhere.
fs::path corpus_of(const HuntOptions& options) {
  if (options.corpus) return *options.corpus;
  if (options.subject.words.file.empty()) return {};
  return fs::path(options.subject.words.file).parent_path() / ".shardproof";
}

search::HuntOptions hunt_options(const HuntOptions& options, unsigned programs) {
  search::HuntOptions result;
  result.seed = options.seed;
  result.jobs = programs + 1;  // one prepares while the programs are busy
  result.trials = options.trials;
  result.small_step = options.small_step;
  result.expect = law::expect_named(options.expect).value_or(law::Expect::float64);
  if (!options.rungs.empty()) {
    std::erase_if(result.rungs, [&](data::RungId rung) {
      return std::ranges::find(options.rungs, rung) == options.rungs.end();
    });
  }
  if (const auto corpus = corpus_of(options); !corpus.empty()) result.corpus = corpus;
  return result;
}

std::string replay_of(const report::HuntReport& report, const HuntOptions& options) {
  const auto* finding = search::finding_of(report.record);
  if (finding == nullptr) return "";
  const std::string expect = " --expect " + options.expect;
  const auto& words = options.subject.words;
  const std::string what = report.record.written.empty()
                               ? "-"
                               : report::shell_quoted(report.corpus + "/" + report.record.written);
  std::string line = "shardproof replay " + what + expect +
                     (words.file.empty() ? " " : " --subject ") + shell_words(words);
  if (!report.record.written.empty()) return line;
  const auto recorded = search::counterexample_of(report.record.subject.name, *finding);
  return "echo " + report::shell_quoted(search::to_json_line(recorded)) + " | " + line;
}

std::string source_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// How fast that was, and whether the subject was the limit: it was where its programs were busy all the time.
std::string speed_note(const subject::ProcessUse& use, double seconds, unsigned programs) {
  const double most = seconds * std::min<double>(programs, static_cast<double>(use.programs));
  return fmt::format("{} in {} and {:.1f} s, {} a second; {} started, busy {:.0f} % of the time",
                     report::counted(use.trials, "trial"),
                     report::counted(use.requests, "request"),
                     seconds,
                     report::grouped(static_cast<std::uint64_t>(static_cast<double>(use.trials) /
                                                                std::max(seconds, 1e-3))),
                     report::counted(use.programs, "program"),
                     100 * use.busy_seconds / std::max(most, 1e-3));
}

ExitCode exit_code_of(const report::HuntReport& report) {
  switch (conclusion(report.record)) {
    case search::HuntConclusion::broken:
    case search::HuntConclusion::nondeterministic:
    case search::HuntConclusion::imprecise:
    case search::HuntConclusion::recorded_fails:
      return ExitCode::broken;
    case search::HuntConclusion::subject_failed:
      return ExitCode::subject_failed;
    case search::HuntConclusion::vacuous:
      return ExitCode::vacuous;
    case search::HuntConclusion::holds:
      return report.worsened.empty() ? ExitCode::holds : ExitCode::broken;
  }
  return ExitCode::defect;
}

/// The same formula in exact rationals: every answer must be the nearest double of the exact variance, so no tolerance decides.
std::optional<search::HuntRecord> exact_hunt(const subject::Launch& launch,
                                             const HuntOptions& options,
                                             search::HuntOptions run_options) {
  const auto exact = subject::exact_launch_of(launch);
  if (!exact) return std::nullopt;
  const auto subject = open_subject(*exact, options.subject, 1);
  if (!subject) return std::nullopt;  // it is no template, or there are no rationals here
  run_options.expect = law::Expect::exact;
  run_options.corpus.reset();
  auto record = search::hunt(**subject, run_options);
  if (!record) return std::nullopt;
  return *std::move(record);
}

}  // namespace

ExitCode hunt(const HuntOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  auto output = Output::open(options.output);
  if (!output) return complain(output.error());
  const auto launch = launch_of(options.subject.words);
  if (!launch) return complain(launch.error());
  if (!launch->note.empty()) complain(launch->note);
  const unsigned programs =
      options.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
  auto subject = open_subject(*launch, options.subject, programs);
  if (!subject) return complain(subject.error());

  auto run_options = hunt_options(options, programs);
  if (run_options.corpus) {
    if (auto writable = check_corpus(*run_options.corpus); !writable) {
      if (options.corpus) return complain(writable.error());
      complain(writable.error());  // nobody asked for that folder: the verdict does not need it
      run_options.corpus.reset();
    }
  }
  report::HuntReport report;
  report.corpus = run_options.corpus.value_or("").string();
  {
    ProgressLine line;
    run_options.progress = [&](const search::Progress& progress) { line.show(progress); };
    auto record = search::hunt(**subject, run_options);
    if (!record) return complain(record.error());
    report.record = *std::move(record);
  }
  report.exact = exact_hunt(*launch, options, run_options);
  report.diagnosis = diagnosis::diagnosis_of(**subject, report.record);
  if (!options.baseline.empty() && conclusion(report.record) == search::HuntConclusion::holds) {
    auto worsened = search::compare_with_baseline(options.baseline, report.record.subject);
    if (!worsened) return complain(worsened.error());
    report.worsened = *std::move(worsened);
  }
  report.replay = replay_of(report, options);
  (*subject)->close();
  report.speed_note = speed_note((*subject)->use(), seconds_since(start), programs);
  if (const auto* finding = search::finding_of(report.record)) {
    report.regression_test = report::regression_test(*finding,
                                                     report.record.subject.kind,
                                                     {.language = launch->language,
                                                      .file = launch->file.filename().string(),
                                                      .source = source_of(launch->file),
                                                      .expect = report.record.expect});
  }
  const auto text = options.format == "json" ? report::hunt_json(report)
                                             : report::hunt_text(report, style_for(options.output));
  if (auto delivered = deliver(*output, text); !delivered) return complain(delivered.error());
  return exit_code_of(report);
}

}  // namespace shardproof::cli
