/// A plugin's library, opened: what `shardproof/plugin.h` promises of it holds as far as can be seen without asking.
#pragma once

#include <string>

#include "shardproof/exact/result.hpp"
#include "shardproof/plugin.h"

namespace shardproof::subject::plugin {

using Functions = struct ::shardproof_plugin;

/// Which of a plugin's merges is asked.
enum class MergeForm { none, doubles, int64s, texts };

/// What the library exports. Members that it does not know of, because it was built with an older header, are null.
/// Pointers into it stay good: a library is never unloaded, since what it has started may still run.
exact::Result<Functions> load(const std::string& library);

/// Whether it has the five functions of a state.
bool has_state(const Functions& plugin);

/// The merge to ask, `none` if there is none: the doubles before the integers before the texts, but the texts and
/// nothing else where `exact` answers are wanted.
MergeForm merge_form(const Functions& plugin, bool exact);

}  // namespace shardproof::subject::plugin
