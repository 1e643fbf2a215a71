/// The keeper: a small process between shardproof and a subject's program, so that nothing of the latter outlives us.
///
/// A program may start others, put them in sessions of their own, and exit; and shardproof may be killed at any moment,
/// which it cannot clean up after. The keeper is the subreaper of all that the program starts (Linux's
/// PR_SET_CHILD_SUBREAPER), so that orphans become its children, and it holds one end of a lifeline: when shardproof lets
/// go of the other, by closing it or by dying of whatever, the keeper kills all of them and exits.
#pragma once

namespace shardproof::subject {

/// The ends of pipes that the keeper and the program inherit. All are close-on-exec.
struct KeeperPipes {
  int program_input = -1;
  int program_output = -1;
  int program_errors = -1;
  int lifeline = -1;  ///< read end; its end of file is the word to stop
  int status = -1;    ///< write end of a pipe on which the keeper reports
};

/// What the keeper reports, in this order, each once: whether the program was started, and how it ended.
struct KeeperReport {
  enum class What : int { started, not_started, ended };

  What what = What::started;
  int value = 0;  ///< the program's process id; errno; the status of waitpid
};

/// Runs in the process just forked, and never returns. It makes only system calls that are safe there, since the process was
/// forked from one with several threads (POSIX: async-signal-safe): no memory is allocated.
/// `command` is the program's argv, ending with a null pointer.
[[noreturn]] void keep(char* const* command, const KeeperPipes& pipes);

}  // namespace shardproof::subject
