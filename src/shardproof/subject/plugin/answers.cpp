#include "shardproof/subject/plugin/answers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "shardproof/exact/dyadic.hpp"
#include "shardproof/wire/exact_json.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::subject::plugin {
namespace {

using exact::Problem;
using exact::Result;
using wire::Value;

Problem problem(std::string what) {
  return {.kind = Problem::Kind::malformed, .what = std::move(what), .where = {}, .hint = {}};
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return '0' <= c && c <= '9'; });
}

/// "n/d" of a text "n" or "n/d"; empty if it is neither.
std::string fraction_of(std::string_view text) {
  const auto magnitude = text.substr(text.starts_with('-') ? 1 : 0);
  const auto slash = magnitude.find('/');
  const auto below = slash == std::string_view::npos ? "1" : magnitude.substr(slash + 1);
  if (!is_digits(magnitude.substr(0, slash)) || !is_digits(below)) return {};
  if (below.find_first_not_of('0') == std::string_view::npos) return {};
  return slash == std::string_view::npos ? std::string(text) + "/1" : std::string(text);
}

/// Three numbers of a trial as the plugin's numbers.
template <class N>
using Triple = std::array<N, 3>;

Result<std::int64_t> int64_from(const Value& value) {
  const auto number = wire::dyadic_from(value);
  if (!number) return number.error();
  const auto held = number->as_int64();
  if (!held) return problem(wire::dump(value) + " is no integer of 64 bits");
  return *held;
}

Result<std::string> text_from(const Value& value) {
  const auto number = wire::dyadic_from(value);
  if (!number) return number.error();
  return exact::to_text(exact::to_rational(*number));
}

template <class N, class From>
Result<std::vector<Triple<N>>> triples_from(const Value& trial, From from) {
  const auto* workers = trial.array();
  if (workers == nullptr) return problem("a trial is an array of workers");
  std::vector<Triple<N>> triples;
  triples.reserve(workers->size());
  for (const auto& worker : *workers) {
    const auto* numbers = worker.array();
    if (numbers == nullptr || numbers->size() != 3)
      return problem("a worker is [count, sum, sumsq]");
    auto& triple = triples.emplace_back();
    for (std::size_t i = 0; i < triple.size(); ++i) {
      auto number = from((*numbers)[i]);
      if (!number) return number.error();
      triple[i] = std::move(*number);
    }
  }
  return triples;
}

/// Asks `merge` about `trial`, whose numbers `from` makes `N` and which reaches it as `Workers`.
template <class Workers, class N, class Merge, class From>
Result<Value> ask(const char* name, Merge merge, const Value& trial, From from) {
  const auto triples = triples_from<N>(trial, from);
  if (!triples) return triples.error();
  std::vector<Workers> workers;
  workers.reserve(triples->size());
  for (const auto& [count, sum, sumsq] : *triples) {
    if constexpr (std::is_same_v<N, std::string>) {
      workers.push_back({count.c_str(), sum.c_str(), sumsq.c_str()});
    } else {
      workers.push_back({count, sum, sumsq});
    }
  }
  Heard heard;
  const int outcome = merge(workers.data(), workers.size(), heard.answer());
  return heard.value(name, outcome);
}

Result<Value> ask_form(const Functions& plugin, MergeForm form, const Value& trial) {
  switch (form) {
    case MergeForm::doubles:
      return ask<struct shardproof_double_triple, double>(
          "merge_doubles", plugin.merge_doubles, trial, double_from);
    case MergeForm::int64s:
      return ask<struct shardproof_int64_triple, std::int64_t>(
          "merge_int64s", plugin.merge_int64s, trial, int64_from);
    case MergeForm::texts:
      return ask<struct shardproof_text_triple, std::string>(
          "merge_texts", plugin.merge_texts, trial, text_from);
    case MergeForm::none:
      break;
  }
  return problem("the plugin has no merge");
}

}  // namespace

Heard::Heard() {
  answer_.number = std::numeric_limits<double>::quiet_NaN();
  answer_.say = [](struct shardproof_answer* answer, const char* bytes, std::size_t length) {
    static_cast<std::string*>(answer->host)->assign(bytes, length);
  };
  answer_.host = &said_;
}

Result<Value> Heard::value(const char* function, int outcome) const {
  switch (outcome) {
    case SHARDPROOF_NUMBER:
      return Value(answer_.number);
    case SHARDPROOF_NONE:
      return Value(nullptr);
    case SHARDPROOF_TEXT: {
      auto fraction = fraction_of(said_);
      if (fraction.empty()) {
        return problem(std::string(function) + " said \"" + said_ +
                       R"(", which is neither "n" nor "n/d")");
      }
      return Value(std::move(fraction));
    }
    default:
      return failed(function, outcome);
  }
}

Result<void> Heard::done(const char* function, int outcome) const {
  if (outcome != SHARDPROOF_DONE) return failed(function, outcome);
  return {};
}

Problem Heard::failed(const char* function, int outcome) const {
  if (outcome == SHARDPROOF_ERROR) {
    return problem(said_.empty() ? std::string(function) + " failed and did not say why" : said_);
  }
  return problem(std::string(function) + " returned " + std::to_string(outcome) +
                 ", which shardproof/plugin.h does not let it return");
}

Result<double> double_from(const Value& value) {
  if (const auto* text = value.string()) {
    if (*text == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (*text == "Infinity") return std::numeric_limits<double>::infinity();
    if (*text == "-Infinity") return -std::numeric_limits<double>::infinity();
  }
  const auto number = wire::dyadic_from(value);
  if (!number) return number.error();
  const auto held = number->as_double();
  if (!held) return problem("no double holds " + wire::dump(value));
  return *held;
}

std::string as_utf8(std::string text) {
  if (wire::parse(wire::dump(Value(text)))) return text;
  std::ranges::replace_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }, '?');
  return text;
}

Value error_json(const std::string& why) {
  Value::Object error;
  error.push_back({.key = "error", .value = as_utf8(why)});
  return error;
}

Value ask_merge(const Functions& plugin, MergeForm form, const Value& trial) {
  auto answer = ask_form(plugin, form, trial);
  return answer ? std::move(*answer) : error_json(exact::to_text(answer.error()));
}

}  // namespace shardproof::subject::plugin
