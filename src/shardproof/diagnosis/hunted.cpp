#include "shardproof/diagnosis/hunted.hpp"

#include "shardproof/diagnosis/failing_trials.hpp"

namespace shardproof::diagnosis {

std::optional<Diagnosis> diagnosis_of(const subject::Subject& subject,
                                      const search::HuntRecord& record) {
  if (conclusion(record) != search::HuntConclusion::broken) return std::nullopt;
  const auto& finding = *record.subject.broken;
  auto failing = failing_trials(subject, {.expect = law::Expect::float64});
  failing.insert(failing.begin(), {finding.shrunk, finding.found});
  return diagnose(subject, failing);
}

}  // namespace shardproof::diagnosis
