/// The hunt: one subject, a stranger's, judged on everything there is to try.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shardproof/exact/result.hpp"
#include "shardproof/search/climb.hpp"
#include "shardproof/search/corpus.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/search/run_record.hpp"
#include "shardproof/search/stability.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::search {

struct HuntOptions {
  std::uint64_t seed = 1;
  unsigned jobs = 1;  ///< threads
  std::vector<data::RungId> rungs = {data::kRungs.begin(), data::kRungs.end()};
  law::Expect expect = law::Expect::float64;  ///< what makes the hunt fail
  std::optional<std::uint64_t> trials =
      {};  ///< on each random rung; none: as the subject's speed allows
  std::optional<std::uint64_t> small_step =
      {};                         ///< one in so many of the small scope; none: likewise
  std::uint64_t small_first = 0;  ///< besides, the simplest so many, where `small_step` is given
  ShrinkBudget shrink = {.evaluations = 5'000, .time = std::chrono::milliseconds(10'000)};
  std::optional<std::filesystem::path> corpus = {};
  std::function<void(const Progress&)> progress = {};
};

/// How much is asked where nobody says: what the subject answers in the times below, up to the most.
struct HuntBudget {
  static constexpr double kSmallSeconds = 20;    ///< for the small scope
  static constexpr double kRungSeconds = 5;      ///< for each random rung
  static constexpr std::uint64_t kMost = 2'000;  ///< random trials on a rung
  static constexpr std::uint64_t kLeast = 200;
};

/// Two different answers to one trial.
struct Nondeterminism {
  data::Trial trial;
  subject::Reads first;
  subject::Reads second;
};

/// A test of polynomial identity: random observations for workers of fixed sizes.
///
/// If a merge computes a quotient of polynomials in the observations, each of degree at most `kDegree`, and that is not
/// the variance for workers of these sizes, then it differs from it wherever a certain polynomial of degree at most
/// kDegree + 2 is not 0. Of observations drawn uniformly from a set of S numbers that one is 0 with a chance of at most
/// (kDegree + 2) / S (Schwartz 1980, Zippel 1979), of `trials` independent draws all the time with that chance to the power of
/// `trials`.
struct IdentityTest {
  static constexpr int kDegree = 8;
  static constexpr int kBits = 20;  ///< S = 2^20
  static constexpr std::uint64_t kTrials = 16;

  std::vector<std::size_t> sizes;  ///< of the workers
  std::uint64_t trials = 0;        ///< all of which it passed

  /// The chance that a wrong formula of that kind passed is at most 2 to the power of this.
  double log2_chance() const;
};

/// What came of an entry of the corpus.
struct RecordedAgain {
  std::string file;
  Replayed replayed;
};

struct HuntRecord {
  std::string version;
  std::uint64_t seed = 0;
  std::uint64_t trials = 0;       ///< asked for on each random rung
  std::uint64_t small_step = 1;   ///< one in so many of the small scope
  std::uint64_t small_first = 0;  ///< besides, the simplest so many
  double trials_per_second =
      0;  ///< on the small scope, as measured before the hunt; 0: not measured
  law::Expect expect = law::Expect::float64;
  SubjectRecord subject;
  std::optional<Nondeterminism> nondeterminism;
  std::optional<Stability> stability;    ///< none for a subject that failed
  std::optional<IdentityTest> identity;  ///< of a merge that passed it
  std::vector<RecordedAgain> recorded;   ///< the corpus, by file
  std::string written;                   ///< the file in which the finding was recorded
  double seconds = 0;
};

/// What a hunt amounts to.
enum class HuntConclusion : std::uint8_t {
  broken,
  nondeterministic,  ///< the same trial got two answers
  subject_failed,    ///< it crashed, hung or broke the protocol
  imprecise,         ///< the formula is right, the precision that was asked for is missed
  recorded_fails,    ///< nothing new, but a recorded counterexample still fails
  vacuous,
  holds,
};

HuntConclusion conclusion(const HuntRecord& record);

/// "broken", "nondeterministic", "subject-failed", "imprecise", "recorded-fails", "vacuous", "holds"
std::string_view to_text(HuntConclusion conclusion);

/// The finding that the conclusion is about; null where there is none.
const Finding* finding_of(const HuntRecord& record);

/// Hunts `subject`: the corpus first, then all rungs, the fixtures last, since what they show the small scope shows smaller; then
/// whether it answers the same twice, how its error grows, and the test of identity. A merge is judged for the contract's
/// bits throughout, so that the record tells a right formula from the last bit; `expect` says which of both is asked for.
///
/// The record depends on seed and options alone, as long as the subject's answers do and neither `trials` nor `small_step` are
/// left to its speed. Problems: a corpus that cannot be read or written.
exact::Result<HuntRecord> hunt(const subject::Subject& subject, const HuntOptions& options);

}  // namespace shardproof::search
