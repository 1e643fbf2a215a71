#include "shardproof/diagnosis/probe_set.hpp"

#include <algorithm>
#include <optional>

#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::diagnosis {
namespace {

using subject::Kind;
using subject::Question;
using subject::Reads;

constexpr std::size_t kWindow = 256;

std::unique_ptr<subject::Subject> reference_of(Kind kind) {
  if (kind == Kind::merge) return subject::reference();
  return std::move(subject::reference_states().front().subject);
}

/// What one entrant says to a window's trials; none where it is not asked.
using Column = std::vector<std::optional<Reads>>;

Column column_of(const subject::Subject& subject, std::span<const Probe> window) {
  std::vector<std::size_t> places;
  std::vector<Question> asked;
  for (std::size_t i = 0; i < window.size(); ++i) {
    if (!subject::accepts(subject.description(), window[i].question)) continue;
    places.push_back(i);
    asked.push_back(window[i].question);
  }
  Column column(window.size());
  auto reads = subject.read(asked);
  for (std::size_t i = 0; i < places.size(); ++i) column[places[i]] = std::move(reads[i]);
  return column;
}

/// Tells pairs apart until there is none left or nothing to tell them by.
class Refinement {
 public:
  explicit Refinement(std::span<const Entrant> entrants) : entrants_(entrants) {
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      for (std::size_t j = i + 1; j < entrants.size(); ++j) set_.alike.emplace_back(i, j);
    }
  }

  void refine_by(std::span<const Probe> window) {
    ask(window);
    while (const auto best = best_of(window)) {
      set_.probes.push_back(&window[*best]);
      std::erase_if(set_.alike, [&](const Pair& pair) { return tells_apart(window, *best, pair); });
    }
  }

  bool is_done() const { return set_.alike.empty(); }

  ProbeSet take() { return std::move(set_); }

 private:
  void ask(std::span<const Probe> window) {
    columns_.assign(entrants_.size(), {});
    for (const auto& [left, right] : set_.alike) {
      for (const auto e : {left, right}) {
        if (columns_[e].empty()) columns_[e] = column_of(*entrants_[e].subject, window);
      }
    }
  }

  bool tells_apart(std::span<const Probe> window, std::size_t trial, const Pair& pair) const {
    const auto& left = columns_[pair.first][trial];
    const auto& right = columns_[pair.second][trial];
    return left && right && closeness(*left, *right, window[trial].noise) != Closeness::same;
  }

  /// The trial that tells most pairs apart, the first of equals; none where no trial tells any.
  std::optional<std::size_t> best_of(std::span<const Probe> window) const {
    std::optional<std::size_t> best;
    std::ptrdiff_t most = 0;
    for (std::size_t trial = 0; trial < window.size(); ++trial) {
      const auto told = std::ranges::count_if(
          set_.alike, [&](const Pair& pair) { return tells_apart(window, trial, pair); });
      if (told > most) {
        most = told;
        best = trial;
      }
    }
    return best;
  }

  std::span<const Entrant> entrants_;
  std::vector<Column>
      columns_;  ///< of the window, by entrant; empty for those who are not in any remaining pair
  ProbeSet set_;
};

Fingerprints fingerprints_of(Kind kind) {
  Fingerprints made{.entrants = entrants_of(kind), .set = {}};
  made.set = distinguishing_probes(made.entrants, pool(kind));
  return made;
}

}  // namespace

std::vector<Entrant> entrants_of(Kind kind) {
  std::vector<Entrant> entrants;
  entrants.push_back({.row = nullptr, .subject = reference_of(kind)});
  for (const auto& row : subject::catalogue()) {
    if (row.kind() == kind) entrants.push_back({.row = &row, .subject = subject::subject_of(row)});
  }
  return entrants;
}

ProbeSet distinguishing_probes(std::span<const Entrant> entrants, const Pool& pool) {
  Refinement refinement(entrants);
  std::span<const Probe> rest = pool.probes();
  while (!rest.empty() && !refinement.is_done()) {
    const auto size = std::min(kWindow, rest.size());
    refinement.refine_by(rest.first(size));
    rest = rest.subspan(size);
  }
  return refinement.take();
}

bool Fingerprints::alike(const Entrant& left, const Entrant& right) const {
  const auto l = static_cast<std::size_t>(&left - entrants.data());
  const auto r = static_cast<std::size_t>(&right - entrants.data());
  return l == r || std::ranges::find(set.alike, Pair(std::minmax(l, r))) != set.alike.end();
}

const Fingerprints& fingerprints(Kind kind) {
  if (kind == Kind::merge) {
    static const Fingerprints kMerges = fingerprints_of(Kind::merge);
    return kMerges;
  }
  static const Fingerprints kAggregates = fingerprints_of(Kind::aggregate);
  return kAggregates;
}

}  // namespace shardproof::diagnosis
