#include <unistd.h>

#include "shardproof/cli/commands.hpp"
#include "shardproof/subject/plugin/host.hpp"

namespace shardproof::cli {

ExitCode plugin_host(const PluginHostOptions& options) {
  const int code =
      subject::plugin::serve_plugin(options.library, options.exact, STDIN_FILENO, STDOUT_FILENO);
  return code == 0 ? ExitCode::holds : ExitCode::subject_failed;
}

}  // namespace shardproof::cli
