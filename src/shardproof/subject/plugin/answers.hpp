/// From the protocol's JSON to what a plugin is handed, and from what it answers back to JSON.
#pragma once

#include <string>

#include "shardproof/exact/result.hpp"
#include "shardproof/plugin.h"
#include "shardproof/subject/plugin/library.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::subject::plugin {

/// Where one call's answer goes. Stays where it is while a plugin holds its address.
class Heard {
 public:
  Heard();
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;
  ~Heard() = default;

  struct ::shardproof_answer* answer() {
    return &answer_;
  }

  /// What was said last.
  const std::string& said() const { return said_; }

  /// The answer as the protocol writes it: a number, "n/d", or null for none. A problem if `outcome` of `function` is an
  /// error, or no answer at all.
  exact::Result<wire::Value> value(const char* function, int outcome) const;

  /// A problem if `outcome` of `function` is anything but done.
  exact::Result<void> done(const char* function, int outcome) const;

 private:
  exact::Problem failed(const char* function, int outcome) const;

  struct ::shardproof_answer answer_ {};

  std::string said_;
};

/// A number as a double, "NaN" and the infinities too. A problem where no double holds it.
exact::Result<double> double_from(const wire::Value& value);

/// `{"error":"why"}`, in UTF-8 whatever `why` is in.
wire::Value error_json(const std::string& why);

/// `text` if it is UTF-8; else with question marks where it is not ASCII.
std::string as_utf8(std::string text);

/// Asks the plugin's merge of that form, which it must have, one trial: the answer, or `{"error":"why"}`.
wire::Value ask_merge(const Functions& plugin, MergeForm form, const wire::Value& trial);

}  // namespace shardproof::subject::plugin
