/// A subject's program as a process: three pipes, and how it ended.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "shardproof/exact/result.hpp"

namespace shardproof::subject {

/// An open file of POSIX, closed once.
class Descriptor {
 public:
  Descriptor() = default;

  explicit Descriptor(int number) : number_(number) {}

  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  ~Descriptor() { close(); }

  int number() const { return number_; }

  bool is_open() const { return number_ >= 0; }

  void close();

 private:
  int number_ = -1;
};

/// How a process ended, as waitpid(2) has it.
struct Ending {
  int status = 0;

  bool is_success() const { return status == 0; }
};

/// "exited with status 3", "was killed by signal 11 (Segmentation fault)"
std::string to_text(Ending ending);

/// A running program, its standard streams connected to pipes of ours that never block. All that it starts ends with
/// this object, and with this process, however either ends (keeper.hpp).
class Child {
 public:
  /// Starts `command`, its first word being looked up in $PATH. Problems (unreadable): there is no such program, or it cannot be
  /// started.
  static exact::Result<Child> start(const std::vector<std::string>& command);

  Child(Child&& other) noexcept;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  Child& operator=(Child&&) noexcept = delete;
  ~Child();

  int input() const { return input_.number(); }  ///< to write to

  int output() const { return output_.number(); }  ///< to read from

  int errors() const { return errors_.number(); }  ///< to read from

  pid_t id() const { return id_; }

  void close_input() { input_.close(); }

  /// Ends the program and all that it started, and returns the processor time, in seconds, of those of them that have ended as
  /// children should. 0 when called again.
  double end();

  /// How the program ended; none if it still runs after `patience`.
  std::optional<Ending> wait(std::chrono::milliseconds patience);

 private:
  Child() = default;

  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
  Descriptor lifeline_;
  Descriptor status_;
  pid_t keeper_ = -1;
  pid_t id_ = -1;
  std::optional<Ending> ending_;
};

}  // namespace shardproof::subject
