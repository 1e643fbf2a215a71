/// A subject in any language: a program that speaks the subject protocol.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "shardproof/exact/result.hpp"
#include "shardproof/subject/process/conversation.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::subject {

struct ProcessOptions {
  std::string name = {};       ///< what reports call it; empty: what it calls itself
  unsigned most_programs = 1;  ///< running at a time; further callers of `ask` wait for one
  Patience patience = {};
  /// A subject whose programs were started so often is given up, with an exception: something is wrong that no trial shows.
  std::uint64_t most_started = 2'000;
};

/// What was done with a subject's programs.
struct ProcessUse {
  std::uint64_t programs = 0;  ///< started
  std::uint64_t requests = 0;
  std::uint64_t trials = 0;
  double busy_seconds = 0;  ///< processor time of the programs that were closed in good order
};

/// Asks running programs, many trials a request and two requests under way, so that neither side waits for the other. Requests grow
/// until one takes about 30 ms.
///
/// A program that crashes, hangs or breaks the protocol is ended and started again, and the trials of the request that it did not answer
/// are asked one by one, to find the one that it fails on: that trial's answer is `Failed`, with how it failed. The trials
/// after it are not asked by this call, and say so.
class ProcessSubject final : public Subject {
 public:
  /// Starts the first program and hears who it is. Problems as of `Conversation::open`.
  static exact::Result<std::unique_ptr<ProcessSubject>> start(std::vector<std::string> command,
                                                              const ProcessOptions& options);

  ProcessSubject(const ProcessSubject&) = delete;
  ProcessSubject& operator=(const ProcessSubject&) = delete;
  ~ProcessSubject() override;

  const Description& description() const override;
  std::vector<Answer> ask(std::span<const Question> questions) const override;
  std::vector<Reads> read(std::span<const Question> questions) const override;

  ProcessUse use() const;

  /// Ends the programs that run. Who asks again starts others.
  void close() const;

 private:
  class Pool;
  class Asking;

  ProcessSubject(Description description, std::unique_ptr<Pool> pool);

  Description description_;
  std::unique_ptr<Pool> pool_;
};

}  // namespace shardproof::subject
