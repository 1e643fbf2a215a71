#include "shardproof/search/gate.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "shardproof/law/laws.hpp"
#include "shardproof/search/corpus.hpp"
#include "shardproof/search/known.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "shardproof/version.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using exact::Result;
using subject::Standing;

/// Whether the row's only fault is below the precision that is asked for.
bool is_tolerated(const subject::Variant& row, law::Expect expect) {
  const bool imprecise = row.standing == Standing::imprecise && row.kind() == subject::Kind::merge;
  return (expect == law::Expect::float64 && imprecise) ||
         (expect == law::Expect::textbook && (imprecise || row.cancels));
}

Outcome outcome_of(const SubjectRecord& record, const subject::Variant& row, law::Expect expect) {
  const bool broken = record.broken && std::holds_alternative<law::Broken>(record.broken->verdict);
  const Outcome not_found = is_tolerated(row, expect) ? Outcome::tolerated : Outcome::missed;
  switch (row.standing) {
    case Standing::broken:
      return broken ? Outcome::caught : record.broken ? Outcome::misjudged : not_found;
    case Standing::imprecise:
      return record.broken ? Outcome::misjudged : record.imprecise ? Outcome::caught : not_found;
    case Standing::equivalent:
      return record.outcome;
  }
  return record.outcome;
}

/// Whether a rung is climbed on which the row is known to fail. What fails on the small rung fails on integers, too.
bool can_be_caught(const subject::Variant& row, const std::vector<RungId>& rungs) {
  const auto climbed = [&](RungId rung) { return std::ranges::find(rungs, rung) != rungs.end(); };
  return row.standing == Standing::equivalent || climbed(row.caught_on) ||
         (row.caught_on == RungId::small && climbed(RungId::integers));
}

/// Whether all references hold: nothing else is asked if one does not.
bool climb_references(const GateSubjects& subjects,
                      law::Expect expect,
                      const ClimbOptions& options,
                      RunRecord& record) {
  std::vector<Candidate> candidates = {{.subject = subjects.reference.get(), .expect = expect}};
  for (const auto& state : subjects.states)
    candidates.push_back(
        {.subject = state.subject.get(), .expect = state.expect, .stop_when_imprecise = true});
  record.subjects = climb(candidates, options);
  for (auto& reference : record.subjects) reference.role = Role::reference;
  return std::ranges::none_of(record.subjects, [](const SubjectRecord& reference) {
    return reference.outcome == Outcome::failed;
  });
}

/// A wrong row that first fails above the small scope is asked one in 16 of it: tests/quality asks it all of them. One
/// that fails there is asked until it does, and a right one everything.
std::uint64_t small_step(const subject::Variant& row) {
  constexpr std::uint64_t kSample = 16;
  return row.standing == Standing::equivalent || row.caught_on == RungId::small ? 1 : kSample;
}

void climb_variants(const std::vector<GateRow>& rows,
                    law::Expect expect,
                    ClimbOptions options,
                    RunRecord& record) {
  std::erase(options.rungs, RungId::fixtures);
  std::vector<Candidate> candidates;
  std::vector<const subject::Variant*> asked;
  for (const auto& row : rows) {
    if (!can_be_caught(row.row, options.rungs)) {
      record.not_asked.emplace_back(row.row.id);
      continue;
    }
    candidates.push_back({.subject = row.subject.get(),
                          .expect = law::expect_of(row.row.kind(), expect),
                          .stop_when_imprecise = row.row.standing == Standing::imprecise,
                          .small_step = small_step(row.row)});
    asked.push_back(&row.row);
  }
  auto records = climb(candidates, options);
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].role = Role::variant;
    records[i].variant = *asked[i];
    records[i].outcome = outcome_of(records[i], *asked[i], records[i].expect);
    record.subjects.push_back(std::move(records[i]));
  }
}

/// Of everyone who was asked.
void measure_stability(const GateSubjects& subjects, RunRecord& record) {
  std::map<std::string, const subject::Subject*> by_name;
  by_name[subjects.reference->description().name] = subjects.reference.get();
  for (const auto& state : subjects.states)
    by_name[state.subject->description().name] = state.subject.get();
  for (const auto& row : subjects.rows) by_name[std::string(row.row.id)] = row.subject.get();
  for (auto& subject : record.subjects) {
    const auto id = subject.variant ? std::string(subject.variant->id) : subject.name;
    subject.stability = stability_of(*by_name.at(id));
  }
}

/// The recorded counterexamples of those judged here that no longer fail.
std::vector<Stale> stale_entries(const GateSubjects& subjects,
                                 const std::vector<CorpusEntry>& entries,
                                 law::Expect expect) {
  std::vector<Stale> stale;
  for (const auto& entry : entries) {
    const auto& counterexample = entry.counterexample;
    const auto row = std::ranges::find_if(subjects.rows, [&](const GateRow& candidate) {
      return candidate.row.id == counterexample.subject;
    });
    if (row == subjects.rows.end()) continue;
    const law::Expect asked = law::expect_of(row->row.kind(), expect);
    if (is_tolerated(row->row, asked)) continue;
    if (replay(counterexample, *row->subject, asked).is_stale()) {
      stale.push_back({.subject = counterexample.subject, .where = entry.name});
    }
  }
  return stale;
}

Result<void> record_findings(const std::filesystem::path& corpus, const RunRecord& record) {
  for (const auto& subject : record.subjects) {
    for (const auto* finding : {&subject.imprecise, &subject.broken}) {
      if (!*finding) continue;
      const auto written = search::record(corpus, counterexample_of(subject.name, **finding));
      if (!written) return written.error();
    }
  }
  return {};
}

}  // namespace

GateSubjects gate_subjects() {
  GateSubjects subjects{.reference = subject::reference(), .states = {}, .rows = {}};
  for (auto& [state, is_exact] : subject::reference_states()) {
    subjects.states.push_back({.subject = std::move(state),
                               .expect = is_exact ? law::Expect::contract : law::Expect::float64});
  }
  for (const auto& row : subject::catalogue()) {
    subjects.rows.push_back({.row = row, .subject = subject::subject_of(row)});
  }
  return subjects;
}

Result<RunRecord> run_gate(const GateSubjects& subjects, const GateOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<CorpusEntry> recorded = witnesses();
  if (options.corpus) {
    auto corpus = read_corpus(*options.corpus);
    if (!corpus) return corpus.error();
    recorded.insert(recorded.end(), corpus->begin(), corpus->end());
  }

  RunRecord record;
  record.version = kVersion;
  record.seed = options.climb.seed;
  record.trials = options.climb.trials;
  record.expect = options.expect;

  ClimbOptions climb_options = options.climb;
  climb_options.known = seed_trials();
  for (const auto& [name, counterexample] : recorded) {
    climb_options.known.push_back({.name = name, .trial = counterexample.trial});
  }
  if (climb_references(subjects, options.expect, climb_options, record)) {
    climb_variants(subjects.rows, options.expect, climb_options, record);
    record.stale = stale_entries(subjects, recorded, options.expect);
    measure_stability(subjects, record);
  }
  if (options.corpus) {
    const auto written = record_findings(*options.corpus, record);
    if (!written) return written.error();
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return record;
}

}  // namespace shardproof::search
