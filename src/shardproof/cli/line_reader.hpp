/// Lines of any length from a file or from standard input.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "shardproof/cli/file_descriptor.hpp"
#include "shardproof/exact/result.hpp"

namespace shardproof::cli {

/// Reads a file line by line; holds one line and what came with it.
///
/// Problems are of kind unreadable; their `where` is `name()`.
class LineReader {
 public:
  /// "-" is standard input. Directories are refused.
  static exact::Result<LineReader> open(const std::string& source);

  /// The file, or "standard input".
  const std::string& name() const { return name_; }

  /// Whether `next` needs no more input: to ask for more could mean to wait.
  bool has_line();

  /// The next line, without its line feed and the carriage return before it; none at the end. Good
  /// until the next call.
  exact::Result<std::optional<std::string_view>> next();

  /// The number of the line that `next` returned, from 1.
  std::size_t line_number() const { return line_number_; }

  /// Everything after that line.
  exact::Result<std::string> rest();

 private:
  LineReader(std::string name, FileDescriptor file)
      : name_(std::move(name)), file_(std::move(file)) {}

  exact::Result<void> read_more();

  std::string name_;
  FileDescriptor file_;
  std::string buffer_;
  std::size_t start_ = 0;    // of the next line
  std::size_t scanned_ = 0;  // no line feed between `start_` and here
  std::size_t line_number_ = 0;
  bool at_end_ = false;
};

}  // namespace shardproof::cli
