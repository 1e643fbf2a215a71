#include "shardproof/subject/process/child.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "shardproof/subject/process/keeper.hpp"

namespace shardproof::subject {
namespace {

using exact::Problem;

Problem not_started(const std::string& program, const std::string& why) {
  return {.kind = Problem::Kind::unreadable,
          .what = "cannot be started: " + why,
          .where = program,
          .hint = {}};
}

struct Pipe {
  Descriptor read;
  Descriptor write;
};

/// Beyond the standard streams' numbers, which are free where we were started without them.
Descriptor moved_up(Descriptor file) {
  if (file.number() > STDERR_FILENO) return file;
  return Descriptor(::fcntl(file.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends = {};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{.read = moved_up(Descriptor(ends[0])), .write = moved_up(Descriptor(ends[1]))};
}

void make_nonblocking(const Descriptor& file) {
  ::fcntl(file.number(), F_SETFL, ::fcntl(file.number(), F_GETFL) | O_NONBLOCK);
}

/// The keeper's next report; none where it has nothing to say within `patience` (negative: for ever), or is gone.
std::optional<KeeperReport> next_report(const Descriptor& status, int patience) {
  pollfd watched{.fd = status.number(), .events = POLLIN, .revents = 0};
  while (::poll(&watched, 1, patience) < 0) {
    if (errno != EINTR) return std::nullopt;
  }
  if (watched.revents == 0) return std::nullopt;
  KeeperReport report;
  if (::read(status.number(), &report, sizeof report) != sizeof report) return std::nullopt;
  return report;
}

std::vector<char*> argv_of(std::vector<std::string>& words) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return argv;
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

std::string to_text(Ending ending) {
  if (WIFSIGNALED(ending.status)) {
    const int signal = WTERMSIG(ending.status);
    return "was killed by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
  }
  return "exited with status " + std::to_string(WEXITSTATUS(ending.status));
}

exact::Result<Child> Child::start(const std::vector<std::string>& command) {
  if (command.empty()) return not_started("the command", "it has no words");
  auto input = make_pipe();
  auto output = make_pipe();
  auto errors = make_pipe();
  auto lifeline = make_pipe();
  auto status = make_pipe();
  if (!input || !output || !errors || !lifeline || !status)
    return not_started(command.front(), std::strerror(errno));
  std::vector<std::string> words = command;
  const auto argv = argv_of(words);

  Child child;
  child.keeper_ = ::fork();
  if (child.keeper_ < 0) return not_started(command.front(), std::strerror(errno));
  if (child.keeper_ == 0) {
    lifeline->write.close();  // or the keeper would hold its own lifeline
    keep(argv.data(),
         {.program_input = input->read.number(),
          .program_output = output->write.number(),
          .program_errors = errors->write.number(),
          .lifeline = lifeline->read.number(),
          .status = status->write.number()});
  }
  child.input_ = std::move(input->write);
  child.output_ = std::move(output->read);
  child.errors_ = std::move(errors->read);
  child.lifeline_ = std::move(lifeline->write);
  child.status_ = std::move(status->read);
  // Ours go here, so that the streams end when the program's ends do.
  input->read.close();
  output->write.close();
  errors->write.close();
  status->write.close();
  for (const auto* file : {&child.input_, &child.output_, &child.errors_}) make_nonblocking(*file);

  const auto first = next_report(child.status_, -1);
  if (first && first->what == KeeperReport::What::started) {
    child.id_ = first->value;
    return child;
  }
  return not_started(command.front(), std::strerror(first ? first->value : ECHILD));
}

Child::Child(Child&& other) noexcept
    : input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)),
      lifeline_(std::move(other.lifeline_)),
      status_(std::move(other.status_)),
      keeper_(std::exchange(other.keeper_, -1)),
      id_(other.id_),
      ending_(other.ending_) {}

Child::~Child() {
  end();
}

double Child::end() {
  if (keeper_ < 0) return 0;
  lifeline_.close();
  rusage used = {};
  while (::wait4(keeper_, nullptr, 0, &used) < 0 && errno == EINTR) {
  }
  keeper_ = -1;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::optional<Ending> Child::wait(std::chrono::milliseconds patience) {
  if (ending_) return ending_;
  auto report = next_report(status_, static_cast<int>(patience.count()));
  if (report && report->what == KeeperReport::What::ended) ending_ = Ending{report->value};
  return ending_;
}

}  // namespace shardproof::subject
