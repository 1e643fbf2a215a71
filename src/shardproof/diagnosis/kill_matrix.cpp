#include "shardproof/diagnosis/kill_matrix.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "shardproof/law/laws.hpp"
#include "shardproof/search/ladder.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace shardproof::diagnosis {
namespace {

using data::LawId;
using data::RungId;
using subject::Variant;

Kills kills_of(const Variant& row, const KillOptions& options) {
  const auto subject = subject::subject_of(row);
  const auto& description = subject->description();
  const auto expect = law::expect_of(description.kind, law::Expect::contract);
  Kills kills{.row = &row, .trials = 0, .broken = {}};
  for (const auto law : data::kLaws) {
    const bool applies = law::applies(law, description.kind);
    kills.broken.push_back(applies ? std::optional<std::uint64_t>(0) : std::nullopt);
  }
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    const auto trial =
        search::random_trial(RungId::integers, description.domain(), options.seed, i);
    if (!trial) continue;
    if (!subject::accepts(description, *trial)) continue;
    ++kills.trials;
    for (std::size_t l = 0; l < data::kLaws.size(); ++l) {
      if (kills.broken[l] && law::breaks(data::kLaws[l], *subject, *trial, expect))
        ++*kills.broken[l];
    }
  }
  return kills;
}

}  // namespace

KillMatrix kill_matrix(const KillOptions& options) {
  const auto& catalogue = subject::catalogue();
  KillMatrix matrix{.options = options,
                    .laws = {data::kLaws.begin(), data::kLaws.end()},
                    .rows = std::vector<Kills>(catalogue.size())};
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < catalogue.size(); i = next++)
        matrix.rows[i] = kills_of(catalogue[i], options);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < options.jobs; ++i) helpers.emplace_back(work);
    work();
  }
  if (error) std::rethrow_exception(error);
  return matrix;
}

}  // namespace shardproof::diagnosis
