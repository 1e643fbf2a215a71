#include "shardproof/cli/run.hpp"

#include <csignal>
#include <exception>
#include <new>
#include <string_view>
#include <variant>

#include "shardproof/cli/commands.hpp"
#include "shardproof/cli/messages.hpp"
#include "shardproof/cli/options.hpp"
#include "shardproof/cli/output.hpp"

namespace shardproof::cli {
namespace {

ExitCode print(std::string_view text) {
  auto output = Output::open("-");
  if (!output) return complain(output.error());
  if (auto written = output->write(text); !written) return complain(written.error());
  if (auto finished = output->finish(); !finished) return complain(finished.error());
  return ExitCode::holds;
}

/// One function for each alternative of `Options`; one without a command does not compile.
struct Dispatch {
  ExitCode operator()(const GateOptions& options) const { return gate(options); }

  ExitCode operator()(const HuntOptions& options) const { return hunt(options); }

  ExitCode operator()(const CheckSubjectOptions& options) const { return check_subject(options); }

  ExitCode operator()(const PluginHostOptions& options) const { return plugin_host(options); }

  ExitCode operator()(const FixturesOptions& options) const { return fixtures(options); }

  ExitCode operator()(const ReplayOptions& options) const { return replay(options); }

  ExitCode operator()(const ExplainOptions& options) const { return explain(options); }

  ExitCode operator()(const MergeOptions& options) const { return merge(options); }

  ExitCode operator()(const ListOptions& options) const { return list(options); }

  ExitCode operator()(const Information& information) const { return print(information.text); }

  ExitCode operator()(const UsageError& error) const {
    complain(error.message);
    complain("see `shardproof --help`");
    return ExitCode::usage;
  }
};

}  // namespace

ExitCode run(const std::vector<std::string>& words) {
  // A reader that closes its pipe must not kill us before we have tidied up; write(2) says EPIPE
  // instead.
  std::signal(SIGPIPE, SIG_IGN);
  return guarded([&words] { return std::visit(Dispatch{}, parse_options(words)); });
}

ExitCode guarded(const std::function<ExitCode()>& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    complain("out of memory");
  } catch (const std::exception& error) {
    complain(std::string("a defect in shardproof, please report it: ") + error.what());
  } catch (...) {
    complain("a defect in shardproof, please report it: an unknown exception");
  }
  return ExitCode::defect;
}

}  // namespace shardproof::cli
