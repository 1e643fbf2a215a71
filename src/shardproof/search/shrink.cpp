#include "shardproof/search/shrink.hpp"

#include <utility>

#include "shardproof/search/simpler.hpp"
#include "shardproof/search/simplicity.hpp"

namespace shardproof::search {
namespace {

using Clock = std::chrono::steady_clock;
using data::Trial;

class Shrinker {
 public:
  Shrinker(const Trial& trial,
           const std::function<bool(const Trial&)>& fails,
           const ShrinkBudget& budget)
      : fails_(fails), budget_(budget), shrunk_{.trial = canonical(trial)} {
    if (budget.time) deadline_ = Clock::now() + *budget.time;
  }

  Shrunk run() {
    while (take_single_steps() || take(steps().back())) {
    }
    return std::move(shrunk_);
  }

 private:
  /// All kinds of step but the last, each for as long as it helps. The last, two edits at a time, is dear and moves
  /// by little: after one of it the others get their turn again.
  bool take_single_steps() {
    bool improved = false;
    for (const auto step : steps().first(steps().size() - 1)) {
      while (shrunk_.complete && take(step)) improved = true;
    }
    return improved && shrunk_.complete;
  }

  /// Replaces the trial by the first simpler failing candidate of `step`, if there is one.
  bool take(Step step) {
    std::optional<Trial> found;
    step(shrunk_.trial, [&](Trial candidate) {
      if (!is_simpler(candidate, shrunk_.trial)) return false;
      if (is_spent()) return true;
      ++shrunk_.evaluations;
      if (!fails_(candidate)) return false;
      found = std::move(candidate);
      return true;
    });
    if (!found) return false;
    shrunk_.trial = *std::move(found);
    ++shrunk_.steps;
    return true;
  }

  bool is_spent() {
    const bool spent =
        shrunk_.evaluations >= budget_.evaluations || (deadline_ && Clock::now() >= *deadline_);
    if (spent) shrunk_.complete = false;
    return spent;
  }

  const std::function<bool(const Trial&)>& fails_;
  ShrinkBudget budget_;
  std::optional<Clock::time_point> deadline_;
  Shrunk shrunk_;
};

}  // namespace

Shrunk shrink(const Trial& trial,
              const std::function<bool(const Trial&)>& fails,
              const ShrinkBudget& budget) {
  return Shrinker(trial, fails, budget).run();
}

}  // namespace shardproof::search
