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
  const auto question = subject::question_of(counterexample.trial);
  const auto oracle = law::oracle_says(counterexample.trial);
  Replayed replayed{
      .recorded = counterexample,
      .verdict = {},
      .laws = {},
      .oracle_exactly = oracle.variance ? exact::to_text(to_rational(*oracle.variance)) : "none",
      .oracle_says = oracle.answer,
      .subject_says = subject.ask({&question, 1}).front()};
  replayed.verdict = law::judge(counterexample.trial, oracle, replayed.subject_says, expect);
  if (std::holds_alternative<law::Holds>(replayed.verdict) &&
      law::breaks(counterexample.law, subject, counterexample.trial, expect)) {
    replayed.verdict = law::Broken{.law = counterexample.law};
  }
  if (std::holds_alternative<law::Broken>(replayed.verdict)) {
    replayed.laws = law::broken_laws(subject, counterexample.trial, law::Expect::float64);
  }
  return replayed;
}

Result<std::unique_ptr<subject::Subject>> subject_named(const std::string& name) {
  auto reference = subject::reference();
  if (reference->description().name == name) return reference;
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
