/// Errors as values: `Result<T>` holds a `T` or the `Problem` that prevented it.
#pragma once

#include <string>
#include <utility>

#include <boost/system/result.hpp>

namespace shardproof::exact {

/// What went wrong, where, and what to do about it: written for the person who reads it.
struct Problem {
  /// Why it was refused, as a class that code can act on.
  enum class Kind {
    malformed,       ///< not JSON, or not the shape that was asked for
    unreadable,      ///< a file or stream could not be read
    unwritable,      ///< a file or stream could not be written
    out_of_domain,   ///< a number where none fits: negative count, NaN, infinity
    impossible,      ///< a triple that no data have
    overflow,        ///< the answer is above the largest double
    unknown_name,    ///< no variant, law, rung or format of that name
    subject_failed,  ///< a subject's program crashed, hung or broke the protocol
  };

  Kind kind = Kind::malformed;
  std::string what;   ///< the rule that was broken, with the value that broke it
  std::string where;  ///< "worker 2", "line 7, column 3", "counterexample.json"; may be empty
  std::string hint;   ///< what to do about it; may be empty

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// "where: what (hint)", on one line.
inline std::string to_text(const Problem& problem) {
  std::string text = problem.where.empty() ? problem.what : problem.where + ": " + problem.what;
  if (!problem.hint.empty()) text += " (" + problem.hint + ")";
  return text;
}

/// The same problem seen from one level further out: "questions.json: line 7: …".
inline Problem within(const std::string& outer, Problem problem) {
  problem.where = problem.where.empty() ? outer : outer + ": " + problem.where;
  return problem;
}

/// Called by `Result<T>::value()` on a problem: asking for the value without a check is a defect of
/// ours.
[[noreturn]] void throw_exception_from_error(const Problem& problem,
                                             const boost::source_location& where);

/// A `T`, or the problem that prevented it. `if (!result) return result.error();`
template <class T>
using Result = boost::system::result<T, Problem>;

}  // namespace shardproof::exact
