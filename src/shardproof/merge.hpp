/// shardproof/merge.hpp: the merge by itself, for use in production.
///
/// Exact, order-independent and partition-independent population variance from per-worker
/// `[count, sum, sumsq]`: integers, doubles, or exact summaries of any size.
///
///     #include <iostream>
///     #include <shardproof/merge.hpp>
///     #include <vector>
///
///     int main() {
///       using namespace shardproof::aggregate;
///       const std::vector<IntegerTriple> workers = {{2, 4, 10}, {0, 99, 999}, {1, 5, 25}};
///       const auto answer = variance(workers);                           // of {1, 3}, {} and {5}
///       if (!answer) return std::cerr << to_text(answer.error()), 1;     // "worker 2: count is …"
///       if (*answer) std::cout << **answer << '\n';                      // 2.66667
///     }
///
/// `*answer` is none if there is no observation at all. A worker makes its summary by `summarise`;
/// a running total is an `ExactState`. See the headers below for what is refused, what is exact and
/// what allocates. Link `shardproof::aggregate`.
#pragma once

#include "shardproof/aggregate/exact_state.hpp"
#include "shardproof/aggregate/merge.hpp"
#include "shardproof/aggregate/summarise.hpp"
#include "shardproof/aggregate/summary.hpp"
#include "shardproof/aggregate/triples.hpp"
