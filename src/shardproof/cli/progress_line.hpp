/// The line on standard error that says how far a long run is.
#pragma once

#include <chrono>

#include "shardproof/search/climb.hpp"

namespace shardproof::cli {

/// Shows progress on standard error if that is a terminal, a few times a second, and erases it in
/// the end. Elsewhere it does nothing.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const search::Progress& progress);

 private:
  bool is_terminal_;
  bool is_drawn_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace shardproof::cli
