/// Fuzzes the JSON codec.
///
///  1. `parse` takes any bytes without crashing, hanging or overflowing the stack.
///  2. If it refuses them, it says why and where; if it says that more text could help, the text is not
///     complete with a NUL byte in it.
///  3. If it accepts them, every layout of the value reads back as the same value,
///  4. and what reads back is written as the same text.
///  5. The readers above it (summaries, trials) take any value without crashing, and a trial that they accept
///     is written as one that they accept.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "shardproof/wire/json.hpp"
#include "shardproof/wire/summaries.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace {

using namespace shardproof;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void check_refusal(std::string_view text, const exact::Problem& problem) {
  require(!problem.what.empty() && problem.what.size() < 500,
          "a refusal has a reason of readable length");
  require(problem.where.starts_with("line "), "a refusal says where");
  require(!wire::is_incomplete(text) || problem.what == "the text ends before the JSON does",
          "an incomplete text is refused as one");
}

void check_layout(const wire::Value& value, wire::Layout layout) {
  const auto text = wire::dump(value, layout);
  const auto again = wire::parse(text);
  require(again.has_value(), "what was written is read");
  require(*again == value, "what was written reads back as the same value");
  require(wire::dump(*again, layout) == text, "what reads back is written as the same text");
}

void check_readers(const wire::Value& value) {
  (void)wire::summaries_from(value);
  const auto trial = wire::trial_from(value);
  if (!trial) return;
  const auto again = wire::trial_from(wire::to_json(*trial));
  require(again.has_value() && *again == *trial, "a trial reads back as the same trial");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto value = wire::parse(text);
  if (!value) {
    check_refusal(text, value.error());
    return 0;
  }
  require(!wire::is_incomplete(text), "what is accepted is complete");
  for (const auto layout : {wire::Layout::compact, wire::Layout::spaced, wire::Layout::pretty}) {
    check_layout(*value, layout);
  }
  check_readers(*value);
  return 0;
}
