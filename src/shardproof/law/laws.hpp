/// The laws of merges and of states, each as what it says and how it is checked.
///
/// Laws alone are blind: an average of variances commutes, associates and has an identity. The oracle is the
/// judge; the other laws say what kind of wrong it is, and catch what no single answer shows (an answer that changes
/// from one call to the next).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::law {

/// What the law demands, in one sentence.
std::string_view statement(data::LawId law);

/// Whether a subject of that kind must keep the law.
bool applies(data::LawId law, subject::Kind kind);

/// How two questions' variances are related: variance(other) = factor · variance(trial), factor a power of two.
struct Related {
  data::Trial trial;
  int factor = 1;
};

/// The other questions that a law of merges asks beside `trial`; empty for the laws that one answer decides. Each is a trial
/// whose exact variance is `factor` times that of `trial`.
std::vector<Related> related_trials(data::LawId law, const data::Trial& trial);

/// The precision to ask of a subject of that kind where `asked` is what the run asks. The contract's rounding is a
/// merge's; states in double are asked for no more than doubles can.
Expect expect_of(subject::Kind kind, Expect asked);

/// What `subject` says to `trial`, judged: the one way from a question to a verdict, whatever the subject's kind. A trial
/// whose observations are not all numbers is judged by the law `non_finite` and the one that its plan is about, alone.
Verdict verdict_on(const subject::Subject& subject, const data::Trial& trial, Expect expect);

/// Whether `subject` breaks `law` on `trial`. Laws that compare answers allow each answer the precision of
/// `expect`: none at all under contract and exact, where the variances are the same. Questions that the
/// subject does not accept are not asked.
bool breaks(data::LawId law,
            const subject::Subject& subject,
            const data::Trial& trial,
            Expect expect);

/// Whether the law compares answers about `trial`, and so may be broken where each answer holds by itself.
bool compares_answers(data::LawId law, subject::Kind kind, const data::Trial& trial);

/// All the laws that the subject breaks on `trial`, the narrowest first. Of the laws that are about one step of a plan
/// only the one whose plan the trial has is asked: the others are not what the trial is about.
std::vector<data::LawId> broken_laws(const subject::Subject& subject,
                                     const data::Trial& trial,
                                     Expect expect);

}  // namespace shardproof::law
