/// What a failure looks like, in every report: the same lines in the same order.
#pragma once

#include <string>

#include "shardproof/exact/rational.hpp"
#include "shardproof/search/counterexample.hpp"
#include "shardproof/search/run_record.hpp"
#include "shardproof/subject/subject.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::report {

/// A number as a fraction, if that is short enough to read; else its nearest double, said to be so.
std::string exact_text(const exact::Rational& value);

/// "1/3, by contract 0.333333333333": the exact variance (a fraction as text, "" or "none" for
/// none), and what the contract makes of it where that looks different.
std::string oracle_text(const std::string& exactly, const subject::Answer& rounded);

/// What kind of failure it is, in one sentence.
std::string cause_of(const law::Verdict& verdict);

/// What oracle and subject say to a trial.
struct Said {
  std::string oracle;
  std::string subject;
};

/// `reads` as the oracle and the subject have it, where the trial has a plan: variance, mean and count at the read
/// that the verdict is about, the last one otherwise. Without a plan it is `answers`.
Said said_about(const data::Trial& trial,
                const law::Verdict& verdict,
                const subject::Reads& reads,
                Said answers);

/// What there is to show of a failed trial.
struct Failure {
  const data::Trial* trial = nullptr;
  std::string oracle_says;
  std::string subject_says;
  std::string cause;  ///< empty: not said
};

/// The lines parts, oracle says, subject says and likely cause. The trial may take several lines.
std::string failure_lines(const Failure& failure);

/// A line to paste that judges the trial again: `echo '{…}' | shardproof replay -`.
std::string replay_line(const search::Counterexample& counterexample);

/// null, a number, "NaN", …, or {"error": …}.
wire::Value to_json(const subject::Answer& answer);

/// {"kind": "broken", …} with what the verdict knows.
wire::Value to_json(const law::Verdict& verdict);

}  // namespace shardproof::report
