/// The judge of states: every read of a trial's plan, count and mean as well as the variance.
#pragma once

#include <optional>
#include <vector>

#include "shardproof/law/judge.hpp"
#include "shardproof/law/plan_bounds.hpp"

namespace shardproof::law {

/// What the oracle says to one read.
struct ReadDue {
  exact::Integer count;
  std::optional<exact::Fraction> mean;  ///< none for no observations
  OracleSays variance;
  double nearest_count = 0;
  std::optional<double> nearest_mean = {};  ///< the double nearest to the mean
  std::optional<double> nearest_variance =
      {};                 ///< none also where the variance is above the largest double
  bool constant = false;  ///< there are observations, and none but of one value was ever seen
};

/// One for each read of the trial's plan. All observations are numbers.
std::vector<ReadDue> reads_due(const data::Trial& trial);

/// The verdict on the reads of `trial`: the first that is broken, else the first that is imprecise, else whether they
/// hold. What is asked of a read:
///
/// | | count | mean | variance |
/// |---|---|---|---|
/// | contract | exact | the nearest double | `exact::round12` |
/// | exact | exact | the nearest double | the nearest double |
/// | float64, textbook | exact | within `float64_bounds` | within the same; of equal observations 0 |
///
/// A state need not round to 12 decimals, so the bounds have no half unit for that. A stable state can leave a residue
/// on equal observations that is within the bound: it is imprecise, because the variance of a constant is 0 on every
/// machine for those who take care. A count is exact up to 2^53 and the nearest double above.
/// Undefined where a read's exact variance, or in double the sum of squares behind it, is above the largest double.
Verdict judge(const data::Trial& trial,
              const std::vector<ReadDue>& due,
              const subject::Reads& reads,
              Expect expect);

/// The same for one of many subjects that are asked the trial: `bounds` are its `float64_bounds`, or empty until the
/// first of them needs them.
Verdict judge(const data::Trial& trial,
              const std::vector<ReadDue>& due,
              const subject::Reads& reads,
              Expect expect,
              std::vector<ReadBounds>& bounds);

}  // namespace shardproof::law
