/// The run record: all that a run found, as values. Every report is a function of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/law/verdict.hpp"
#include "shardproof/search/coverage.hpp"
#include "shardproof/search/stability.hpp"
#include "shardproof/subject/subject.hpp"
#include "shardproof/subject/variants/variant.hpp"

namespace shardproof::search {

/// One step of a climb: what happened on a rung.
struct RungRecord {
  data::RungId rung = data::RungId::fixtures;
  bool skipped = false;         ///< the subject's number type holds nothing that the rung asks
  std::uint64_t trials = 0;     ///< judged, up to and including the one that ended the rung
  std::uint64_t imprecise = 0;  ///< of these
  double worst = 0;             ///< the largest error over its bound, of the imprecise ones
  std::uint64_t undefined = 0;  ///< of these: the contract itself refuses to answer
  std::uint64_t left_out = 0;   ///< drawn but never asked: no draw fitted the subject's number type
  std::uint64_t law_checks =
      0;              ///< trials on which a law that compares answers was checked besides
  Coverage coverage;  ///< of a rung that was climbed to its end
  std::vector<Shortfall> shortfalls;
};

/// A trial on which a subject did not hold, found and shrunk.
struct Finding {
  law::Verdict verdict = {};  ///< on the shrunk trial
  data::RungId rung = data::RungId::fixtures;
  std::uint64_t trial_number = 0;  ///< on its rung, from 1
  std::uint64_t trials_until = 0;  ///< over all rungs climbed, this one included
  data::Trial found;               ///< as it was drawn
  data::Trial shrunk;              ///< the simplest within reach
  bool certified = false;  ///< no simpler trial fails: shown by exhaustion of the small scope
  std::uint64_t shrink_steps = 0;
  std::uint64_t shrink_evaluations = 0;
  std::vector<data::LawId> laws = {};  ///< broken on the shrunk trial, the narrowest first
  subject::Answer oracle_says = {};    ///< to the shrunk trial, as the contract rounds it
  std::string oracle_exactly = {};     ///< the exact variance, "1/4"; empty for none
  subject::Answer subject_says = {};
  subject::Reads reads =
      {};  ///< everything that an aggregate said; the last one's variance is `subject_says`
};

/// The law that a finding is filed under: the narrowest, or oracle-agreement for one that is only imprecise.
data::LawId law_of(const Finding& finding);

enum class Role : std::uint8_t {
  reference,  ///< ours: must hold
  variant,    ///< of the catalogue: must get the verdict that its row states
  stranger,   ///< hunted
};

enum class Outcome : std::uint8_t {
  holds,      ///< as it should
  vacuous,    ///< held, but its trials missed what they must contain
  caught,     ///< a wrong variant, with the verdict that its row states
  tolerated,  ///< a wrong variant that is right to the precision that was asked for, and no more
  missed,     ///< a wrong variant on which nothing was found
  misjudged,  ///< a wrong variant, with another verdict than its row states
  failed,     ///< broken or imprecise, where it should hold
};

std::string_view to_text(Outcome outcome);

/// A recorded counterexample that no longer fails.
struct Stale {
  std::string subject;
  std::string where;  ///< the file's name
};

struct SubjectRecord {
  std::string name;
  Role role = Role::variant;
  subject::Kind kind = subject::Kind::merge;
  law::Expect expect = law::Expect::contract;  ///< the precision that was asked of it
  subject::Numbers numbers = subject::Numbers::any;
  std::optional<subject::Variant> variant = {};  ///< the row, for variants
  std::vector<RungRecord> rungs = {};
  std::optional<Finding> imprecise;  ///< the first
  std::optional<Finding>
      broken;  ///< the first; ended the climb. A subject that gave no answer is here, too
  Outcome outcome = Outcome::holds;
  std::optional<Stability> stability = {};  ///< measured by the gate, of everyone who was asked

  std::uint64_t trials() const;  ///< judged over all rungs
};

struct RunRecord {
  std::string version;
  std::uint64_t seed = 0;
  std::uint64_t trials = 0;  ///< asked for on each random rung
  law::Expect expect = law::Expect::contract;
  std::vector<SubjectRecord> subjects;      ///< the reference first
  std::vector<std::string> not_asked = {};  ///< variants whose rung was not to be climbed
  std::vector<Stale> stale;
  double seconds = 0;  ///< the only thing here that differs between two runs of one seed
};

/// What a run amounts to, the gravest first.
enum class Conclusion : std::uint8_t {
  reference_failed,  ///< nothing else can be trusted
  broken,            ///< a variant was missed or misjudged, or an equivalent one failed
  vacuous,           ///< everything held, but too little was tried
  holds,
};

Conclusion conclusion(const RunRecord& record);

/// "reference-failed", "broken", "vacuous", "holds"
std::string_view to_text(Conclusion conclusion);

}  // namespace shardproof::search
