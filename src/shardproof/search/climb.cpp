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
using subject::Domain;
using subject::Kind;
using subject::Numbers;

/// One trial in so many is asked a law that compares answers; the small scope is large and its trials are alike.
constexpr std::uint64_t kLawSample = 32;
constexpr std::uint64_t kSmallLawSample = 64;

bool is_for(Domain domain, const Trial& trial) {
  if (domain.kind == Kind::aggregate) return data::is_for_states(trial.plan.shape);
  return !data::is_for_states(trial.plan.shape) &&
         holds(domain.numbers, subject::question_of(trial));
}

TrialSource source_of(RungId rung, Domain domain, const ClimbOptions& options) {
  switch (rung) {
    case RungId::fixtures:
      return {.size = options.known.size(),
              .at = [&known = options.known, domain](std::uint64_t i) -> std::optional<Trial> {
                const Trial& trial = known[i].trial;
                return is_for(domain, trial) ? std::optional(trial) : std::nullopt;
              }};
    case RungId::small:
      return {.size = small_scope_size(domain.kind),
              .at = [kind = domain.kind](std::uint64_t i) -> std::optional<Trial> {
                return small_trial(i, kind);
              }};
    default:
      return {.size = options.trials, .at = [rung, domain, seed = options.seed](std::uint64_t i) {
                return random_trial(rung, domain, seed, i);
              }};
  }
}

/// Which of a source's trials are asked: the first so many, and then one in `step`.
struct Sample {
  std::uint64_t step = 1;
  std::uint64_t first = 0;

  /// The number, in the source, of the sample's trial `i`.
  std::uint64_t number_of(std::uint64_t i) const {
    return i < first ? i : first + (i - first) * step;
  }

  /// Whether every trial before number `i` of the source is asked, too.
  bool is_complete_to(std::uint64_t i) const { return step == 1 || i <= first; }

  friend auto operator<=>(const Sample&,
                          const Sample&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14
};

TrialSource sample_of(const TrialSource& source, Sample sample) {
  const std::uint64_t first = std::min(sample.first, source.size);
  sample.first = first;
  return {.size = first + (source.size - first + sample.step - 1) / sample.step,
          .at = [&source, sample](std::uint64_t i) { return source.at(sample.number_of(i)); }};
}

/// A candidate on its way up.
struct Climber {
  Candidate candidate;
  SubjectRecord record;
  std::vector<Hit> hits;  ///< to be shrunk: an imprecise one, one that ended the climb, or both
  std::vector<RungId> hit_on;
  std::vector<std::uint64_t> trials_before;
  std::vector<bool>
      in_order;  ///< whether every trial of the rung before it was asked in the same way
  bool ended = false;

  void keep(RungId rung, const Hit& hit, std::uint64_t before, bool ordered) {
    hits.push_back(hit);
    hit_on.push_back(rung);
    trials_before.push_back(before);
    in_order.push_back(ordered);
  }
};

bool has_imprecise_hit(const Climber& climber) {
  return std::ranges::any_of(climber.hits, [](const Hit& hit) {
    return std::holds_alternative<law::Imprecise>(hit.verdict);
  });
}

/// Takes over what a pass found that asked this sample of the rung's trials.
void note(Climber& climber, RungId rung, BlockResult& result, std::uint64_t before, Sample sample) {
  const auto in_order = [&](const Hit& hit) { return sample.is_complete_to(hit.index); };
  if (result.first_imprecise && !has_imprecise_hit(climber))
    climber.keep(rung, *result.first_imprecise, before, in_order(*result.first_imprecise));
  if (!result.ended_by) return;
  climber.ended = true;
  if (!std::holds_alternative<law::Imprecise>(result.ended_by->verdict)) {
    climber.keep(rung, *result.ended_by, before, in_order(*result.ended_by));
  }
}

std::vector<Candidate> candidates_of(std::span<Climber* const> climbers) {
  std::vector<Candidate> candidates;
  for (const auto* climber : climbers) candidates.push_back(climber->candidate);
  return candidates;
}

/// Those who are asked the same trials.
struct Group {
  Domain domain;
  Sample sample;  ///< of the small scope

  friend auto operator<=>(const Group&,
                          const Group&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14
};

/// Gives the hits of a sample their numbers on the rung.
void renumber(BlockResult& result, const Sample& sample) {
  for (auto* hit : {&result.first_imprecise, &result.ended_by}) {
    if (*hit) (*hit)->index = sample.number_of((*hit)->index);
  }
}

class Ladder {
 public:
  explicit Ladder(const ClimbOptions& options) : options_(options) {}

  /// One rung for those whose trials on it are the same.
  void climb_rung(RungId rung, const Group& group, std::span<Climber* const> climbers) {
    const Domain domain = group.domain;
    const TrialSource whole = source_of(rung, domain, options_);
    const TrialSource source = sample_of(whole, group.sample);
    auto results = pass(Pass::oracle, rung, domain, climbers, source);
    std::vector<Climber*> standing;
    for (std::size_t i = 0; i < climbers.size(); ++i) {
      auto& record = climbers[i]->record;
      const std::uint64_t before = record.trials();
      RungRecord& here = record.rungs.emplace_back();
      here.rung = rung;
      here.trials = results[i].judged;
      here.imprecise = results[i].imprecise;
      here.undefined = results[i].undefined;
      here.worst = results[i].worst;
      here.left_out = results[i].left_out;
      renumber(results[i], group.sample);
      note(*climbers[i], rung, results[i], before, group.sample);
      if (climbers[i]->ended) continue;
      here.coverage = results[i].coverage;
      const auto wanted = minimums_of(rung, climbers[i]->candidate.subject->description());
      here.shortfalls = shortfalls(options_.minimums ? options_.minimums(rung) : std::span(wanted),
                                   here.coverage,
                                   here.trials + here.left_out);
      standing.push_back(climbers[i]);
    }
    check_laws(rung, group, source, standing);
  }

 private:
  void check_laws(RungId rung,
                  const Group& group,
                  const TrialSource& source,
                  std::span<Climber* const> climbers) {
    const std::uint64_t step = rung == RungId::small
                                   ? std::max<std::uint64_t>(1, kSmallLawSample / group.sample.step)
                               : rung == RungId::fixtures ? 1
                                                          : kLawSample;
    auto results =
        pass(Pass::laws, rung, group.domain, climbers, sample_of(source, {.step = step}));
    for (std::size_t i = 0; i < climbers.size(); ++i) {
      auto& record = climbers[i]->record;
      record.rungs.back().law_checks = results[i].judged;
      renumber(results[i], {.step = step});
      renumber(results[i], group.sample);
      note(*climbers[i],
           rung,
           results[i],
           record.trials() - record.rungs.back().trials,
           step == 1 ? group.sample : Sample{.step = step * group.sample.step});
    }
  }

  std::vector<BlockResult> pass(Pass pass,
                                RungId rung,
                                Domain domain,
                                std::span<Climber* const> climbers,
                                const TrialSource& source) {
    BlockOptions block{.pass = pass,
                       .kind = domain.kind,
                       .observe = !minimums(rung, domain.kind).empty() || options_.minimums,
                       .jobs = options_.jobs};
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
std::map<Group, std::vector<Climber*>> groups(RungId rung, std::vector<Climber>& climbers) {
  std::map<Group, std::vector<Climber*>> groups;
  const bool small = rung == RungId::small;  // which every number type holds
  for (auto& climber : climbers) {
    if (climber.ended) continue;
    const Domain domain = climber.candidate.subject->description().domain();
    if (applies(rung, domain)) {
      const Group group{.domain = small ? Domain(domain.kind, Numbers::any) : domain,
                        .sample = small ? Sample{.step = climber.candidate.small_step,
                                                 .first = climber.candidate.small_first}
                                        : Sample{}};
      groups[group].push_back(&climber);
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
                          .expect = climber.candidate.expect,
                          .rung = climber.hit_on[i],
                          .hit = &climber.hits[i],
                          .is_first = climber.hit_on[i] == RungId::small && climber.in_order[i],
                          .trials_before = climber.trials_before[i]});
    }
  }
  auto findings = find_all(requests, {.shrink = options.shrink, .jobs = options.jobs});
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
    climbers[i].record.kind = candidates[i].subject->description().kind;
    climbers[i].record.numbers = candidates[i].subject->description().numbers;
    climbers[i].record.expect = candidates[i].expect;
  }
  Ladder ladder(options);
  for (const auto rung : options.rungs) {
    for (auto& [group, members] : groups(rung, climbers)) ladder.climb_rung(rung, group, members);
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
