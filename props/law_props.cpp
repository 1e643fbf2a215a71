/// For-all statements about the laws: the reference keeps each, and an average of variances keeps those that are
/// blind to it.
///
/// Does not check: that a law bites. tests/unit/law/ has a merge for each that breaks it.
#include <algorithm>

#include "shardproof/law/judge.hpp"
#include "shardproof/law/laws.hpp"
#include "shardproof/law/relate.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "trials.hpp"

namespace shardproof::props {
namespace {

using data::LawId;
using data::Trial;
using law::Expect;
using subject::Answer;
using subject::Subject;

Answer answer_of(const Subject& subject, const Trial& trial) {
  const auto question = subject::question_of(trial);
  return subject.ask({&question, 1}).front();
}

Answer answer(const Trial& trial) {
  static const auto reference = subject::reference();
  return answer_of(*reference, trial);
}

bool keeps_every_law(const Trial& trial) {
  static const auto reference = subject::reference();
  return law::broken_laws(*reference, trial, Expect::contract).empty();
}

const Subject& row(std::string_view id) {
  static const auto average = subject::subject_of(*subject::variant_named("average-of-variances"));
  static const auto weighted =
      subject::subject_of(*subject::variant_named("count-weighted-average"));
  return id == "average-of-variances" ? *average : *weighted;
}

bool keeps(LawId law, std::string_view id, const Trial& trial) {
  return !law::breaks(law, row(id), trial, Expect::contract);
}

RC_GTEST_PROP(LawProps, the_reference_keeps_every_law, ()) {
  RC_ASSERT(keeps_every_law(*trials()));
}

RC_GTEST_PROP(LawProps, the_reference_says_what_the_oracle_says, ()) {
  const auto trial = *trials();
  RC_ASSERT(answer(trial) == law::oracle_says(trial).answer);
}

RC_GTEST_PROP(LawProps, a_partition_changes_nothing_bit_for_bit, ()) {
  const auto trial = *trials();
  RC_ASSERT(answer(cut_at(trial, *cuts())) == answer(trial));
}

RC_GTEST_PROP(LawProps, an_empty_worker_changes_nothing, ()) {
  const auto trial = *trials();
  const auto place = *rc::gen::inRange<std::size_t>(0, trial.partition.parts.size() + 1);
  const data::StraySums stray{.sum = *rc::gen::inRange(-99, 99),
                              .sumsq = *rc::gen::inRange(-99, 99)};
  RC_ASSERT(answer(law::with_empty_part(trial, place, stray)) == answer(trial));
}

RC_GTEST_PROP(LawProps, a_shift_by_anything_changes_nothing, ()) {
  const auto trial = *trials();
  const exact::Dyadic shift(*rc::gen::arbitrary<std::int64_t>(), *rc::gen::inRange(-70, 200));
  RC_ASSERT(answer(law::shifted(trial, shift)) == answer(trial));
}

RC_GTEST_PROP(LawProps, the_order_of_the_workers_changes_nothing, ()) {
  const auto trial = *trials();
  RC_ASSERT(answer(law::with_parts_reversed(trial)) == answer(trial));
}

RC_GTEST_PROP(LawProps, an_average_of_variances_knows_no_order_and_no_offset, ()) {
  const auto trial = *trials_of(data::RungId::integers);
  RC_ASSERT(keeps(LawId::worker_order, "average-of-variances", trial));
  RC_ASSERT(keeps(LawId::shift, "average-of-variances", trial));
  RC_ASSERT(keeps(LawId::replication, "average-of-variances", trial));
}

RC_GTEST_PROP(LawProps, a_weighted_average_of_variances_knows_no_empty_worker_either, ()) {
  const auto trial = *trials_of(data::RungId::integers);
  RC_ASSERT(keeps(LawId::empty_worker, "count-weighted-average", trial));
  RC_ASSERT(keeps(LawId::worker_order, "count-weighted-average", trial));
  RC_ASSERT(keeps(LawId::shift, "count-weighted-average", trial));
}

}  // namespace
}  // namespace shardproof::props
