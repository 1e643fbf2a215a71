#include "golden.hpp"

#include "records.hpp"
#include "shardproof/report/explain_report.hpp"
#include "shardproof/report/gate_report.hpp"
#include "shardproof/report/list_report.hpp"
#include "shardproof/report/replay_report.hpp"
#include "shardproof/report/stability_report.hpp"
#include "shardproof/search/replay.hpp"

namespace shardproof::report {
namespace {

TEST(Golden, GateOfEveryOutcomeAsText) {
  golden::expect("gate.txt", gate_text(records::of_every_kind()));
}

TEST(Golden, GateOfEveryOutcomeAsJson) {
  golden::expect("gate.json", gate_json(records::of_every_kind()));
}

TEST(Golden, GateOfAReferenceThatFailed) {
  golden::expect("gate_reference_failed.txt", gate_text(records::of_a_reference_that_failed()));
}

TEST(Golden, GateThatHolds) {
  golden::expect("gate_holds.txt", gate_text(records::of_a_run_that_holds()));
}

TEST(Golden, ReplayOfOneThatFailsAndOneThatIsStale) {
  const auto subject = search::subject_named("average-of-variances").value();
  const auto reference = search::subject_named("reference").value();
  const auto recorded =
      search::counterexample_of("average-of-variances", records::broken_between());
  auto fixed = recorded;
  fixed.subject = "reference";
  golden::expect("replay.txt",
                 replay_text(std::vector{
                     search::replay(recorded, *subject, law::Expect::contract),
                     search::replay(fixed, *reference, law::Expect::contract),
                 }));
}

TEST(Golden, ExplainAverageOfVariances) {
  const auto subject = search::subject_named("average-of-variances").value();
  golden::expect(
      "explain_average_of_variances.txt",
      explain_text(search::counterexample_of("average-of-variances", records::broken_between()),
                   *subject));
}

TEST(Golden, ListOfLaws) {
  golden::expect("list_laws.txt", list_text(Listing::laws));
}

TEST(Golden, ExplainStability) {
  golden::expect("explain_stability.txt", stability_text());
}

}  // namespace
}  // namespace shardproof::report
