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

/// How closely `entrant` gives the transcript's answers, where it accepts the trials.
Agreement agreement_of(const Subject& entrant, const Transcript& transcript) {
  const Transcript own = ask(entrant, transcript.probes);
  Agreement agreement;
  std::size_t at = 0;
  for (std::size_t i = 0; i < own.probes.size(); ++i, ++at) {
    while (transcript.probes[at].trial != own.probes[i].trial)
      ++at;  // those that it does not accept
    agreement.add(closeness(transcript.reads[at], own.reads[i], own.probes[i].noise));
  }
  return agreement;
}

/// An entrant that has given all answers so far.
struct Suspect {
  const Entrant* entrant = nullptr;
  Closeness closeness = Closeness::same;
};

template <class Likeness>
void confront(std::vector<Suspect>& suspects, Likeness likeness) {
  for (auto& suspect : suspects)
    suspect.closeness = std::max(suspect.closeness, likeness(*suspect.entrant->subject));
  std::erase_if(suspects, [](const Suspect& s) { return s.closeness == Closeness::apart; });
}

bool accepts_all(const Subject& entrant, std::span<const Probe> probes) {
  return std::ranges::all_of(probes, [&](const Probe& probe) {
    return subject::accepts(entrant.description(), probe.question);
  });
}

/// Those who give all answers: on the failing trials, which each must accept; on the probes; and on the pool.
std::vector<Suspect> suspects_of(const Fingerprints& known,
                                 const Transcript& failing,
                                 const Transcript& probed,
                                 const Transcript& pool) {
  std::vector<Suspect> suspects;
  for (const auto& entrant : known.entrants) {
    if (accepts_all(*entrant.subject, failing.probes)) suspects.push_back({.entrant = &entrant});
  }
  for (const auto* chosen : {&failing, &probed}) {
    confront(suspects, [&](const Subject& entrant) {
      return agreement_of(entrant, *chosen).regardless_of_units();
    });
  }
  confront(suspects, [&](const Subject& entrant) { return agreement_of(entrant, pool).overall(); });
  return suspects;
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

/// Whether the suspect is wrong in digits alone: whoever is only close to it is as close to what is right.
bool is_right_but_for_digits(const Suspect& suspect, const Fingerprints& known, Kind kind) {
  const auto right = ask(*known.entrants.front().subject, pool(kind).probes());
  const auto agreement = agreement_of(*suspect.entrant->subject, right);
  return agreement.regardless_of_units() != Closeness::apart;
}

/// Whether those who are left tell that the subject's formula is right.
bool tell_it_is_right(std::span<const Suspect> suspects, const Fingerprints& known, Kind kind) {
  return std::ranges::any_of(suspects, [&](const Suspect& suspect) {
    return is_right(suspect) || (suspect.closeness == Closeness::doubles &&
                                 is_right_but_for_digits(suspect, known, kind));
  });
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

  auto suspects = suspects_of(known, given, probed, compared);
  keep_closest(suspects);

  Diagnosis diagnosis{.cause = Unknown{},
                      .closeness = suspects.empty() ? Closeness::apart : suspects.front().closeness,
                      .failing = given.probes.size(),
                      .compared = compared.probes.size(),
                      .specimens = specimens_of(given)};
  if (tell_it_is_right(suspects, known, kind)) {
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
