#include "shardproof/report/lawful.hpp"

#include "shardproof/diagnosis/hunted.hpp"
#include "shardproof/report/hunt_report.hpp"
#include "shardproof/report/regression_test.hpp"
#include "shardproof/search/hunt.hpp"
#include "shardproof/search/rung.hpp"

namespace shardproof::report {

Lawfulness lawfulness(const subject::Subject& subject,
                      const LawfulOptions& options,
                      const Spelling& spelling) {
  HuntReport report;
  // Without a corpus there is no file, hence no problem.
  report.record = search::hunt(subject,
                               {.seed = options.seed,
                                .jobs = options.jobs,
                                .rungs = options.rungs,
                                .expect = options.expect,
                                .trials = options.trials,
                                .small_step = options.small_step,
                                .small_first = options.small_first})
                      .value();
  report.diagnosis = diagnosis::diagnosis_of(subject, report.record);
  if (const auto* finding = search::finding_of(report.record)) {
    report.regression_test = regression_test(*finding,
                                             report.record.subject.kind,
                                             {.language = subject::Language::cplusplus,
                                              .expect = options.expect,
                                              .name = spelling.name,
                                              .worker = spelling.worker});
  }
  return {.holds = conclusion(report.record) == search::HuntConclusion::holds,
          .report = hunt_text(report)};
}

bool is_asked(subject::Domain domain, data::RungId rung) {
  return search::applies(rung, domain);
}

}  // namespace shardproof::report
