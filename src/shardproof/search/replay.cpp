#include "shardproof/search/replay.hpp"

#include <algorithm>

#include "shardproof/law/judge.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/search/embedded.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::search {

using exact::Problem;
using exact::Result;

Replayed replay(const Counterexample& counterexample,
                const subject::Subject& subject,
                law::Expect expect) {
  const auto question = subject::question_for(subject.description().kind, counterexample.trial);
  const bool finite = data::are_finite(counterexample.trial.dataset.observations);
  const auto oracle = finite ? law::oracle_says(counterexample.trial) : law::OracleSays{};
  Replayed replayed{
      .recorded = counterexample,
      .verdict = {},
      .laws = {},
      .oracle_exactly = oracle.variance ? exact::to_text(to_rational(*oracle.variance)) : "none",
      .oracle_says = oracle.answer,
      .subject_says = {},
      .reads = subject.read({&question, 1}).front()};
  replayed.subject_says = replayed.reads.back().variance;
  replayed.verdict = law::verdict_on(subject, counterexample.trial, expect);
  if (std::holds_alternative<law::Holds>(replayed.verdict) &&
      law::breaks(counterexample.law, subject, counterexample.trial, expect)) {
    replayed.verdict = law::Broken{.law = counterexample.law};
  }
  if (std::holds_alternative<law::Broken>(replayed.verdict)) {
    const bool is_merge = subject.description().kind == subject::Kind::merge;
    replayed.laws =
        law::broken_laws(subject, counterexample.trial, is_merge ? law::Expect::float64 : expect);
  }
  return replayed;
}

namespace {

/// Why not, in words; empty if it can.
std::string why_not_asked(const subject::Description& description, const data::Trial& trial) {
  const bool is_merge = description.kind == subject::Kind::merge;
  if (is_merge && data::is_for_states(trial.plan.shape))
    return "is a merge and has no plan, and the trial's is " + to_text(trial.plan);
  if (is_merge && !data::are_finite(trial.dataset.observations))
    return "is a merge, whose sums hold no NaN and no infinity";
  if (is_merge) return "";
  if (!data::is_for_states(trial.plan.shape)) return "is a state and needs a plan";
  if (accepts(description, trial)) return "";
  return "cannot follow the plan " + to_text(trial.plan) +
         " or does not hold the observations exactly";
}

}  // namespace

Result<void> check_asked(const Counterexample& counterexample, const subject::Subject& subject) {
  const auto& description = subject.description();
  const std::string why = why_not_asked(description, counterexample.trial);
  if (why.empty()) return {};
  return Problem{.kind = Problem::Kind::malformed,
                 .what = "\"" + description.name + "\" " + why,
                 .where = "\"trial\"",
                 .hint = R"(a state's trial is {"parts": [[0], [1]], "plan": "left-fold"})"};
}

Result<std::unique_ptr<subject::Subject>> subject_named(const std::string& name) {
  auto reference = subject::reference();
  if (reference->description().name == name) return reference;
  for (auto& state : subject::reference_states()) {
    if (state.subject->description().name == name) return std::move(state.subject);
  }
  if (const auto* variant = subject::variant_named(name)) return subject::subject_of(*variant);
  return Problem{.kind = Problem::Kind::unknown_name,
                 .what = "there is no subject \"" + name + "\"",
                 .where = "",
                 .hint = "`shardproof list variants` has their names"};
}

Result<Counterexample> witness_of(std::string_view variant) {
  const std::string name = "counterexamples/" + std::string(variant) + ".json";
  const auto files = embedded_files();
  const auto file = std::ranges::find(files, name, &EmbeddedFile::name);
  if (file != files.end()) return counterexample_from(file->text);
  return Problem{.kind = Problem::Kind::unknown_name,
                 .what = "there is no counterexample of \"" + std::string(variant) + "\"",
                 .where = "",
                 .hint = "`shardproof list variants` says which variants are wrong"};
}

}  // namespace shardproof::search
