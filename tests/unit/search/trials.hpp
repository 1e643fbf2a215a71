/// Trials and subjects for tests, written so that they can be read.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/data/trial.hpp"
#include "shardproof/merge.hpp"
#include "shardproof/subject/subject.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace shardproof::data {

/// GoogleTest shows a trial as people write it.
inline void PrintTo(const Trial& trial, std::ostream* out) {
  *out << to_text(trial);
}

}  // namespace shardproof::data

namespace shardproof::search {

/// The trial with these parts: `[[0, {"value": 1, "times": 3}], [], {"stray": [0, 1]}]`.
inline data::Trial trial(std::string_view parts) {
  return wire::trial_from(wire::parse("{\"parts\": " + std::string(parts) + "}").value()).value();
}

/// A whole trial: `{"parts": [[0], [1]], "plan": "left-fold"}`.
inline data::Trial trial_with_plan(std::string_view text) {
  return wire::trial_from(wire::parse(text).value()).value();
}

/// What a subject says in place of the right answer; none where it says the right one.
using Lie = std::function<std::optional<subject::Answer>(std::span<const aggregate::Summary>)>;

/// A subject that is right except where `lie` says otherwise.
inline std::unique_ptr<subject::Subject> right_but_for(
    Lie lie, std::string name = "liar", subject::Numbers numbers = subject::Numbers::any) {
  return subject::merge_subject(
      std::move(name),
      numbers,
      [lie = std::move(lie)](std::span<const aggregate::Summary> summaries) -> subject::Answer {
        if (auto answer = lie(summaries)) return *std::move(answer);
        const auto variance = aggregate::variance(summaries);
        if (!variance) return subject::Failed{exact::to_text(variance.error())};
        return *variance ? subject::Answer(**variance) : subject::Answer(subject::NoVariance{});
      });
}

/// A subject that is always right.
inline std::unique_ptr<subject::Subject> right(subject::Numbers numbers = subject::Numbers::any) {
  return right_but_for([](auto) { return std::nullopt; }, "right", numbers);
}

}  // namespace shardproof::search
