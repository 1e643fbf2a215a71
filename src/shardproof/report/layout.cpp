#include "shardproof/report/layout.hpp"

#include <algorithm>

namespace shardproof::report {
namespace {

bool starts_a_code_point(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

std::string_view escape_of(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "\x1b[32m";
    case Tone::bad:
      return "\x1b[1;31m";
    case Tone::warning:
      return "\x1b[33m";
    case Tone::title:
      return "\x1b[1m";
  }
  return "";
}

}  // namespace

std::string painted(std::string_view text, Tone tone, Style style) {
  if (!style.colour) return std::string(text);
  return std::string(escape_of(tone)) + std::string(text) + "\x1b[0m";
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_a_code_point));
}

std::string padded(std::string_view text, std::size_t width) {
  std::string result(text);
  const auto taken = columns(text);
  if (taken < width) result.append(width - taken, ' ');
  return result;
}

std::string padded_left(std::string_view text, std::size_t width) {
  const auto taken = columns(text);
  return std::string(taken < width ? width - taken : 0, ' ') + std::string(text);
}

std::string cut(std::string_view text, std::size_t width) {
  std::string clean(text);
  std::ranges::replace_if(clean, is_control, ' ');
  if (columns(clean) <= width) return clean;
  std::string result;
  std::size_t taken = 0;
  for (const char c : clean) {
    if (starts_a_code_point(c) && ++taken >= width) break;
    result += c;
  }
  return result + "…";
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const auto word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool at_start = column == indent;
    if (!at_start && column + 1 + columns(word) > width) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!at_start) {
      result += ' ';
      ++column;
    }
    result += word;
    column += columns(word);
  }
  return result;
}

std::string labelled(std::string_view label, std::string_view text, LabelLayout layout) {
  std::string line(layout.indent, ' ');
  line += padded(label, layout.width) + ' ';
  return line + wrapped(text, layout.indent + layout.width + 1) + '\n';
}

std::string table(const std::vector<Column>& heading,
                  const std::vector<std::vector<std::string>>& rows,
                  std::size_t indent) {
  std::vector<std::size_t> widths;
  widths.reserve(heading.size());
  for (const auto& column : heading) widths.push_back(columns(column.heading));
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  const auto line = [&](auto&& cell_at) {
    std::string text;
    std::size_t column = 0;
    for (std::size_t i = 0; i < heading.size(); ++i) {
      const auto gap = i == 0 ? indent : 2;
      text.append(gap, ' ');
      column += gap;
      const std::string cell = cell_at(i);
      const bool is_last = i + 1 == heading.size();
      if (heading[i].is_number) {
        text += padded_left(cell, widths[i]);
      } else {
        text +=
            is_last ? cut(cell, kWidth - std::min(column, kWidth - 1)) : padded(cell, widths[i]);
      }
      column += widths[i];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  };
  std::string text = line([&](std::size_t i) { return std::string(heading[i].heading); });
  for (const auto& row : rows) {
    text += line([&](std::size_t i) { return i < row.size() ? row[i] : std::string(); });
  }
  return text;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto i = digits.size(); i > 3;) digits.insert(i -= 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view one) {
  return grouped(number) + ' ' + std::string(one) + (number == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace shardproof::report
