/// JSON text to values and back, with exact numbers.
///
/// The grammar is RFC 8259's and nothing besides: no comments, no NaN. A byte order mark at the
/// start is skipped. Two things are stricter than usual: keys must not repeat, and text must be
/// valid UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "shardproof/exact/result.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::wire {

/// Arrays and objects within one another; deeper text is refused.
inline constexpr std::size_t kDeepest = 64;

/// Digits of an integer; a longer one is refused. Ten times what the largest sum of squares of
/// doubles has.
inline constexpr std::size_t kMostDigits = 4'900;

/// The value that `text` holds, which must be one JSON text and nothing after it.
///
/// An integer is that integer, up to `kMostDigits`; a number with a fraction or an exponent is its
/// nearest double, taken exactly, and refused above the largest double. Problems say where: "line
/// 3, column 14", counted in characters from 1, `text` starting on line `first_line`. Time is
/// linear in the text.
exact::Result<Value> parse(std::string_view text, std::size_t first_line = 1);

/// Whether `text` is only the beginning of a JSON text: `parse` fails, and more text could mend it.
/// True of the empty text.
bool is_incomplete(std::string_view text);

/// How a value is laid out as text.
enum class Layout {
  compact,  ///< one line, no spaces: {"seq":1,"answers":[1.0,null]}
  spaced,  ///< one line, as Python's json.dumps(…, ensure_ascii=False): {"seq": 1, "answers": [1.0,
           ///< null]}
  pretty,  ///< for files: what fits in 100 columns on a line of its own, spaced, everything else a
           ///< line an entry
};

/// `value` as JSON text, without a newline at the end. Integers as their digits; doubles as the
/// shortest text that reads back as the same double. `parse` of it gives `value` again.
std::string dump(const Value& value, Layout layout = Layout::compact);

/// Appends `dump(value)` to `out`.
void append(std::string& out, const Value& value);

}  // namespace shardproof::wire
