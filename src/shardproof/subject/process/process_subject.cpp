#include "shardproof/subject/process/process_subject.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "shardproof/subject/process/request.hpp"

namespace shardproof::subject {
namespace {

using exact::Problem;

/// A request of so many bytes is sent, whatever else would fit in it.
constexpr std::size_t kRequestBytes = std::size_t{1} << 20;
constexpr std::size_t kMostTrials =
    128;  // a few requests a block, so that the next is ready when one is answered
constexpr std::size_t kUnderWay = 2;
constexpr auto kLongRequest = std::chrono::milliseconds(30);

Reads failed(std::string detail) {
  return {Read{.variance = Failed{std::move(detail)}}};
}

std::string detail_of(const Problem& problem) {
  return problem.hint.empty() ? problem.what : problem.what + " (" + problem.hint + ")";
}

}  // namespace

/// The running programs. Each is lent to one caller at a time.
class ProcessSubject::Pool {
 public:
  Pool(std::vector<std::string> command, ProcessOptions options)
      : command_(std::move(command)), options_(std::move(options)) {}

  /// One that is idle, or a new one, or the next that is returned.
  exact::Result<Conversation> borrow() {
    {
      std::unique_lock lock(mutex_);
      free_.wait(lock, [&] { return !idle_.empty() || lent_ < options_.most_programs; });
      ++lent_;
      if (!idle_.empty()) {
        auto conversation = std::move(idle_.back());
        idle_.pop_back();
        return conversation;
      }
    }
    try {
      return open();
    } catch (...) {
      give_back(std::nullopt, {});  // or the next caller would wait for it for ever
      throw;
    }
  }

  /// Another one in the place of one that failed.
  exact::Result<Conversation> open() {
    {
      const std::scoped_lock lock(mutex_);
      if (++use_.programs > options_.most_started) {
        throw std::runtime_error("the subject's program failed " +
                                 std::to_string(options_.most_started) + " times");
      }
    }
    return Conversation::open(command_, patience());
  }

  /// Takes note of how fast a program was.
  void learn(const Pace& pace) {
    const std::scoped_lock lock(mutex_);
    Pace& known = options_.patience.pace;
    if (pace.first) known.first = std::max(known.first.value_or(0), *pace.first);
    if (pace.each) known.each = std::max(known.each.value_or(0), *pace.each);
  }

  void give_back(std::optional<Conversation> conversation, const ProcessUse& used) {
    if (conversation) learn(conversation->pace());
    const std::scoped_lock lock(mutex_);
    --lent_;
    use_.requests += used.requests;
    use_.trials += used.trials;
    if (conversation) idle_.push_back(*std::move(conversation));
    free_.notify_one();
  }

  ProcessUse use() {
    const std::scoped_lock lock(mutex_);
    return use_;
  }

  std::size_t batch() {
    const std::scoped_lock lock(mutex_);
    return batch_;
  }

  void set_batch(std::size_t batch) {
    const std::scoped_lock lock(mutex_);
    batch_ = batch;
  }

  void close() {
    const std::scoped_lock lock(mutex_);
    for (auto& conversation : idle_) use_.busy_seconds += conversation.close();
    idle_.clear();
  }

 private:
  Patience patience() {
    const std::scoped_lock lock(mutex_);
    return options_.patience;
  }

  std::vector<std::string> command_;
  ProcessOptions options_;
  std::mutex mutex_;
  std::condition_variable free_;
  std::vector<Conversation> idle_;
  unsigned lent_ = 0;
  std::size_t batch_ = 1;
  ProcessUse use_;
};

/// One call of `read`.
class ProcessSubject::Asking {
 public:
  Asking(const Description& description, Pool& pool, std::span<const Question> questions)
      : description_(description), pool_(pool), questions_(questions), batch_(pool.batch()) {}

  std::vector<Reads> answers() {
    write_ahead();  // while the programs are busy with others' trials
    take_over(pool_.borrow());
    try {
      while (!ended_ && answers_.size() < questions_.size()) step();
    } catch (...) {
      pool_.give_back(std::nullopt, used_);
      throw;
    }
    pool_.set_batch(batch_);
    used_.trials = answers_.size();
    if (conversation_ && conversation_->under_way() > 0) conversation_.reset();
    pool_.give_back(std::move(conversation_), used_);
    while (answers_.size() < questions_.size())
      answers_.push_back(failed("not asked, since it failed on a trial before this one"));
    return std::move(answers_);
  }

 private:
  struct Sent {
    std::size_t first = 0;
    std::size_t last = 0;
  };

  void take_over(exact::Result<Conversation> conversation) {
    if (conversation) {
      conversation_.emplace(*std::move(conversation));
    } else {
      fail("cannot be started again: " + detail_of(conversation.error()));
    }
  }

  void fail(std::string detail) {
    answers_.push_back(failed(std::move(detail)));
    ended_ = true;
  }

  /// Keeps requests under way, then takes one reply.
  void step() {
    while (sent_.size() < kUnderWay && (written_ || written_until_ < questions_.size())) {
      if (suspects_ > 0 && !sent_.empty()) break;  // one at a time, to know whom it fails on
      send();
    }
    write_ahead();  // while it answers
    const Sent due = sent_.front();
    sent_.erase(sent_.begin());
    auto reads = conversation_->receive();
    if (!reads) return recover(due, detail_of(reads.error()));
    for (auto& one : *reads) answers_.push_back(std::move(one));
    if (suspects_ > 0) {
      if (--suspects_ == 0) {
        answers_.back() = failed(first_failure_ +
                                 "; that was with a request of many trials, each of which it then "
                                 "answered by itself");
        ended_ = true;
      }
      return;
    }
    adapt(due.last - due.first);
  }

  /// A request that is not yet sent.
  struct Written {
    std::size_t first = 0;
    std::size_t last = 0;
    std::string text = {};
    std::vector<std::size_t> starts = {};  ///< of the trials in `text`, and its end
  };

  /// Has the next request ready, if there is one.
  void write_ahead() {
    if (written_ || written_until_ == questions_.size()) return;
    const std::size_t most = suspects_ > 0 ? 1 : batch_;
    Written& next = written_.emplace(Written{.first = written_until_, .last = written_until_});
    while (next.last < questions_.size() && next.last - next.first < most &&
           next.text.size() < kRequestBytes) {
      next.starts.push_back(next.text.size());
      append_trial(next.text, description_, questions_[next.last++]);
    }
    next.starts.push_back(next.text.size());
    written_until_ = next.last;
  }

  void send() {
    write_ahead();
    const Written& next = *written_;
    std::vector<std::string_view> trials;
    for (std::size_t i = 0; i + 1 < next.starts.size(); ++i) {
      trials.push_back(
          std::string_view(next.text).substr(next.starts[i], next.starts[i + 1] - next.starts[i]));
    }
    conversation_->send(questions_.subspan(next.first, next.last - next.first), trials);
    sent_.push_back({.first = next.first, .last = next.last});
    written_.reset();
    ++used_.requests;
  }

  void adapt(std::size_t trials) {
    if (trials < batch_) return;  // the last of the call
    const auto took = conversation_->last_wait();
    if (took < kLongRequest / 2) batch_ = std::min(kMostTrials, batch_ * 2);
    if (took > kLongRequest * 2) batch_ = std::max<std::size_t>(1, batch_ / 2);
  }

  /// After a failure: the trials of that request one by one, with a new program.
  void recover(const Sent& due, std::string detail) {
    const std::size_t trials = due.last - due.first;
    pool_.learn(conversation_->pace());
    conversation_.reset();
    if (trials == 1) return fail(std::move(detail));
    first_failure_ = std::move(detail);
    suspects_ = trials;
    written_until_ = answers_.size();
    written_.reset();
    sent_.clear();
    take_over(pool_.open());
  }

  const Description& description_;
  Pool& pool_;
  std::span<const Question> questions_;
  std::size_t batch_;
  std::optional<Conversation> conversation_;
  std::vector<Reads> answers_;
  std::vector<Sent> sent_;
  std::optional<Written> written_;
  std::size_t written_until_ = 0;
  std::size_t suspects_ = 0;  ///< trials of a failed request that are still to be asked one by one
  std::string first_failure_;
  bool ended_ = false;
  ProcessUse used_;
};

ProcessSubject::ProcessSubject(Description description, std::unique_ptr<Pool> pool)
    : description_(std::move(description)), pool_(std::move(pool)) {}

ProcessSubject::~ProcessSubject() {
  if (pool_) pool_->close();
}

exact::Result<std::unique_ptr<ProcessSubject>> ProcessSubject::start(
    std::vector<std::string> command, const ProcessOptions& options) {
  auto pool = std::make_unique<Pool>(std::move(command), options);
  auto first = pool->borrow();
  if (!first) return first.error();
  Description description = first->description();
  if (!options.name.empty()) description.name = options.name;
  pool->give_back(*std::move(first), {});
  return std::unique_ptr<ProcessSubject>(
      new ProcessSubject(std::move(description), std::move(pool)));
}

const Description& ProcessSubject::description() const {
  return description_;
}

std::vector<Reads> ProcessSubject::read(std::span<const Question> questions) const {
  if (questions.empty()) return {};
  return Asking(description_, *pool_, questions).answers();
}

std::vector<Answer> ProcessSubject::ask(std::span<const Question> questions) const {
  std::vector<Answer> answers;
  answers.reserve(questions.size());
  for (auto& reads : read(questions)) answers.push_back(std::move(reads.back().variance));
  return answers;
}

void ProcessSubject::close() const {
  pool_->close();
}

ProcessUse ProcessSubject::use() const {
  return pool_->use();
}

}  // namespace shardproof::subject
