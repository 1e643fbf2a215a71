#include "shardproof/search/climb.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "shardproof/search/finding.hpp"
#include "shardproof/search/ladder.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/small_scope.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using subject::Numbers;

/// One trial in so many is asked a law that compares answers; the small scope is large and its trials are alike.
constexpr std::uint64_t kLawSample = 16;
constexpr std::uint64_t kSmallLawSample = 64;

TrialSource source_of(RungId rung, Numbers numbers, const ClimbOptions& options) {
  switch (rung) {
    case RungId::fixtures:
      return {.size = options.known.size(),
              .at = [&known = options.known, numbers](std::uint64_t i) -> std::optional<Trial> {
                const Trial& trial = known[i].trial;
                return holds(numbers, subject::question_of(trial)) ? std::optional(trial)
                                                                   : std::nullopt;
              }};
    case RungId::small:
      return {.size = small_scope_size(),
              .at = [](std::uint64_t i) -> std::optional<Trial> { return small_trial(i); }};
    default:
      return {.size = options.trials, .at = [rung, numbers, seed = options.seed](std::uint64_t i) {
                return random_trial(rung, numbers, seed, i);
              }};
  }
}

/// Every `step`-th trial of `source`.
TrialSource sample_of(const TrialSource& source, std::uint64_t step) {
  return {.size = (source.size + step - 1) / step,
          .at = [&source, step](std::uint64_t i) { return source.at(i * step); }};
}

/// A candidate on its way up.
struct Climber {
  Candidate candidate;
  SubjectRecord record;
  std::vector<Hit> hits;  ///< to be shrunk: an imprecise one, one that ended the climb, or both
  std::vector<RungId> hit_on;
  std::vector<std::uint64_t> trials_before;
  bool ended = false;

  void keep(RungId rung, const Hit& hit, std::uint64_t before) {
    hits.push_back(hit);
    hit_on.push_back(rung);
    trials_before.push_back(before);
  }
};

bool has_imprecise_hit(const Climber& climber) {
  return std::ranges::any_of(climber.hits, [](const Hit& hit) {
    return std::holds_alternative<law::Imprecise>(hit.verdict);
  });
}

/// Takes over what a pass found.
void note(Climber& climber, RungId rung, BlockResult& result, std::uint64_t before) {
  if (result.first_imprecise && !has_imprecise_hit(climber))
    climber.keep(rung, *result.first_imprecise, before);
  if (!result.ended_by) return;
  climber.ended = true;
  if (!std::holds_alternative<law::Imprecise>(result.ended_by->verdict)) {
    climber.keep(rung, *result.ended_by, before);
  }
}

std::vector<Candidate> candidates_of(std::span<Climber* const> climbers) {
  std::vector<Candidate> candidates;
  for (const auto* climber : climbers) candidates.push_back(climber->candidate);
  return candidates;
}

class Ladder {
 public:
  explicit Ladder(const ClimbOptions& options) : options_(options) {}

  /// One rung for those whose trials on it are the same.
  void climb_rung(RungId rung, Numbers numbers, std::span<Climber* const> climbers) {
    const TrialSource source = source_of(rung, numbers, options_);
    auto results = pass(Pass::oracle, rung, climbers, source);
    std::vector<Climber*> standing;
    for (std::size_t i = 0; i < climbers.size(); ++i) {
      auto& record = climbers[i]->record;
      const std::uint64_t before = record.trials();
      RungRecord& here = record.rungs.emplace_back();
      here.rung = rung;
      here.trials = results[i].judged;
      here.imprecise = results[i].imprecise;
      here.undefined = results[i].undefined;
      here.left_out = results[i].left_out;
      note(*climbers[i], rung, results[i], before);
      if (climbers[i]->ended) continue;
      here.coverage = results[i].coverage;
      here.shortfalls = shortfalls(
          options_.minimums ? options_.minimums(rung) : minimums(rung), here.coverage, here.trials);
      standing.push_back(climbers[i]);
    }
    check_laws(rung, source, standing);
  }

 private:
  void check_laws(RungId rung, const TrialSource& source, std::span<Climber* const> climbers) {
    const std::uint64_t step = rung == RungId::small      ? kSmallLawSample
                               : rung == RungId::fixtures ? 1
                                                          : kLawSample;
    auto results = pass(Pass::laws, rung, climbers, sample_of(source, step));
    for (std::size_t i = 0; i < climbers.size(); ++i) {
      auto& record = climbers[i]->record;
      record.rungs.back().law_checks = results[i].judged;
      for (auto* hit : {&results[i].first_imprecise, &results[i].ended_by}) {
        if (*hit) (*hit)->index *= step;  // its number on the rung
      }
      note(*climbers[i], rung, results[i], record.trials() - record.rungs.back().trials);
    }
  }

  std::vector<BlockResult> pass(Pass pass,
                                RungId rung,
                                std::span<Climber* const> climbers,
                                const TrialSource& source) {
    BlockOptions block{.pass = pass, .expect = options_.expect, .jobs = options_.jobs};
    if (options_.progress) {
      block.progress = [&, subjects = climbers.size()](std::uint64_t done) {
        options_.progress({.rung = rung, .subjects = subjects, .done = done, .total = source.size});
      };
    }
    return judge_all(candidates_of(climbers), source, block);
  }

  const ClimbOptions& options_;
};

/// Those still climbing, by the trials that they are asked on `rung`; the others' records say that it was skipped.
std::map<Numbers, std::vector<Climber*>> groups(RungId rung, std::vector<Climber>& climbers) {
  std::map<Numbers, std::vector<Climber*>> groups;
  const bool same_for_all = rung == RungId::small;  // which every number type holds
  for (auto& climber : climbers) {
    if (climber.ended) continue;
    if (applies(rung, climber.record.numbers)) {
      groups[same_for_all ? Numbers::any : climber.record.numbers].push_back(&climber);
    } else {
      RungRecord skipped;
      skipped.rung = rung;
      skipped.skipped = true;
      climber.record.rungs.push_back(std::move(skipped));
    }
  }
  return groups;
}

/// Shrinks the hits of every climber, on as many threads as the climb has.
void find(std::vector<Climber>& climbers, const ClimbOptions& options) {
  std::vector<FindingRequest> requests;
  for (auto& climber : climbers) {
    for (std::size_t i = 0; i < climber.hits.size(); ++i) {
      requests.push_back({.subject = climber.candidate.subject,
                          .rung = climber.hit_on[i],
                          .hit = &climber.hits[i],
                          .trials_before = climber.trials_before[i]});
    }
  }
  auto findings = find_all(
      requests, {.expect = options.expect, .shrink = options.shrink, .jobs = options.jobs});
  std::size_t next = 0;
  for (auto& climber : climbers) {
    for (const auto& hit : climber.hits) {
      auto& finding = findings[next++];
      auto& place = std::holds_alternative<law::Imprecise>(hit.verdict) ? climber.record.imprecise
                                                                        : climber.record.broken;
      place = std::move(finding);
    }
  }
}

Outcome outcome_of(const SubjectRecord& record) {
  if (record.broken || record.imprecise) return Outcome::failed;
  const bool vacuous =
      std::ranges::any_of(record.rungs, [](const auto& rung) { return !rung.shortfalls.empty(); });
  return vacuous ? Outcome::vacuous : Outcome::holds;
}

}  // namespace

std::vector<SubjectRecord> climb(std::span<const Candidate> candidates,
                                 const ClimbOptions& options) {
  std::vector<Climber> climbers(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    climbers[i].candidate = candidates[i];
    climbers[i].record.name = candidates[i].subject->description().name;
    climbers[i].record.numbers = candidates[i].subject->description().numbers;
  }
  Ladder ladder(options);
  for (const auto rung : options.rungs) {
    for (auto& [numbers, group] : groups(rung, climbers)) ladder.climb_rung(rung, numbers, group);
  }
  find(climbers, options);

  std::vector<SubjectRecord> records;
  for (auto& climber : climbers) {
    climber.record.outcome = outcome_of(climber.record);
    records.push_back(std::move(climber.record));
  }
  return records;
}

}  // namespace shardproof::search
