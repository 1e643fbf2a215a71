#include "shardproof/search/seed_programs.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "shardproof/aggregate/merge.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::search {
namespace {

using aggregate::Summary;

using Program = std::function<std::optional<double>(std::span<const Summary>)>;

SeedRun run(SeedRun program, std::span<const SeedFixture> fixtures, const Program& solve) {
  program.passed = true;
  for (const auto& fixture : fixtures) {
    const auto answer = solve(fixture.summaries);
    const SeedValue actual = answer ? SeedValue(*answer) : SeedValue(subject::NoVariance{});
    const bool passed = python_equal(actual, fixture.expected);
    program.checks.push_back(
        {.label = fixture.label, .actual = actual, .expected = fixture.expected, .passed = passed});
    program.passed = program.passed && passed;
  }
  return program;
}

Program formula_of(const PublishedProgram& program) {
  const auto* variant = subject::variant_named(program.variant);
  if (variant == nullptr) throw std::runtime_error("the catalogue has no " + program.variant);
  return [variant](std::span<const Summary> summaries) {
    return subject::python_answer(*variant, summaries);
  };
}

bool is_as_recorded(const SeedRun& run, const PublishedProgram& published) {
  return std::ranges::equal(run.checks, published.observed, python_equal, &SeedCheck::actual) &&
         std::ranges::equal(run.checks, published.passed, {}, &SeedCheck::passed);
}

}  // namespace

exact::Result<SeedTables> seed_tables(const exact::Integer& scale) {
  const auto fixtures = seed_fixtures(scale);
  if (!fixtures) return fixtures.error();
  SeedTables tables;
  tables.scale = scale;
  for (const auto& program : seed_case().programs) {
    tables.published.push_back(run({.name = program.name,
                                    .approach = program.approach,
                                    .sha256 = program.sha256,
                                    .checks = {}},
                                   *fixtures,
                                   formula_of(program)));
  }
  const auto& repair = seed_case().repair;
  // The case's triples are possible and its answers finite, so the merge refuses none of them.
  tables.repair = run(
      {.name = repair.name, .approach = repair.approach, .sha256 = {}, .checks = {}},
      *fixtures,
      [](std::span<const Summary> summaries) { return aggregate::variance(summaries).value(); });
  return tables;
}

bool fails_as_published(const SeedTables& tables) {
  const auto& programs = seed_case().programs;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const auto& run = tables.published[i];
    if (run.passed) return false;
    if (tables.scale == 1 && !is_as_recorded(run, programs[i])) return false;
  }
  return true;
}

}  // namespace shardproof::search
