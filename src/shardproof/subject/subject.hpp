/// Subjects: whatever is judged. Ours or a stranger's, each is asked the same trials through this interface.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

/// What is read from a subject at one point of a plan. A merge reads nothing but a variance; a state may say how many
/// observations it has seen and their mean, too.
struct Read {
  Answer variance;
  std::optional<Answer> count = {};  ///< none where the subject does not say; exact to 2^53
  std::optional<Answer> mean = {};   ///< `NoVariance` where there are no observations

  friend bool operator==(const Read&, const Read&) = default;
};

/// One read for each that the trial's plan has, in order. A subject that fails ends with the read that failed.
using Reads = std::vector<Read>;

/// Whether two answers are the same one. NaN equals NaN, and zero has no sign: the contract knows one zero.
bool same(const Answer& left, const Answer& right);

/// Whether two reads say the same.
bool same(const Read& left, const Read& right);

/// "none", the shortest text of the number, or the failure's detail.
std::string to_text(const Answer& answer);

/// "variance 0.25", "variance 0.25, mean 0.5, count 2"
std::string to_text(const Read& read);

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

/// Whether the observation reaches a subject of that number type unrounded. What is not a number reaches a double only.
bool holds(Numbers numbers, const data::Observation& observation);

/// What trials a subject can be asked: the kind of question and the numbers in it.
struct Domain {
  Kind kind = Kind::merge;
  Numbers numbers = Numbers::any;

  Domain() = default;

  Domain(Numbers merged) : numbers(merged) {}  // NOLINT: a merge's domain is its number type

  Domain(Kind of_kind, Numbers of_numbers) : kind(of_kind), numbers(of_numbers) {}

  friend auto operator<=>(const Domain&,
                          const Domain&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14
};

/// What a state can do besides accumulate, merge and finalise.
struct Abilities {
  bool self_merge = true;  ///< merge with itself
  bool copy = true;
  bool count = false;
  bool mean = false;
  bool retract = false;
  bool round_trip = false;   ///< encode and decode
  bool merge_into = false;   ///< merge with a separate output, which may be one of the inputs
  bool merge_all = false;    ///< merge many states in one call
  bool synchronise = false;  ///< workers that see each other's observations now and then
};

/// A trial's plan, spelt out once for all states that follow it.
struct Script {
  data::PlanSteps plan;
  std::vector<double> values;  ///< the dataset's entries as doubles; 0 for one that is no double
};

/// One trial, made ready to be asked.
struct Question {
  const data::Trial* trial = nullptr;         ///< for aggregates, which see raw observations
  std::vector<aggregate::Summary> summaries;  ///< for merges, which see nothing else; else empty
  std::shared_ptr<const Script> script = {};  ///< for aggregates
};

/// The question that `trial` asks a merge: each part's exact summary, stray sums in place of zeros where a part is
/// empty.
Question question_of(const data::Trial& trial);

/// The question that `trial` asks a subject of that kind.
Question question_for(Kind kind, const data::Trial& trial);

/// Whether every summary of `question` reaches a subject of that number type unrounded.
bool holds(Numbers numbers, const Question& question);

/// What there is to know about a subject before it is asked.
struct Description {
  std::string name;
  Kind kind = Kind::merge;
  Numbers numbers = Numbers::any;
  Abilities abilities = {};  ///< of an aggregate

  Domain domain() const { return {kind, numbers}; }
};

/// How many observations an aggregate is asked to accumulate at most, one by one. (Plans that double make more of them.)
inline constexpr std::uint64_t kMostAccumulated = 1 << 16;

/// Whether the subject can be asked `question`: its numbers reach it unrounded, and it can do what the plan demands. A
/// merge is asked no plan but all at once.
bool accepts(const Description& description, const Question& question);

/// The same of the question that `trial` would ask; cheaper where that is a state's, which need not be made.
bool accepts(const Description& description, const data::Trial& trial);

/// Something that answers trials. `ask` takes many at a time and answers each in order; it may be called from
/// several threads at once.
class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  virtual const Description& description() const = 0;

  /// One answer a question, in the questions' order: the variance that is read last.
  virtual std::vector<Answer> ask(std::span<const Question> questions) const = 0;

  /// Everything that the questions' plans read. For a merge, which has one read a question, what `ask` says.
  virtual std::vector<Reads> read(std::span<const Question> questions) const;
};

/// A merge: summaries in, a variance or none out.
using MergeFunction = std::function<Answer(std::span<const aggregate::Summary>)>;

/// The subject that answers by calling `merge`, which sees the summaries and nothing else. An exception it
/// throws is a failed answer.
std::unique_ptr<Subject> merge_subject(std::string name, Numbers numbers, MergeFunction merge);

}  // namespace shardproof::subject
