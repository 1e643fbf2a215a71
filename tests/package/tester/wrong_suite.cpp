#include <optional>
#include <shardproof/gtest.hpp>
#include <span>

using shardproof::aggregate::DoubleTriple;

TEST(MyMerge, IsLawful) {
  SHARDPROOF_EXPECT_LAWFUL([](std::span<const DoubleTriple> workers) -> std::optional<double> {
    double sum = 0;
    int seen = 0;
    for (const auto& worker : workers) {
      if (worker.count == 0) continue;
      const auto n = static_cast<double>(worker.count);
      sum += worker.sumsq / n - (worker.sum / n) * (worker.sum / n);
      ++seen;
    }
    if (seen == 0) return std::nullopt;
    return sum / seen;
  });
}
