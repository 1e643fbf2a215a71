/// Subjects: whatever is judged. Ours or a stranger's, each is asked the same trials through this interface.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/data/trial.hpp"

namespace shardproof::subject {

/// "None": the subject says that there is no variance.
struct NoVariance {
  friend bool operator==(NoVariance, NoVariance) = default;
};

/// The subject gave no answer at all.
struct Failed {
  std::string detail;
  friend bool operator==(const Failed&, const Failed&) = default;
};

/// What a subject says to one trial: no variance, a number (NaN and infinities too), or nothing.
using Answer = std::variant<NoVariance, double, Failed>;

/// Whether two answers are the same one. NaN equals NaN, and zero has no sign: the contract knows one zero.
bool same(const Answer& left, const Answer& right);

/// "none", the shortest text of the number, or the failure's detail.
std::string to_text(const Answer& answer);

/// How a subject takes its question.
enum class Kind : std::uint8_t {
  merge,      ///< stateless: every summary at once, a variance or none back
  aggregate,  ///< a state: accumulate, merge, finalise
};

/// What a subject's number type holds exactly. It is asked nothing else.
enum class Numbers : std::uint8_t {
  int53,    ///< integers below 2^53 in magnitude, as in JavaScript
  int64,    ///< 64-bit integers
  bigint,   ///< integers of any size
  float64,  ///< doubles
  any,      ///< every dyadic rational
};

/// "int64"
std::string_view to_text(Numbers numbers);

/// Whether `summary` reaches a subject of that number type unrounded.
bool holds(Numbers numbers, const aggregate::Summary& summary);

/// One trial, made ready to be asked.
struct Question {
  const data::Trial* trial = nullptr;         ///< for aggregates, which see raw observations
  std::vector<aggregate::Summary> summaries;  ///< for merges, which see nothing else
};

/// The question that `trial` asks: each part's exact summary, stray sums in place of zeros where a part is empty.
Question question_of(const data::Trial& trial);

/// Whether every summary of `question` reaches a subject of that number type unrounded.
bool holds(Numbers numbers, const Question& question);

/// What there is to know about a subject before it is asked.
struct Description {
  std::string name;
  Kind kind = Kind::merge;
  Numbers numbers = Numbers::any;
};

/// Something that answers trials. `ask` takes many at a time and answers each in order; it may be called from
/// several threads at once.
class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  virtual const Description& description() const = 0;

  /// One answer a question, in the questions' order.
  virtual std::vector<Answer> ask(std::span<const Question> questions) const = 0;
};

/// A merge: summaries in, a variance or none out.
using MergeFunction = std::function<Answer(std::span<const aggregate::Summary>)>;

/// The subject that answers by calling `merge`, which sees the summaries and nothing else. An exception it
/// throws is a failed answer.
std::unique_ptr<Subject> merge_subject(std::string name, Numbers numbers, MergeFunction merge);

}  // namespace shardproof::subject
