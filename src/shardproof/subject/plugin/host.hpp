/// The plugin's side of the protocol, for a process of its own: what a plugin crashes, hangs or prints concerns nobody
/// else. `fixtures/subjects/PROTOCOL.md` is the protocol; `shardproof/plugin.h` what a plugin is.
#pragma once

#include <string>

namespace shardproof::subject::plugin {

/// Loads the plugin and answers for it: reads requests from `in` until "bye" or the end, writes answers to `out`. With
/// `exact` its merge of texts is asked and no other.
///
/// Both descriptors are set aside first, then standard input becomes empty and standard output becomes standard error,
/// so whatever the plugin reads or prints, the conversation stays what it is. That is not undone.
///
/// Returns the exit code: 0 if the conversation was in order, one about a library that cannot be loaded too; 1 if a line
/// was no request or an answer could not be written.
int serve_plugin(const std::string& library, bool exact, int in, int out);

}  // namespace shardproof::subject::plugin
