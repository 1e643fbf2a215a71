/// What stands under the options in each --help.
#pragma once

namespace shardproof::cli {

inline constexpr auto kFooter = R"(Exit status:
  0   everything holds, or was done
  1   a subject broke a law, or a known wrong variant was missed
  2   the command line, an input or a destination cannot be used
  3   the subject crashed, hung or broke the protocol
  4   vacuous: a rung generated too little of what it must cover
  5   our own reference failed: trust nothing else of this run
  70  a defect in shardproof

`shardproof COMMAND --help` has the options of a command.)";

inline constexpr auto kGateFooter =
    R"(The references, our own merge and states, climb every rung first; then every known wrong variant must
be caught, and none of the right ones. The same seed gives the same report, whatever the number of threads; only
the seconds differ. What --corpus names is read before the run; what was found is recorded there.

Exit status:
  0   the references held, every wrong variant was caught, no right one was
  1   a variant was missed or misjudged, or a right one was caught
  2   the command line, the corpus or the destination cannot be used
  4   vacuous: a rung generated too little of what it must cover
  5   the reference failed: trust nothing else of this run
  70  a defect in shardproof)";

inline constexpr auto kHuntFooter =
    R"(SUBJECT is a file with a merge of yours:

  .py               merge(summaries) or solve(stats); or a class with accumulate, merge, finalise
  .mjs, .js, .cjs   the same, exported
  .R                merge(summaries) or solve(stats)
  .cpp, .cc, .hpp   the same as in Python, or struct State; compiled with $CXX or c++
  .so, .c           a plugin, see shardproof/plugin.h
  -- COMMAND ...    any program that speaks the subject protocol, fixtures/subjects/PROTOCOL.md

A merge is given [[count, sum, sumsq], ...] and answers with the population variance, or none for no
observations. What it gets wrong is shrunk, explained and recorded. float64 asks for a right formula and
a stable algorithm; contract for the very bits of `shardproof merge`.

Exit status:
  0   holds: nothing was found, and the report says what was tried
  1   broken, or less precise than --expect asks, or answers the same question in two ways
  2   the command line, the subject's file, the corpus or the destination cannot be used
  3   the subject crashed, hung or broke the protocol
  4   vacuous: a rung generated too little of what it must cover
  70  a defect in shardproof)";

inline constexpr auto kCheckSubjectFooter =
    R"(SUBJECT is as for hunt. Every line that is said is shown, > ours and < the subject's.

Exit status:
  0   it answered, well or not
  2   the command line or the subject's file cannot be used
  3   the subject crashed, hung or broke the protocol
  70  a defect in shardproof)";

inline constexpr auto kFixturesFooter = R"(Exit status:
  0   the two published programs fail as published, and the repair passes
  1   a published program does not fail as published
  2   the command line or the destination cannot be used
  5   the repair, which is our own merge, fails
  70  a defect in shardproof)";

inline constexpr auto kReplayFooter =
    R"(FILE is a counterexample as the gate prints and records it, - for standard input, or the id of a
variant for its smallest known one. Written by hand, two members are enough:

  {"subject": "average-of-variances", "trial": {"parts": [[0], [1]]}}

Exit status:
  0   all of them hold now: they are stale
  1   at least one still fails
  2   an input is unreadable, malformed or of an unknown subject, or the destination cannot be used
  3   a subject gave no answer
  4   there was nothing to judge: the variance is above the largest double
  5   the reference, our own merge, fails
  70  a defect in shardproof)";

inline constexpr auto kExplainFooter =
    R"(VARIANT is an id of `shardproof list variants`; FILE is a counterexample, - for standard input. There
are lessons, too: `shardproof explain rounded-triples` shows why sums must not be rounded,
`shardproof explain stability` how many digits each kind of state keeps.

Exit status:
  0   explained
  2   no such variant, an unreadable or malformed file, or the destination cannot be used
  70  a defect in shardproof)";

inline constexpr auto kListFooter =
    R"(kill-matrix measures, for every variant, on which share of random trials it breaks each law; the same
seed gives the same shares. --seed and --trials are for it alone. Markdown is for variants and
kill-matrix.

Exit status:
  0   listed
  2   the command line or standard output cannot be used
  70  a defect in shardproof)";

inline constexpr auto kMergeFooter =
    R"(Each line of the input is a question, [[count, sum, sumsq], …], and gets a line back: the
population variance of all the workers' observations together, rounded to 12 decimals, as the
shortest text that reads back as the same double; or null, if there are no observations. If the
first line is only the beginning of a question, then the whole input is one.

  $ echo '[[1,0,0],[2,7,29]]' | shardproof merge
  4.222222222222

Numbers are exact: an integer is that integer (up to 4,900 digits), any other its nearest double.
"n/d" in quotes, d a power of two, is that fraction. Workers with count 0 are ignored.

Exit status:
  0   every question was answered
  2   a question, the input or standard output cannot be used; the message names the line
  70  a defect in shardproof)";

}  // namespace shardproof::cli
