#include "shardproof/report/list_report.hpp"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardproof/law/laws.hpp"
#include "shardproof/report/layout.hpp"
#include "shardproof/search/replay.hpp"
#include "shardproof/search/rung.hpp"
#include "shardproof/subject/variants/catalogue.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace shardproof::report {
namespace {

using subject::Standing;
using subject::Variant;
using wire::Value;

struct Format {
  std::string_view name;
  std::string_view commands;
  std::string_view purpose;
};

constexpr std::array kFormats = {
    Format{"text", "gate, fixtures, replay, list", "for people, at most 100 columns"},
    Format{"json", "gate, fixtures, replay, list", "for programs, everything that is known"},
    Format{"markdown", "list variants, list kill-matrix", "for a page that people read"},
};

/// The witness's trial, for people; empty for a row that has none.
std::string witness_text(const Variant& variant) {
  const auto witness = search::witness_of(variant.id);
  return witness ? data::to_text(witness->trial) : "";
}

std::string variants_text() {
  std::string text;
  const subject::Family* previous = nullptr;
  for (const auto& variant : subject::catalogue()) {
    if (previous == nullptr || *previous != variant.family) {
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", subject::to_text(variant.family));
    }
    previous = &variant.family;
    text += fmt::format("\n  {}\n", variant.id);
    const auto line = [](std::string_view label, std::string_view what) {
      return labelled(label, what, {.width = 10, .indent = 4});
    };
    text += line("mechanism", variant.mechanism);
    text += line("seen in", variant.seen_in);
    if (variant.standing == Standing::equivalent) {
      text += line("standing", "equivalent: right, must not be caught");
      continue;
    }
    text += line("standing",
                 fmt::format("{}: caught by {} on rung {}",
                             subject::to_text(variant.standing),
                             data::to_text(variant.caught_by),
                             data::to_text(variant.caught_on)));
    text += line("repair", variant.repair);
    if (const auto witness = witness_text(variant); !witness.empty())
      text += line("witness", witness);
  }
  return text;
}

std::string laws_text() {
  std::string text;
  for (const auto law : data::kLaws) {
    text += labelled(data::to_text(law), law::statement(law), {.width = 20});
  }
  return text;
}

std::string rungs_text() {
  std::string text;
  for (const auto rung : data::kRungs) {
    text += labelled(data::to_text(rung), search::contents(rung), {.width = 9});
    text += labelled("", fmt::format("failing here: {}", search::meaning(rung)), {.width = 9});
  }
  return text;
}

std::string formats_text() {
  std::string text;
  for (const auto& format : kFormats) {
    text += labelled(
        format.name, fmt::format("{} ({})", format.purpose, format.commands), {.width = 8});
  }
  return text;
}

Value variants_json() {
  Value::Array all;
  for (const auto& variant : subject::catalogue()) {
    const bool is_wrong = variant.standing != Standing::equivalent;
    const auto witness = search::witness_of(variant.id);
    all.push_back(Value::Object{
        {.key = "id", .value = variant.id},
        {.key = "family", .value = subject::to_text(variant.family)},
        {.key = "standing", .value = subject::to_text(variant.standing)},
        {.key = "law", .value = is_wrong ? Value(data::to_text(variant.caught_by)) : Value()},
        {.key = "rung", .value = is_wrong ? Value(data::to_text(variant.caught_on)) : Value()},
        {.key = "numbers", .value = subject::to_text(variant.numbers)},
        {.key = "mechanism", .value = variant.mechanism},
        {.key = "repair", .value = variant.repair},
        {.key = "seen_in", .value = variant.seen_in},
        {.key = "witness", .value = witness ? wire::to_json(witness->trial) : Value()},
    });
  }
  return all;
}

Value laws_json() {
  Value::Array all;
  for (const auto law : data::kLaws) {
    all.push_back(Value::Object{{.key = "law", .value = data::to_text(law)},
                                {.key = "demands", .value = law::statement(law)}});
  }
  return all;
}

Value rungs_json() {
  Value::Array all;
  for (const auto rung : data::kRungs) {
    Value::Array minimums;
    for (const auto& minimum : search::minimums(rung)) {
      minimums.push_back(
          Value::Object{{.key = "feature", .value = search::to_text(minimum.feature)},
                        {.key = "per_mille", .value = minimum.per_mille}});
    }
    all.push_back(Value::Object{{.key = "rung", .value = data::to_text(rung)},
                                {.key = "trials", .value = search::contents(rung)},
                                {.key = "failing_here_means", .value = search::meaning(rung)},
                                {.key = "minimums", .value = std::move(minimums)}});
  }
  return all;
}

Value formats_json() {
  Value::Array all;
  for (const auto& format : kFormats) {
    all.push_back(Value::Object{{.key = "format", .value = format.name},
                                {.key = "commands", .value = format.commands},
                                {.key = "for", .value = format.purpose}});
  }
  return all;
}

}  // namespace

std::optional<Listing> listing_named(std::string_view name) {
  if (name == "variants") return Listing::variants;
  if (name == "laws") return Listing::laws;
  if (name == "rungs") return Listing::rungs;
  if (name == "formats") return Listing::formats;
  return std::nullopt;
}

std::string list_text(Listing listing) {
  switch (listing) {
    case Listing::variants:
      return variants_text();
    case Listing::laws:
      return laws_text();
    case Listing::rungs:
      return rungs_text();
    case Listing::formats:
      return formats_text();
  }
  return "";
}

std::string list_json(Listing listing) {
  const auto value = [&]() -> Value {
    switch (listing) {
      case Listing::variants:
        return variants_json();
      case Listing::laws:
        return laws_json();
      case Listing::rungs:
        return rungs_json();
      case Listing::formats:
        return formats_json();
    }
    return nullptr;
  }();
  return wire::dump(value, wire::Layout::pretty) + "\n";
}

}  // namespace shardproof::report
