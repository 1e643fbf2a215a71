#include "shardproof/subject/process/reply.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/exact/fraction.hpp"
#include "shardproof/wire/exact_json.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::subject {
namespace {

using exact::Problem;
using wire::Value;

Problem broken(std::string what, std::string hint = {}) {
  return {.kind = Problem::Kind::subject_failed,
          .what = std::move(what),
          .where = {},
          .hint = std::move(hint)};
}

/// The beginning of what was said, for messages.
std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string shown;
  for (const char c : text.substr(0, kLongest))
    shown += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? '?' : c;
  return text.size() > kLongest ? shown + "..." : shown;
}

std::string shown(const Value& value) {
  return excerpt(std::string_view(wire::dump(value)));
}

constexpr auto kStdoutHint =
    "standard output is for replies alone: what the program prints besides belongs on standard "
    "error";

/// The reply as an object with the right `seq`.
exact::Result<Value> object_from(std::string_view reply, std::uint64_t seq) {
  auto value = wire::parse(reply);
  if (!value) {
    return broken("replied with a line that does not read as JSON: " + excerpt(reply) + ": " +
                      to_text(value.error()),
                  kStdoutHint);
  }
  if (value->object() == nullptr) {
    return broken("replied with " + std::string(value->kind()) +
                      " where an object belongs: " + excerpt(reply),
                  kStdoutHint);
  }
  const auto* said = value->find("seq");
  if (said == nullptr) return broken("replied without \"seq\": " + excerpt(reply));
  if (*said != Value(seq)) {
    return broken(
        "replied with \"seq\": " + shown(*said) + " where " + std::to_string(seq) + " was due",
        "each request gets one reply, in order, with its own \"seq\"");
  }
  return value;
}

/// The program's own word why it does not do as asked.
std::string error_in(const Value& value) {
  const auto* error = value.find("error");
  if (error == nullptr) return {};
  return error->string() != nullptr ? *error->string() : wire::dump(*error);
}

exact::Result<std::string> text_member(const Value& hello, std::string_view name) {
  const auto* member = hello.find(name);
  if (member == nullptr || member->string() == nullptr)
    return broken("says hello without a text \"" + std::string(name) + "\"");
  return *member->string();
}

exact::Result<Numbers> numbers_named(const std::string& name) {
  constexpr std::array kAll = {
      Numbers::int53, Numbers::int64, Numbers::bigint, Numbers::float64, Numbers::any};
  for (const auto numbers : kAll) {
    if (to_text(numbers) == name) return numbers;
  }
  return broken(R"(says hello with "numbers": ")" + excerpt(name) + "\"",
                "known: int53, int64, bigint, float64, any");
}

struct Ability {
  std::string_view name;
  bool Abilities::*member;
};

constexpr auto kSteps = std::to_array<Ability>({
    {"self-merge", &Abilities::self_merge},
    {"copy", &Abilities::copy},
    {"encode", &Abilities::round_trip},
    {"retract", &Abilities::retract},
    {"merge-into", &Abilities::merge_into},
    {"merge-all", &Abilities::merge_all},
    {"synchronise", &Abilities::synchronise},
});
constexpr auto kReads = std::to_array<Ability>({
    {"count", &Abilities::count},
    {"mean", &Abilities::mean},
});

/// Takes the names of a list in the hello, where there is one; "merge", "finalise" and "variance" go without saying.
exact::Result<void> take(const Value& hello,
                         std::string_view list,
                         std::span<const Ability> known,
                         std::span<const std::string_view> unsaid,
                         Abilities& abilities) {
  const auto* names = hello.find(list);
  if (names == nullptr) return {};
  if (names->array() == nullptr)
    return broken("says hello with \"" + std::string(list) + "\" that is no array");
  for (const auto& name : *names->array()) {
    const auto* text = name.string();
    const auto it =
        std::ranges::find_if(known, [&](const Ability& one) { return text && one.name == *text; });
    if (it != known.end()) {
      abilities.*(it->member) = true;
    } else if (text == nullptr || std::ranges::find(unsaid, *text) == unsaid.end()) {
      std::string hint = "known:";
      for (const auto& one : known) hint += " " + std::string(one.name);
      return broken("says hello with " + shown(name) + " in \"" + std::string(list) + "\"", hint);
    }
  }
  return {};
}

exact::Result<Abilities> abilities_from(const Value& hello) {
  Abilities abilities;
  abilities.self_merge = false;
  abilities.copy = false;
  static constexpr std::array<std::string_view, 2> kEveryStep = {"merge", "finalise"};
  static constexpr std::array<std::string_view, 1> kEveryRead = {"variance"};
  if (auto taken = take(hello, "steps", kSteps, kEveryStep, abilities); !taken)
    return taken.error();
  if (auto taken = take(hello, "reads", kReads, kEveryRead, abilities); !taken)
    return taken.error();
  return abilities;
}

std::optional<Answer> special_from(const std::string& text) {
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

/// "n/d", any denominator but 0.
std::optional<Answer> quotient_from(std::string_view text) {
  const bool negative = text.starts_with('-');
  const auto magnitude = text.substr(negative ? 1 : 0);
  const auto slash = magnitude.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto integer = [](std::string_view digits) -> std::optional<exact::Integer> {
    const bool is_number = !digits.empty() && digits.size() <= wire::kMostDigits &&
                           std::ranges::all_of(digits, [](char c) { return '0' <= c && c <= '9'; });
    if (!is_number) return std::nullopt;
    const auto first = digits.find_first_not_of('0');
    return first == std::string_view::npos ? exact::Integer(0)
                                           : exact::Integer(std::string(digits.substr(first)));
  };
  const auto above = integer(magnitude.substr(0, slash));
  const auto below = integer(magnitude.substr(slash + 1));
  if (!above || !below || below->is_zero()) return std::nullopt;
  const auto nearest = exact::nearest_double(exact::Fraction{*above, *below, 0});
  const double size = nearest.value_or(std::numeric_limits<double>::infinity());
  return negative ? -size : size;
}

/// An answer; none where the value is none of what an answer can be.
std::optional<Answer> answer_from(const Value& value) {
  if (value.is_null()) return NoVariance{};
  if (const auto* number = value.number()) {
    if (const auto held = number->value().as_double()) return *held;
    const auto nearest = exact::nearest_double(exact::to_rational(number->value()));
    const double infinite = number->value().sign() * std::numeric_limits<double>::infinity();
    return nearest.value_or(infinite);
  }
  if (const auto* text = value.string()) {
    if (auto special = special_from(*text)) return special;
    return quotient_from(*text);
  }
  if (const auto error = error_in(value); !error.empty()) return Failed{error};
  return std::nullopt;
}

Problem no_answer(const Value& value) {
  return broken("answered " + shown(value) + " where a number, null or {\"error\": ...} belongs");
}

exact::Result<Reads> merge_reads(const Value& answer) {
  auto variance = answer_from(answer);
  if (!variance) return no_answer(answer);
  return Reads{Read{.variance = *std::move(variance)}};
}

exact::Result<Read> read_from(const Value& value) {
  const auto* variance = value.find("variance");
  if (variance == nullptr)
    return broken("answered a finalise without \"variance\": " + shown(value));
  Read read;
  for (const auto& [name, place] :
       {std::pair("count", &read.count), std::pair("mean", &read.mean)}) {
    const auto* member = value.find(name);
    if (member == nullptr) continue;
    *place = answer_from(*member);
    if (!*place) return no_answer(*member);
  }
  auto answer = answer_from(*variance);
  if (!answer) return no_answer(*variance);
  read.variance = *std::move(answer);
  return read;
}

exact::Result<Reads> aggregate_reads(const Value& answer, const Question& question) {
  if (answer.object() != nullptr) {
    if (const auto error = error_in(answer); !error.empty())
      return Reads{Read{.variance = Failed{error}}};
  }
  const auto* reads = answer.array();
  if (reads == nullptr) {
    return broken("answered " + shown(answer) + " where an array of reads belongs",
                  "a trial's answer has one read for each \"finalise\" of its plan");
  }
  const std::size_t due = question.script->plan.reads;
  if (reads->size() != due) {
    return broken("answered " + std::to_string(reads->size()) + " reads where " +
                      std::to_string(due) + " were due",
                  "a trial's answer has one read for each \"finalise\" of its plan");
  }
  Reads all;
  all.reserve(due);
  for (const auto& one : *reads) {
    auto read = read_from(one);
    if (!read) return read.error();
    all.push_back(*std::move(read));
  }
  return all;
}

}  // namespace

exact::Result<Description> description_from(std::string_view reply, std::uint64_t seq) {
  const auto hello = object_from(reply, seq);
  if (!hello) return hello.error();
  if (const auto error = error_in(*hello); !error.empty())
    return broken("says that it cannot start: " + error);
  if (const auto* protocol = hello->find("protocol"); protocol && *protocol != Value(1))
    return broken("speaks protocol " + shown(*protocol), "this is protocol 1");
  const auto name = text_member(*hello, "name");
  if (!name) return name.error();
  const auto interface = text_member(*hello, "interface");
  if (!interface) return interface.error();
  const auto numbers_name = text_member(*hello, "numbers");
  if (!numbers_name) return numbers_name.error();
  const auto numbers = numbers_named(*numbers_name);
  if (!numbers) return numbers.error();
  Description description{.name = *name, .kind = Kind::merge, .numbers = *numbers};
  if (*interface == "merge") return description;
  if (*interface != "aggregate") {
    return broken(R"(says hello with "interface": ")" + excerpt(*interface) + "\"",
                  "known: merge, aggregate");
  }
  const auto abilities = abilities_from(*hello);
  if (!abilities) return abilities.error();
  description.kind = Kind::aggregate;
  description.abilities = *abilities;
  return description;
}

exact::Result<std::vector<Reads>> reads_from(std::string_view reply,
                                             std::uint64_t seq,
                                             Kind kind,
                                             std::span<const Question> questions) {
  const auto whole = object_from(reply, seq);
  if (!whole) return whole.error();
  const auto* answers = whole->find("answers");
  if (answers == nullptr) {
    const auto error = error_in(*whole);
    return broken(error.empty() ? "replied without \"answers\": " + excerpt(reply)
                                : "refuses the request: " + error);
  }
  if (answers->array() == nullptr) return broken("replied with \"answers\" that is no array");
  if (answers->array()->size() != questions.size()) {
    return broken("replied with " + std::to_string(answers->array()->size()) + " answers to " +
                      std::to_string(questions.size()) + " trials",
                  "each trial gets one answer, in order");
  }
  std::vector<Reads> all;
  all.reserve(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto& answer = (*answers->array())[i];
    auto reads = kind == Kind::merge ? merge_reads(answer) : aggregate_reads(answer, questions[i]);
    if (!reads) return reads.error();
    all.push_back(*std::move(reads));
  }
  return all;
}

}  // namespace shardproof::subject
