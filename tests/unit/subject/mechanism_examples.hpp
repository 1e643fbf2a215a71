/// Each row's mechanism on one tiny trial, with what it says there, worked out by hand.
#pragma once

#include <string_view>
#include <vector>

#include "shardproof/subject/subject.hpp"
#include "unit/data/trials.hpp"

namespace shardproof::subject {

struct Example {
  std::string_view id;
  data::Trial asked;
  Answer says;
};

/// n = 3, S = 6, Q = 20: variance 20/3 − 4 = 8/3. The workers' means are 1 and 4, their variances 1 and 0, their
/// squared deviations 2 and 0.
inline data::Trial uneven() {
  return data::trial({{0, 2}, {4}});
}

/// The rows that get a term, a weight or the observations wrong.
std::vector<Example> formula_examples();

/// The rows that get the last step, absence or a number type wrong, and those that are right.
std::vector<Example> machine_examples();

}  // namespace shardproof::subject
