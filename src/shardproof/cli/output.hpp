/// Where results go: a file, all of it or nothing, or standard output.
#pragma once

#include <string>
#include <string_view>

#include "shardproof/cli/file_descriptor.hpp"
#include "shardproof/exact/result.hpp"

namespace shardproof::cli {

/// A destination that is opened before the run, so that a bad one fails at once.
///
/// "-" is standard output. A regular file is written beside its place and renamed into it by
/// `finish`, so that at any moment the old or the new text is there, whole; without `finish`
/// nothing is left, not even when a signal ends the program. Anything else (a device, a pipe with a
/// name) is written to directly.
///
/// Problems are of kind unwritable and name the destination. A reader that closed its pipe is none:
/// it has had enough, and what is written from then on is dropped.
class Output {
 public:
  static exact::Result<Output> open(const std::string& destination);

  Output(Output&& other) noexcept;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  Output& operator=(Output&&) = delete;
  ~Output();

  /// Holds the text back until there is much of it.
  exact::Result<void> write(std::string_view text);

  /// Hands over what was held back.
  exact::Result<void> flush();

  /// Flushes, and puts a file in its place. Nothing may be written after it.
  exact::Result<void> finish();

  /// Whether nobody reads any more: to go on is pointless.
  bool is_abandoned() const { return abandoned_; }

 private:
  Output(std::string name, FileDescriptor file) : name_(std::move(name)), file_(std::move(file)) {}

  static exact::Result<Output> open_beside(const std::string& destination, unsigned mode);
  exact::Result<void> publish();

  std::string name_;  // for messages
  FileDescriptor file_;
  std::string target_;     // what `finish` renames to; empty unless a regular file
  std::string temporary_;  // what it renames; empty once that is done
  std::string pending_;
  bool abandoned_ = false;
};

}  // namespace shardproof::cli
