#include <array>
#include <charconv>

#include "shardproof/exact/double_text.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::wire {
namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kIndent = 2;

/// What stands between the tokens of a value on one line.
struct Spacing {
  std::string_view comma;
  std::string_view colon;
};

constexpr Spacing kCompact{.comma = ",", .colon = ":"};
constexpr Spacing kSpaced{.comma = ", ", .colon = ": "};

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += "\\u00";
          out += kHex[static_cast<unsigned char>(c) >> 4];
          out += kHex[static_cast<unsigned char>(c) & 0xF];
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

void append_number(std::string& out, const Number& number) {
  if (!number.written_as_integer()) {
    out += exact::to_text(number.value().as_double().value());
  } else if (const auto small = number.value().as_int64()) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *small).ptr;
    out.append(digits.data(), end);
  } else {
    out += exact::to_text(number.value().mantissa());
  }
}

void append_line(std::string& out, const Value& value, const Spacing& spacing) {
  if (const auto* number = value.number()) {
    append_number(out, *number);
  } else if (const auto* text = value.string()) {
    append_string(out, *text);
  } else if (const auto* flag = value.boolean()) {
    out += *flag ? "true" : "false";
  } else if (const auto* elements = value.array()) {
    out += '[';
    for (std::size_t i = 0; i < elements->size(); ++i) {
      if (i > 0) out += spacing.comma;
      append_line(out, (*elements)[i], spacing);
    }
    out += ']';
  } else if (const auto* members = value.object()) {
    out += '{';
    for (std::size_t i = 0; i < members->size(); ++i) {
      if (i > 0) out += spacing.comma;
      append_string(out, (*members)[i].key);
      out += spacing.colon;
      append_line(out, (*members)[i].value, spacing);
    }
    out += '}';
  } else {
    out += "null";
  }
}

/// `indent` columns are taken already by what stands to the left.
void append_pretty(std::string& out, const Value& value, std::size_t indent) {
  const auto start = out.size();
  append_line(out, value, kSpaced);
  const auto* elements = value.array();
  const auto* members = value.object();
  const bool has_entries =
      (elements != nullptr && !elements->empty()) || (members != nullptr && !members->empty());
  if (!has_entries || indent + (out.size() - start) <= kColumns) return;

  out.resize(start);
  const std::string margin(indent + kIndent, ' ');
  const auto count = elements != nullptr ? elements->size() : members->size();
  out += elements != nullptr ? '[' : '{';
  for (std::size_t i = 0; i < count; ++i) {
    out += i > 0 ? ",\n" : "\n";
    out += margin;
    if (members != nullptr) {
      append_string(out, (*members)[i].key);
      out += kSpaced.colon;
    }
    append_pretty(
        out, elements != nullptr ? (*elements)[i] : (*members)[i].value, indent + kIndent);
  }
  out += "\n" + std::string(indent, ' ');
  out += elements != nullptr ? ']' : '}';
}

}  // namespace

void append(std::string& out, const Value& value) {
  append_line(out, value, kCompact);
}

std::string dump(const Value& value, Layout layout) {
  std::string out;
  if (layout == Layout::pretty) {
    append_pretty(out, value, 0);
  } else {
    append_line(out, value, layout == Layout::spaced ? kSpaced : kCompact);
  }
  return out;
}

}  // namespace shardproof::wire
