#include "shardproof/diagnosis/diagnosis.hpp"

#include <algorithm>
#include <optional>

#include "shardproof/diagnosis/probe_set.hpp"
#include "shardproof/law/judge.hpp"
#include "shardproof/law/laws.hpp"

namespace shardproof::diagnosis {
namespace {

using data::Trial;
using subject::Kind;
using subject::Question;
using subject::Reads;
using subject::Subject;

constexpr std::size_t kMostSpecimens = 3;

/// Trials with what the subject says to them.
struct Transcript {
  std::vector<Probe> probes;
  std::vector<Reads> reads;
};

Transcript ask(const Subject& subject, std::vector<Probe> probes) {
  std::erase_if(probes, [&](const Probe& probe) {
    return !subject::accepts(subject.description(), probe.question);
  });
  std::vector<Question> questions;
  questions.reserve(probes.size());
  for (const auto& probe : probes) questions.push_back(probe.question);
  return {.probes = std::move(probes), .reads = subject.read(questions)};
}

std::vector<Probe> probes_of(Kind kind, std::span<const Trial> trials) {
  std::vector<Probe> probes;
  for (const auto& trial : trials) {
    probes.push_back({.trial = &trial,
                      .question = subject::question_for(kind, trial),
                      .noise = noise_of(kind, trial)});
  }
  return probes;
}

std::vector<Probe> copies_of(std::span<const Probe* const> chosen) {
  std::vector<Probe> probes;
  for (const auto* probe : chosen) probes.push_back(*probe);
  return probes;
}

/// What is asked of an entrant that cannot answer a trial of the transcript.
enum class Demand { accept_all, compare_what_both_accept };

/// How closely `entrant` gives the transcript's answers.
Closeness likeness(const Subject& entrant, const Transcript& transcript, Demand demand) {
  const Transcript own = ask(entrant, transcript.probes);
  if (demand == Demand::accept_all && own.probes.size() < transcript.probes.size())
    return Closeness::apart;
  Agreement agreement;
  std::size_t at = 0;
  for (std::size_t i = 0; i < own.probes.size(); ++i, ++at) {
    while (transcript.probes[at].trial != own.probes[i].trial)
      ++at;  // those that it does not accept
    agreement.add(closeness(transcript.reads[at], own.reads[i], own.probes[i].noise));
  }
  return agreement.overall();
}

/// An entrant that has given all answers so far.
struct Suspect {
  const Entrant* entrant = nullptr;
  Closeness closeness = Closeness::same;
};

void confront(std::vector<Suspect>& suspects, const Transcript& transcript, Demand demand) {
  for (auto& suspect : suspects) {
    suspect.closeness =
        std::max(suspect.closeness, likeness(*suspect.entrant->subject, transcript, demand));
  }
  std::erase_if(suspects, [](const Suspect& s) { return s.closeness == Closeness::apart; });
}

/// Only the closest.
void keep_closest(std::vector<Suspect>& suspects) {
  const auto closest = std::ranges::min_element(suspects, {}, &Suspect::closeness);
  if (closest == suspects.end()) return;
  std::erase_if(suspects,
                [worst = closest->closeness](const Suspect& s) { return s.closeness != worst; });
}

/// The reference, or one of the catalogue's rows that are there to guard against false alarms.
bool is_right(const Suspect& suspect) {
  const auto* row = suspect.entrant->row;
  return row == nullptr || row->standing == subject::Standing::equivalent;
}

bool is_one_function(const Fingerprints& known, std::span<const Suspect> suspects) {
  return std::ranges::all_of(suspects, [&](const Suspect& suspect) {
    return known.alike(*suspects.front().entrant, *suspect.entrant);
  });
}

/// Whether what is wrong with the failing trials is lost digits and nothing else.
bool only_cancels(const Subject& subject, const Transcript& failing) {
  bool cancels = false;
  for (const auto& probe : failing.probes) {
    const auto verdict = law::verdict_on(subject, *probe.trial, law::Expect::float64);
    if (std::holds_alternative<law::SubjectFailed>(verdict)) return false;
    const auto* broken = std::get_if<law::Broken>(&verdict);
    if (broken == nullptr) continue;
    if (!broken->cancellation) return false;
    cancels = true;
  }
  return cancels;
}

std::vector<Evidence> evidence_in(const Transcript& transcript) {
  std::vector<Evidence> evidence;
  for (std::size_t i = 0; i < transcript.probes.size(); ++i) {
    const auto& probe = transcript.probes[i];
    const auto& says = transcript.reads[i].back().variance;
    if (is_evidence(*probe.trial, says, probe.noise))
      evidence.push_back({.trial = probe.trial, .says = says, .noise = probe.noise});
  }
  return evidence;
}

Cause decomposed(const Transcript& failing, const Transcript& pool) {
  auto evidence = evidence_in(failing);
  for (auto& more : evidence_in(pool)) evidence.push_back(std::move(more));
  auto explanation = explain(evidence);
  const bool says_something = explanation.expressions.size() > 1 || explanation.is_certain;
  return says_something ? Cause(Decomposed{std::move(explanation)}) : Cause(Unknown{});
}

std::vector<Specimen> specimens_of(const Transcript& failing) {
  std::vector<Specimen> specimens;
  for (std::size_t i = 0; i < failing.probes.size() && i < kMostSpecimens; ++i) {
    const Trial& trial = *failing.probes[i].trial;
    if (!data::are_finite(trial.dataset.observations)) continue;
    const auto variance = law::oracle_says(trial).variance;
    specimens.push_back(
        {.trial = trial,
         .variance = variance ? std::optional(to_rational(*variance)) : std::nullopt,
         .says = failing.reads[i].back().variance});
  }
  return specimens;
}

}  // namespace

Diagnosis diagnose(const Subject& subject, std::span<const Trial> failing) {
  const Kind kind = subject.description().kind;
  const auto& known = fingerprints(kind);
  const auto given = ask(subject, probes_of(kind, failing));
  const auto probed = ask(subject, copies_of(known.set.probes));
  const auto compared = ask(subject, pool(kind).probes());

  std::vector<Suspect> suspects;
  for (const auto& entrant : known.entrants) suspects.push_back({.entrant = &entrant});
  confront(suspects, given, Demand::accept_all);
  confront(suspects, probed, Demand::compare_what_both_accept);
  confront(suspects, compared, Demand::compare_what_both_accept);
  keep_closest(suspects);

  Diagnosis diagnosis{.cause = Unknown{},
                      .closeness = suspects.empty() ? Closeness::apart : suspects.front().closeness,
                      .failing = given.probes.size(),
                      .compared = compared.probes.size(),
                      .specimens = specimens_of(given)};
  if (std::ranges::any_of(suspects, is_right)) {
    diagnosis.cause = LikeReference{.cancellation = only_cancels(subject, given)};
  } else if (!suspects.empty()) {
    Named named{.rows = {}, .one_function = is_one_function(known, suspects)};
    for (const auto& suspect : suspects) named.rows.push_back(suspect.entrant->row);
    diagnosis.cause = std::move(named);
  } else {
    diagnosis.cause = decomposed(given, compared);
  }
  return diagnosis;
}

}  // namespace shardproof::diagnosis
