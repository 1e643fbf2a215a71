#include "shardproof/report/replay_report.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardproof/report/failure.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "shardproof/version.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace shardproof::report {
namespace {

using search::Replayed;
using wire::Value;

bool is_undefined(const Replayed& replayed) {
  return std::holds_alternative<law::Undefined>(replayed.verdict);
}

/// The verdict in a word, and what it was found on.
std::string title_of(const Replayed& replayed, Style style) {
  const auto kind = law::to_text(replayed.verdict);
  if (replayed.is_stale()) {
    return painted("holds now: stale", Tone::warning, style) + "  " + replayed.recorded.subject;
  }
  const auto law = replayed.laws.empty() ? replayed.recorded.law : replayed.laws.front();
  return painted(kind, is_undefined(replayed) ? Tone::warning : Tone::bad, style) + "  " +
         std::string(is_undefined(replayed) ? "" : data::to_text(law)) +
         fmt::format(
             "   ({}, rung {})", replayed.recorded.subject, data::to_text(replayed.recorded.rung));
}

/// The mechanism of a known variant explains its failures; anything else is told by its verdict.
std::string likely_cause(const Replayed& replayed) {
  const auto* variant = subject::variant_named(replayed.recorded.subject);
  if (!replayed.is_stale() && variant != nullptr) {
    return std::string(variant->id) + ": " + std::string(variant->mechanism);
  }
  return cause_of(replayed.verdict);
}

std::string block(const Replayed& replayed, Style style) {
  std::string text = title_of(replayed, style) + '\n';
  const Said said =
      said_about(replayed.recorded.trial,
                 replayed.verdict,
                 replayed.reads,
                 {.oracle = oracle_text(replayed.oracle_exactly, replayed.oracle_says),
                  .subject = subject::to_text(replayed.subject_says)});
  text += failure_lines({
      .trial = &replayed.recorded.trial,
      .oracle_says = said.oracle,
      .subject_says = said.subject,
      .cause = likely_cause(replayed),
  });
  std::vector<std::string> laws;
  for (const auto law : replayed.laws) laws.emplace_back(data::to_text(law));
  if (!laws.empty()) text += labelled("laws broken", listed(laws));
  if (replayed.is_stale()) {
    const auto& was = replayed.recorded.verdict;
    text +=
        labelled("stale",
                 (was.empty() ? "this fails no more" : "recorded as " + was + ", fails no more") +
                     std::string(": delete the file, or find out which merge it was of"));
  }
  return text;
}

}  // namespace

std::string replay_text(std::span<const Replayed> replayed, Style style) {
  std::string text;
  for (const auto& one : replayed) text += block(one, style) + '\n';
  const auto stale = std::ranges::count_if(replayed, &Replayed::is_stale);
  const auto undefined = std::ranges::count_if(replayed, is_undefined);
  text += fmt::format("{} replayed: {} still fail{}, {} hold{} now (stale)",
                      replayed.size(),
                      std::ssize(replayed) - stale - undefined,
                      std::ssize(replayed) - stale - undefined == 1 ? "s" : "",
                      stale,
                      stale == 1 ? "s" : "");
  if (undefined > 0) text += fmt::format(", {} undefined", undefined);
  return text + '\n';
}

std::string replay_json(std::span<const Replayed> replayed, law::Expect expect) {
  constexpr int kSchema = 1;
  Value::Array all;
  for (const auto& one : replayed) {
    Value::Array laws;
    for (const auto law : one.laws) laws.emplace_back(data::to_text(law));
    all.push_back(Value::Object{
        {.key = "subject", .value = one.recorded.subject},
        {.key = "rung", .value = data::to_text(one.recorded.rung)},
        {.key = "trial", .value = wire::to_json(one.recorded.trial)},
        {.key = "verdict", .value = to_json(one.verdict)},
        {.key = "stale", .value = one.is_stale()},
        {.key = "laws", .value = std::move(laws)},
        {.key = "oracle_exactly",
         .value = one.oracle_exactly == "none" ? Value() : Value(one.oracle_exactly)},
        {.key = "oracle_says", .value = to_json(one.oracle_says)},
        {.key = "subject_says", .value = to_json(one.subject_says)},
        {.key = "recorded",
         .value =
             Value::Object{
                 {.key = "verdict", .value = one.recorded.verdict},
                 {.key = "law", .value = data::to_text(one.recorded.law)},
                 {.key = "oracle_says", .value = one.recorded.oracle_says},
                 {.key = "subject_says", .value = to_json(one.recorded.subject_says)},
             }},
    });
  }
  const Value::Object whole = {
      {.key = "schema", .value = kSchema},
      {.key = "report", .value = "replay"},
      {.key = "version", .value = kVersion},
      {.key = "expect", .value = law::to_text(expect)},
      {.key = "replayed", .value = std::move(all)},
  };
  return wire::dump(whole, wire::Layout::pretty) + "\n";
}

}  // namespace shardproof::report
