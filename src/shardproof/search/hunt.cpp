#include "shardproof/search/hunt.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <map>
#include <variant>

#include "shardproof/law/laws.hpp"
#include "shardproof/search/draw.hpp"
#include "shardproof/search/finding.hpp"
#include "shardproof/search/known.hpp"
#include "shardproof/search/ladder.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/search/small_scope.hpp"
#include "shardproof/version.hpp"

namespace shardproof::search {
namespace {

using data::RungId;
using data::Trial;
using subject::Kind;
using subject::Subject;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The first trials of the integers rung that the subject is asked.
std::vector<Trial> first_trials(const Subject& subject, std::uint64_t seed, std::size_t number) {
  const auto& description = subject.description();
  std::vector<Trial> trials;
  for (std::uint64_t i = 0; i < 8 * number && trials.size() < number; ++i) {
    auto trial = random_trial(RungId::integers, description.domain(), seed, i);
    if (trial && accepts(description, *trial)) trials.push_back(*std::move(trial));
  }
  return trials;
}

std::vector<subject::Reads> read_all(const Subject& subject, std::span<const Trial> trials) {
  std::vector<subject::Question> questions;
  questions.reserve(trials.size());
  for (const auto& trial : trials)
    questions.push_back(subject::question_for(subject.description().kind, trial));
  return subject.read(questions);
}

/// The simplest trials of the small scope that it is asked.
std::vector<Trial> small_trials(const Subject& subject, std::size_t number) {
  const auto& description = subject.description();
  std::vector<Trial> trials;
  for (std::uint64_t i = 0; i < small_scope_size(description.kind) && trials.size() < number; ++i) {
    auto trial = small_trial(i, description.kind);
    if (accepts(description, trial)) trials.push_back(std::move(trial));
  }
  return trials;
}

/// Trials a second, in requests of growing size; the first does not count: a program has to warm up.
double speed_of(const Subject& subject, const std::vector<Trial>& trials) {
  std::size_t asked = 0;
  double seconds = 0;
  for (std::size_t first = 0, size = 1; first < trials.size(); first += size, size *= 2) {
    size = std::min(size, trials.size() - first);
    const auto start = std::chrono::steady_clock::now();
    read_all(subject, std::span(trials).subspan(first, size));
    if (first == 0) continue;
    asked += size;
    seconds += seconds_since(start);
    if (seconds > 0.5) break;
  }
  return static_cast<double>(asked) / std::max(seconds, 1e-6);
}

/// How much is asked, from the subject's speed where the options leave it open.
void set_budget(const Subject& subject, const HuntOptions& options, HuntRecord& record) {
  constexpr std::size_t kLarge = 64;
  constexpr std::size_t kSmall = 1'024;
  if (options.trials) {
    record.trials = *options.trials;
  } else {
    const double speed = speed_of(subject, first_trials(subject, options.seed, kLarge));
    record.trials = std::clamp(static_cast<std::uint64_t>(HuntBudget::kRungSeconds * speed),
                               HuntBudget::kLeast,
                               HuntBudget::kMost);
  }
  if (options.small_step) {
    record.small_step = *options.small_step;
    record.small_first = options.small_first;
    return;
  }
  record.trials_per_second = speed_of(subject, small_trials(subject, kSmall));
  const auto affordable = static_cast<std::uint64_t>(
      std::max(1.0, HuntBudget::kSmallSeconds * record.trials_per_second));
  const std::uint64_t small = small_scope_size(subject.description().kind);
  record.small_step = std::bit_ceil((small + affordable - 1) / affordable);
  if (record.small_step > 1) record.small_first = affordable / 4;
}

/// A merge's Imprecise says that it misses the contract's last bits, whatever is asked of it; so does a state's, beside the nearest
/// double. Textbook is another border, and its own.
law::Expect climbed_with(law::Expect expect) {
  const bool own = expect == law::Expect::textbook || expect == law::Expect::exact;
  return own ? expect : law::Expect::contract;
}

/// A short run may miss a minimum by chance, so that it is asked a third of it.
std::vector<Minimum> minimums_for(const subject::Description& description,
                                  RungId rung,
                                  std::uint64_t trials) {
  auto wanted = minimums_of(rung, description);
  if (trials < HuntBudget::kMost) {
    for (auto& minimum : wanted) minimum.per_mille /= 3;
  }
  return wanted;
}

SubjectRecord climb_all(const Subject& subject,
                        const HuntOptions& options,
                        const HuntRecord& record) {
  ClimbOptions climb_options{.seed = options.seed,
                             .trials = record.trials,
                             .jobs = options.jobs,
                             .rungs = options.rungs,
                             .shrink = options.shrink,
                             .progress = options.progress};
  std::erase(climb_options.rungs, RungId::fixtures);
  std::map<RungId, std::vector<Minimum>> wanted;
  for (const auto rung : options.rungs)
    wanted[rung] = minimums_for(subject.description(), rung, record.trials);
  climb_options.minimums = [&wanted](RungId rung) {
    return std::span<const Minimum>(wanted[rung]);
  };
  const Candidate candidate{.subject = &subject,
                            .expect = climbed_with(options.expect),
                            .stop_when_imprecise = false,
                            .small_step = record.small_step,
                            .small_first = record.small_first};
  auto climbed = climb({&candidate, 1}, climb_options).front();
  const bool wants_fixtures =
      std::ranges::find(options.rungs, RungId::fixtures) != options.rungs.end();
  if (climbed.broken || !wants_fixtures) return climbed;
  climb_options.rungs = {RungId::fixtures};
  climb_options.known = known_trials();
  auto known = climb({&candidate, 1}, climb_options).front();
  climbed.rungs.insert(climbed.rungs.end(), known.rungs.begin(), known.rungs.end());
  climbed.broken = std::move(known.broken);
  if (!climbed.imprecise) climbed.imprecise = std::move(known.imprecise);
  return climbed;
}

/// Asks the same trials twice, the second time in the opposite order: what one trial leaves behind for the next shows, too.
std::optional<Nondeterminism> nondeterminism_of(const Subject& subject, std::vector<Trial> trials) {
  const auto first = read_all(subject, trials);
  std::ranges::reverse(trials);
  const auto second = read_all(subject, trials);
  const auto same = [](const subject::Reads& l, const subject::Reads& r) {
    return std::ranges::equal(
        l, r, [](const auto& a, const auto& b) { return subject::same(a, b); });
  };
  const auto is_failed = [](const subject::Reads& reads) {
    return std::holds_alternative<subject::Failed>(reads.back().variance);
  };
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const auto& before = first[trials.size() - 1 - i];
    if (is_failed(before) || is_failed(second[i]) || same(before, second[i])) continue;
    return Nondeterminism{.trial = trials[i], .first = before, .second = second[i]};
  }
  return std::nullopt;
}

std::vector<Trial> trials_to_repeat(const Subject& subject,
                                    const HuntOptions& options,
                                    const SubjectRecord& record) {
  constexpr std::size_t kRepeated = 48;
  auto trials = first_trials(subject, options.seed, kRepeated);
  for (const auto* finding : {&record.broken, &record.imprecise}) {
    if (!*finding) continue;
    trials.push_back((*finding)->found);
    for (int again = 0; again < 4; ++again) trials.push_back((*finding)->shrunk);
  }
  return trials;
}

Trial identity_trial(const std::vector<std::size_t>& sizes,
                     std::uint64_t seed,
                     std::uint64_t index) {
  constexpr std::int64_t kHalf = std::int64_t{1} << (IdentityTest::kBits - 1);
  Draw draw(Draw(seed).bits() + index);
  std::vector<data::PartValues> parts;
  for (const auto size : sizes) {
    auto& part = parts.emplace_back();
    for (std::size_t i = 0; i < size; ++i)
      part.observations.push_back({.value = draw.between(-kHalf, kHalf - 1), .times = 1});
  }
  return data::trial_of(parts);
}

/// The test, or the first trial that it fails on.
std::variant<IdentityTest, Hit> identity_of(const Subject& subject,
                                            std::uint64_t seed,
                                            law::Expect expect) {
  IdentityTest test{.sizes = {3, 1, 2}};
  for (; test.trials < IdentityTest::kTrials; ++test.trials) {
    Trial trial = identity_trial(test.sizes, seed, test.trials);
    auto verdict = law::verdict_on(subject, trial, expect);
    if (!std::holds_alternative<law::Holds>(verdict) &&
        !std::holds_alternative<law::Imprecise>(verdict))
      return Hit{.index = test.trials, .trial = std::move(trial), .verdict = std::move(verdict)};
  }
  return test;
}

void test_identity(const Subject& subject, const HuntOptions& options, HuntRecord& record) {
  const law::Expect expect = climbed_with(options.expect);
  auto tested = identity_of(subject, options.seed, expect);
  if (auto* test = std::get_if<IdentityTest>(&tested)) {
    record.identity = std::move(*test);
    return;
  }
  const Hit& hit = std::get<Hit>(tested);
  const FindingRequest request{.subject = &subject,
                               .expect = expect,
                               .rung = RungId::integers,
                               .hit = &hit,
                               .trials_before = record.subject.trials()};
  record.subject.broken = find_all({&request, 1}, {.shrink = options.shrink}).front();
}

bool has_failed(const Finding& finding) {
  return std::holds_alternative<law::SubjectFailed>(finding.verdict);
}

exact::Result<void> replay_corpus(const Subject& subject,
                                  const HuntOptions& options,
                                  HuntRecord& record) {
  if (!options.corpus) return {};
  auto entries = read_corpus(*options.corpus);
  if (!entries) return entries.error();
  for (const auto& [name, counterexample] : *entries) {
    if (!check_asked(counterexample, subject)) continue;
    // A fault of the last bits is one where these are asked for; what was broken must at least be imprecise now.
    record.recorded.push_back(
        {.file = name, .replayed = replay(counterexample, subject, options.expect)});
  }
  return {};
}

exact::Result<void> keep(const HuntOptions& options, HuntRecord& record) {
  const Finding* finding = finding_of(record);
  if (!options.corpus || finding == nullptr) return {};
  auto written = search::record(*options.corpus, counterexample_of(record.subject.name, *finding));
  if (!written) return written.error();
  record.written = *std::move(written);
  return {};
}

}  // namespace

double IdentityTest::log2_chance() const {
  return static_cast<double>(trials) * (std::log2(kDegree + 2) - kBits);
}

const Finding* finding_of(const HuntRecord& record) {
  if (record.subject.broken) return &*record.subject.broken;
  const bool counts = record.expect == law::Expect::contract || record.expect == law::Expect::exact;
  return counts && record.subject.imprecise ? &*record.subject.imprecise : nullptr;
}

HuntConclusion conclusion(const HuntRecord& record) {
  if (record.nondeterminism) return HuntConclusion::nondeterministic;
  if (const Finding* finding = finding_of(record)) {
    if (has_failed(*finding)) return HuntConclusion::subject_failed;
    return record.subject.broken ? HuntConclusion::broken : HuntConclusion::imprecise;
  }
  const auto fails = [](const RecordedAgain& again) {
    return std::holds_alternative<law::Broken>(again.replayed.verdict) ||
           std::holds_alternative<law::SubjectFailed>(again.replayed.verdict);
  };
  if (std::ranges::any_of(record.recorded, fails)) return HuntConclusion::recorded_fails;
  return record.subject.outcome == Outcome::vacuous ? HuntConclusion::vacuous
                                                    : HuntConclusion::holds;
}

std::string_view to_text(HuntConclusion conclusion) {
  switch (conclusion) {
    case HuntConclusion::broken:
      return "broken";
    case HuntConclusion::nondeterministic:
      return "nondeterministic";
    case HuntConclusion::subject_failed:
      return "subject-failed";
    case HuntConclusion::imprecise:
      return "imprecise";
    case HuntConclusion::recorded_fails:
      return "recorded-fails";
    case HuntConclusion::vacuous:
      return "vacuous";
    case HuntConclusion::holds:
      return "holds";
  }
  return "?";
}

exact::Result<HuntRecord> hunt(const Subject& subject, const HuntOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  HuntRecord record;
  record.version = kVersion;
  record.seed = options.seed;
  record.expect = options.expect;
  if (auto replayed = replay_corpus(subject, options, record); !replayed) return replayed.error();
  set_budget(subject, options, record);
  record.subject = climb_all(subject, options, record);
  record.subject.role = Role::stranger;
  const bool failed = record.subject.broken && has_failed(*record.subject.broken);
  if (!failed) {
    record.nondeterminism =
        nondeterminism_of(subject, trials_to_repeat(subject, options, record.subject));
    if (!record.subject.broken && subject.description().kind == Kind::merge)
      test_identity(subject, options, record);
    record.stability = stability_of(subject);
  }
  if (auto kept = keep(options, record); !kept) return kept.error();
  record.seconds = seconds_since(start);
  return record;
}

}  // namespace shardproof::search
