/// Text for a terminal: widths, wrapping, quoting, and colour where it was asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardproof::report {

/// No line of a text report is longer, unless one word is.
inline constexpr std::size_t kWidth = 100;

/// How a text report may be drawn. Plain unless asked: the caller knows where the text goes.
struct Style {
  bool colour = false;  ///< ANSI colours
};

/// What a coloured word is to say.
enum class Tone { good, bad, warning, title };

/// `text` in the colour of `tone`, or as it is.
std::string painted(std::string_view text, Tone tone, Style style);

/// Columns that `text`, which is UTF-8 and has no colours, takes: its code points. What is printed
/// has no wide characters and no combining ones.
std::size_t columns(std::string_view text);

/// `text` with spaces after (before) it, up to `width` columns.
std::string padded(std::string_view text, std::size_t width);
std::string padded_left(std::string_view text, std::size_t width);

/// `text`, cut to `width` columns; what was cut shows as "…" at the end. Control characters, which
/// could come with a stranger's message, become spaces.
std::string cut(std::string_view text, std::size_t width);

/// `text` broken between words into lines of `width` columns, every line after the first indented
/// by `indent`, which the first is taken to have already. Words that are longer stay whole, so that
/// they can be copied.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = kWidth);

/// Where the parts of a labelled line stand.
struct LabelLayout {
  std::size_t width = 14;  ///< of the label
  std::size_t indent = 2;  ///< before it
};

/// A line "  label          text", wrapped under its text. Ends with a newline.
std::string labelled(std::string_view label, std::string_view text, LabelLayout layout = {});

/// One column of a table.
struct Column {
  std::string_view heading;
  bool is_number = false;  ///< stands to the right
};

/// Cells as aligned columns, two spaces between them, the rows indented. The last cell is cut at
/// `kWidth`. Ends with a newline.
std::string table(const std::vector<Column>& heading,
                  const std::vector<std::vector<std::string>>& rows,
                  std::size_t indent = 2);

/// "1,234,567"
std::string grouped(std::uint64_t number);

/// "1 trial", "1,234 trials"
std::string counted(std::uint64_t number, std::string_view one);

/// `words` separated by ", ".
std::string listed(const std::vector<std::string>& words);

/// `text` as one word of a POSIX shell.
std::string shell_quoted(std::string_view text);

}  // namespace shardproof::report
