/// `parse`, on the lexer and grammar of nlohmann::json, through its SAX interface: the grammar is
/// theirs, the numbers are ours.
///
/// What their DOM does that an exact codec must not: an integer literal beyond 64 bits becomes a
/// double, the last of two equal keys wins, and a NUL byte ends the text. All without a word.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "shardproof/wire/counting_iterator.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

using exact::Problem;

/// Their SAX reader hands over the text of a long literal only after a conversion to its
/// floating-point type came out finite. With `double` that would end integers at 308 digits.
using Json = nlohmann::
    basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;
static_assert(static_cast<std::size_t>(std::numeric_limits<long double>::max_exponent10) >=
              kMostDigits);

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

bool is_integer_literal(std::string_view literal) {
  return literal.find_first_of(".eE") == std::string_view::npos;
}

std::size_t digits_of(std::string_view integer_literal) {
  return integer_literal.size() - (integer_literal.starts_with('-') ? 1 : 0);
}

/// A literal short enough to be quoted in a message.
std::string quoted_number(std::string_view literal) {
  constexpr std::size_t kLongest = 40;
  return literal.size() <= kLongest ? std::string(literal)
                                    : std::string(literal.substr(0, kLongest)) + "…";
}

/// "line 3, column 14" of the character at `offset`.
std::string locate(std::string_view text, std::size_t offset, std::size_t first_line) {
  const auto before = text.substr(0, std::min(offset, text.size()));
  const auto line = first_line + static_cast<std::size_t>(std::ranges::count(before, '\n'));
  const auto line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  // Every byte of UTF-8 starts a character, except 10xxxxxx.
  const auto column = 1 + std::ranges::count_if(before.substr(line_start),
                                                [](char c) { return (c & 0xC0) != 0x80; });
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Whether `text` has a spelling of NaN or infinity at `offset` or around it: each ends the grammar
/// at a different letter.
bool spells_non_finite(std::string_view text, std::size_t offset) {
  const auto is_letter = [](char c) { return ('a' <= (c | 0x20)) && ((c | 0x20) <= 'z'); };
  if (offset >= text.size() || !is_letter(text[offset])) return false;
  while (offset > 0 && is_letter(text[offset - 1])) --offset;
  std::string word(text.substr(offset, 3));
  std::ranges::transform(word, word.begin(), [](char c) { return static_cast<char>(c | 0x20); });
  return word == "nan" || word == "inf";
}

std::optional<std::string> repeated_key(const Value::Object& members) {
  std::vector<std::string_view> keys;
  for (const auto& member : members) keys.push_back(member.key);
  std::ranges::sort(keys);
  const auto repeated = std::ranges::adjacent_find(keys);
  return repeated == keys.end() ? std::nullopt : std::optional<std::string>(*repeated);
}

/// What their message says besides what we say better: where it is, and the text around it.
///
///     [json.exception.parse_error.101] parse error at line 1, column 3: syntax error while parsing
///     array - unexpected '}'; last read: '1}'; expected ']'
std::string reason_of(std::string_view message) {
  const auto reason = message.find(" - ");
  if (reason != std::string_view::npos) message.remove_prefix(reason + 3);
  return std::string(message.substr(0, message.find("; last read: ")));
}

/// Builds the value from the events of their parser; returns false from an event to stop it.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, const std::size_t* consumed) : text_(text), consumed_(consumed) {}

  bool null() override { return add(Value()); }

  bool boolean(bool value) override { return add(value); }

  bool number_integer(std::int64_t value) override { return add(value); }

  bool number_unsigned(std::uint64_t value) override { return add(value); }

  bool number_float(long double value, const std::string& literal) override {
    return add_literal(literal_as_written(literal.size()), value);
  }

  bool string(std::string& value) override { return add(std::move(value)); }

  bool binary(Json::binary_t& /*value*/) override { return refuse("binary data"); }

  bool start_array(std::size_t /*elements*/) override { return open(false); }

  bool end_array() override { return close(Value(std::move(open_.back().elements))); }

  bool start_object(std::size_t /*members*/) override { return open(true); }

  bool key(std::string& key) override {
    open_.back().members.push_back({.key = std::move(key), .value = {}});
    return true;
  }

  bool end_object() override {
    auto& members = open_.back().members;
    if (const auto repeated = repeated_key(members)) {
      return refuse("the key \"" + *repeated + "\" stands twice in the object that ends here");
    }
    return close(Value(std::move(members)));
  }

  bool parse_error(std::size_t position,
                   const std::string& token,
                   const nlohmann::detail::exception& error) override {
    ended_early_ = position > text_.size();
    problem_offset_ = position > 0 ? position - 1 : 0;
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) return refuse_number(literal_as_written(token.size()));
    problem_ = grammar_problem(error);
    return false;
  }

  Value take() { return std::move(root_); }

  /// The character where the problem is, or where it became clear.
  std::size_t problem_offset() const { return problem_offset_; }

  Problem& problem() { return problem_; }

  bool ended_early() const { return ended_early_; }

 private:
  /// An array or object whose end has not come yet.
  struct Open {
    bool is_object = false;
    Value::Array elements;
    Value::Object members;
  };

  bool add(Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().is_object) {
      open_.back().members.back().value = std::move(value);
    } else {
      open_.back().elements.push_back(std::move(value));
    }
    return true;
  }

  bool open(bool is_object) {
    if (open_.size() == kDeepest) {
      return refuse("more than " + std::to_string(kDeepest) +
                    " arrays and objects within one another");
    }
    open_.push_back({.is_object = is_object, .elements = {}, .members = {}});
    return true;
  }

  bool close(Value value) {
    open_.pop_back();
    return add(std::move(value));
  }

  /// The literal of `size` characters that was just read, from our text: theirs has the locale's
  /// decimal point. The lexer reads as many digits as there are and then one character more, if
  /// there is one.
  std::string_view literal_as_written(std::size_t size) const {
    const auto end = is_digit(text_[*consumed_ - 1]) ? *consumed_ : *consumed_ - 1;
    return text_.substr(end - size, size);
  }

  /// An integer beyond 64 bits, or a number with fraction or exponent; `rough` is near it.
  bool add_literal(std::string_view literal, long double rough) {
    if (is_integer_literal(literal)) {
      if (digits_of(literal) > kMostDigits) return refuse_number(literal);
      return add(exact::Integer(std::string(literal)));
    }
    double value = 0;
    const auto read = std::from_chars(literal.data(), literal.data() + literal.size(), value);
    if (read.ec == std::errc::result_out_of_range) {
      if (std::abs(rough) > 1) return refuse_number(literal);
      value = 0;  // the nearest double
    }
    if (std::isinf(value)) return refuse_number(literal);
    return add(Number::real(value));
  }

  /// Refuses a number that is beyond the limits; `literal` is a part of `text_`.
  bool refuse_number(std::string_view literal) {
    problem_.kind = Problem::Kind::out_of_domain;
    problem_.what = is_integer_literal(literal)
                        ? "an integer of " + std::to_string(digits_of(literal)) +
                              " digits; at most " + std::to_string(kMostDigits) + " are read"
                        : quoted_number(literal) + " is above the largest double";
    problem_offset_ = static_cast<std::size_t>(literal.data() - text_.data());
    return false;
  }

  Problem grammar_problem(const nlohmann::detail::exception& error) const {
    Problem problem;
    if (ended_early_) {
      problem.what = "the text ends before the JSON does";
    } else if (spells_non_finite(text_, problem_offset_)) {
      problem.kind = Problem::Kind::out_of_domain;
      problem.what = "NaN and infinity are no numbers here";
    } else if (problem_offset_ < text_.size() && text_[problem_offset_] == '\0') {
      problem.what = "a NUL byte in JSON";
    } else {
      problem.what = "not JSON: " + reason_of(error.what());
    }
    return problem;
  }

  /// Refuses what ends with the character that was read last.
  bool refuse(std::string what) {
    problem_.what = std::move(what);
    problem_offset_ = *consumed_ - 1;
    return false;
  }

  std::string_view text_;
  const std::size_t* consumed_;
  std::vector<Open> open_;
  Value root_;
  Problem problem_;
  std::size_t problem_offset_ = 0;
  bool ended_early_ = false;
};

/// A parse of one text: the builder knows how it went.
struct Parse {
  explicit Parse(std::string_view text) : builder(text, &consumed) {
    const char* begin = text.data();
    ok = Json::sax_parse(CountingIterator(begin, &consumed),
                         CountingIterator(begin + text.size(), &consumed),
                         &builder);
  }

  Parse(const Parse&) = delete;  // the builder points to `consumed`
  Parse& operator=(const Parse&) = delete;
  ~Parse() = default;

  std::size_t consumed = 0;
  Builder builder;
  bool ok;
};

}  // namespace

exact::Result<Value> parse(std::string_view text, std::size_t first_line) {
  Parse run(text);
  if (!run.ok) {
    auto problem = std::move(run.builder.problem());
    problem.where = locate(text, run.builder.problem_offset(), first_line);
    return problem;
  }
  // Their lexer takes a NUL byte for the end of the input.
  if (run.consumed < text.size() || (!text.empty() && text.back() == '\0')) {
    return Problem{.kind = Problem::Kind::malformed,
                   .what = "a NUL byte after the JSON",
                   .where = locate(text, run.consumed - 1, first_line),
                   .hint = {}};
  }
  return run.builder.take();
}

bool is_incomplete(std::string_view text) {
  Parse run(text);
  return !run.ok && run.builder.ended_early();
}

}  // namespace shardproof::wire
