/// The baseline: how near the bound a subject's worst answers came, kept from one run to the next.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "shardproof/data/names.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/search/run_record.hpp"

namespace shardproof::search {

/// A rung on which the worst error is more than twice as near its bound as the baseline has it.
struct Worsened {
  data::RungId rung = data::RungId::small;
  double before = 0;
  double now = 0;
};

/// Compares the worst error over bound, rung by rung, with what `file` keeps of the subject of that name. What it does not keep yet is
/// added; what it keeps stays, so that small steps for the worse add up. A file that does not exist is made:
///
///     {"shardproof": 1, "worst error / bound": {"merge.py": {"small": 0.25, "integers": 0.5}}}
///
/// Problems: it cannot be read or written, or is not such a file.
exact::Result<std::vector<Worsened>> compare_with_baseline(const std::filesystem::path& file,
                                                           const SubjectRecord& record);

}  // namespace shardproof::search
