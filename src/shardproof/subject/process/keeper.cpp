#include "shardproof/subject/process/keeper.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace shardproof::subject {
namespace {

constexpr unsigned kCloseOnExec = 1U << 2;  // CLOSE_RANGE_CLOEXEC, which older headers do not name

void report(int pipe, KeeperReport::What what, int value) {
  const KeeperReport said{.what = what, .value = value};
  // Less than PIPE_BUF, so it is written whole; if nobody reads any more, the lifeline says so, too.
  [[maybe_unused]] const auto written = ::write(pipe, &said, sizeof said);
}

/// The program, in its own process. It gets the three streams and nothing else of ours.
[[noreturn]] void become(char* const* command, const KeeperPipes& pipes, int refusal) {
  // Without the keeper nobody would end it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);  // we ignore it, and that would be inherited
  ::dup2(pipes.program_input, STDIN_FILENO);
  ::dup2(pipes.program_output, STDOUT_FILENO);
  ::dup2(pipes.program_errors, STDERR_FILENO);
  // Files that we were given ourselves are not for the program either; `refusal` is close-on-exec already.
  ::syscall(SYS_close_range, static_cast<unsigned>(STDERR_FILENO + 1), ~0U, kCloseOnExec);
  ::execvp(command[0], command);
  const int why = errno;
  [[maybe_unused]] const auto written = ::write(refusal, &why, sizeof why);
  ::_exit(127);
}

/// Starts the program and reports whether that went well; its process id, or 0. A pipe that closes by itself when the program
/// takes over tells one from the other.
pid_t start(char* const* command, const KeeperPipes& pipes) {
  std::array<int, 2> refusal = {};
  int why = 0;
  pid_t program = -1;
  if (::pipe2(refusal.data(), O_CLOEXEC) == 0 && (program = ::fork()) == 0)
    become(command, pipes, refusal[1]);
  if (program < 0) {
    why = errno;
  } else {
    ::close(refusal[1]);
    if (::read(refusal[0], &why, sizeof why) <= 0) why = 0;
    ::close(refusal[0]);
  }
  report(pipes.status,
         why == 0 ? KeeperReport::What::started : KeeperReport::What::not_started,
         why == 0 ? program : why);
  return why == 0 ? program : 0;
}

/// Closes everything but the two that are needed: a copy of another subject's pipe would keep that one from ever ending.
void close_all_but(int one, int other) {
  const auto low = static_cast<unsigned>(std::min(one, other));
  const auto high = static_cast<unsigned>(std::max(one, other));
  constexpr unsigned kLast = ~0U;
  if (low > 0) ::syscall(SYS_close_range, 0U, low - 1, 0U);
  if (low + 1 < high) ::syscall(SYS_close_range, low + 1, high - 1, 0U);
  ::syscall(SYS_close_range, high + 1, kLast, 0U);
}

/// Kills every process in the list of our children that /proc keeps. Whether there were any.
bool kill_children() {
  std::array<char, 64> path = {};
  // "/proc/self/task/<our id>/children"; this process has one thread, whose id is its own.
  constexpr std::string_view kBefore = "/proc/self/task/";
  constexpr std::string_view kAfter = "/children";  // what follows it is 0 already
  char* end = std::ranges::copy(kBefore, path.data()).out;
  std::array<char, 16> digits = {};
  std::size_t count = 0;
  for (auto id = ::getpid(); id > 0; id /= 10) digits[count++] = static_cast<char>('0' + id % 10);
  while (count > 0) *end++ = digits[--count];
  std::ranges::copy(kAfter, end);

  const int list = ::open(path.data(), O_RDONLY | O_CLOEXEC);
  if (list < 0) return false;
  std::array<char, 4096> text = {};
  pid_t child = 0;
  bool any = false;
  for (ssize_t size = 0; (size = ::read(list, text.data(), text.size())) > 0;) {
    for (ssize_t i = 0; i < size; ++i) {
      const char c = text[static_cast<std::size_t>(i)];
      if (c >= '0' && c <= '9') {
        child = child * 10 + (c - '0');
      } else if (child > 0) {
        ::kill(child, SIGKILL);
        any = true;
        child = 0;
      }
    }
  }
  ::close(list);
  return any;
}

/// Until there are none left: killing a parent makes its children ours.
void end_everything(pid_t program) {
  ::kill(program, SIGKILL);
  do {
    kill_children();
  } while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
}

/// Takes note of children that ended. The program's end is reported; an orphan's is not.
void reap(pid_t program, int status_pipe) {
  int status = 0;
  for (pid_t child = 0; (child = ::waitpid(-1, &status, WNOHANG)) > 0;) {
    if (child == program) report(status_pipe, KeeperReport::What::ended, status);
  }
}

}  // namespace

void keep(char* const* command, const KeeperPipes& pipes) {
  ::setsid();  // what a terminal sends to us is not for the program: the lifeline is
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_NAME, "shardproof-keep");
  sigset_t children;
  ::sigemptyset(&children);
  ::sigaddset(&children, SIGCHLD);
  ::sigprocmask(SIG_SETMASK, &children, nullptr);
  ::signal(SIGCHLD, SIG_DFL);

  const pid_t program = start(command, pipes);
  if (program == 0) ::_exit(0);
  close_all_but(pipes.lifeline, pipes.status);

  const int signals = ::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  std::array<pollfd, 2> watched = {{{.fd = pipes.lifeline, .events = POLLIN, .revents = 0},
                                    {.fd = signals, .events = POLLIN, .revents = 0}}};
  for (;;) {
    reap(program, pipes.status);
    if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) break;
    if (watched[0].revents != 0) break;
    signalfd_siginfo taken = {};
    while (::read(signals, &taken, sizeof taken) > 0) {
    }
  }
  reap(program, pipes.status);
  end_everything(program);
  ::_exit(0);
}

}  // namespace shardproof::subject
