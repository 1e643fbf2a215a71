/// Follows the plans of the protocol with a plugin's states.
#pragma once

#include <vector>

#include "shardproof/subject/plugin/library.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::subject::plugin {

/// The further steps that a plugin's states can take, as the hello names them.
wire::Value::Array steps_of(const Functions& plugin);

/// What they answer besides the variance.
wire::Value::Array reads_of(const Functions& plugin);

/// Asks the plugin's state, which it must have, one trial, `{"parts":…,"plan":…}`: an array with a read for each
/// finalise of the plan, or `{"error":"why"}`.
wire::Value ask_state(const Functions& plugin, const wire::Value& trial);

}  // namespace shardproof::subject::plugin
