/// The codec loses nothing: what is written reads back as the same, bit for bit.
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "shardproof/wire/exact_json.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/summaries.hpp"
#include "shardproof/wire/trial_json.hpp"

namespace shardproof::props {
namespace {

using wire::dump;
using wire::dyadic_from;
using wire::is_incomplete;
using wire::Layout;
using wire::parse;
using wire::summary_from;
using wire::to_json;
using wire::trial_from;
using wire::Value;

/// All bit patterns alike: subnormals, huge ones and both zeros, unlike RapidCheck's own.
rc::Gen<double> finite_doubles() {
  return rc::gen::map(rc::gen::suchThat(rc::gen::arbitrary<std::uint64_t>(),
                                        [](std::uint64_t bits) {
                                          return std::isfinite(std::bit_cast<double>(bits));
                                        }),
                      [](std::uint64_t bits) { return std::bit_cast<double>(bits); });
}

rc::Gen<exact::Integer> integers() {
  return rc::gen::map(
      rc::gen::pair(rc::gen::arbitrary<std::int64_t>(), rc::gen::inRange(0, 2000)),
      [](const auto& drawn) { return exact::Integer(drawn.first) << drawn.second; });
}

/// Integers of any size, doubles, and products that no double holds.
rc::Gen<exact::Dyadic> dyadics() {
  return rc::gen::oneOf(
      rc::gen::map(integers(), [](const exact::Integer& value) { return exact::Dyadic(value); }),
      rc::gen::map(finite_doubles(),
                   [](double value) { return exact::Dyadic::from_double(value).value(); }),
      rc::gen::map(rc::gen::pair(finite_doubles(), finite_doubles()), [](const auto& drawn) {
        return exact::Dyadic::from_double(drawn.first).value() *
               exact::Dyadic::from_double(drawn.second).value();
      }));
}

/// Any text: RapidCheck's characters are bytes, so each is written as the code point of its number.
rc::Gen<std::string> texts() {
  return rc::gen::map(rc::gen::arbitrary<std::string>(), [](const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x80) {
        text += c;
      } else {
        text += static_cast<char>(0xC0 | (byte >> 6));
        text += static_cast<char>(0x80 | (byte & 0x3F));
      }
    }
    return text;
  });
}

rc::Gen<Value> values(int depth);

rc::Gen<Value> containers(int depth) {
  const auto elements = rc::gen::resize(4, rc::gen::container<Value::Array>(values(depth - 1)));
  const auto objects = rc::gen::map(elements, [](const Value::Array& array) {
    Value::Object members;
    for (const auto& element : array)
      members.push_back({.key = "k" + std::to_string(members.size()), .value = element});
    return Value(members);
  });
  return rc::gen::oneOf(
      rc::gen::map(elements, [](const Value::Array& array) { return Value(array); }), objects);
}

rc::Gen<Value> values(int depth) {
  const auto scalars = rc::gen::oneOf(
      rc::gen::just(Value()),
      rc::gen::map(rc::gen::arbitrary<bool>(), [](bool value) { return Value(value); }),
      rc::gen::map(integers(), [](const exact::Integer& value) { return Value(value); }),
      rc::gen::map(finite_doubles(), [](double value) { return Value(value); }),
      rc::gen::map(texts(), [](const std::string& value) { return Value(value); }));
  return depth == 0 ? scalars : rc::gen::oneOf(scalars, containers(depth));
}

rc::Gen<data::PartValues> parts() {
  const auto observations =
      rc::gen::container<std::vector<data::Observation>>(rc::gen::build<data::Observation>(
          rc::gen::set(&data::Observation::value, dyadics()),
          rc::gen::set(&data::Observation::times, rc::gen::positive<std::uint64_t>())));
  const auto stray =
      rc::gen::build<data::StraySums>(rc::gen::set(&data::StraySums::sum, dyadics()),
                                      rc::gen::set(&data::StraySums::sumsq, dyadics()));
  return rc::gen::oneOf(
      rc::gen::build<data::PartValues>(rc::gen::set(&data::PartValues::observations, observations)),
      rc::gen::build<data::PartValues>(rc::gen::set(&data::PartValues::stray, stray)));
}

void reads_back(Layout layout) {
  const auto value = *values(3);
  RC_ASSERT(parse(dump(value, layout)).value() == value);
}

RC_GTEST_PROP(WireProps, a_value_reads_back_from_compact_text, ()) {
  reads_back(Layout::compact);
}

RC_GTEST_PROP(WireProps, a_value_reads_back_from_spaced_text, ()) {
  reads_back(Layout::spaced);
}

RC_GTEST_PROP(WireProps, a_value_reads_back_from_pretty_text, ()) {
  reads_back(Layout::pretty);
}

RC_GTEST_PROP(WireProps, every_beginning_of_an_array_is_incomplete, ()) {
  const auto text = dump(Value::Array{*values(3)});
  const auto length = *rc::gen::inRange<std::size_t>(0, text.size());
  RC_ASSERT(is_incomplete(text.substr(0, length)));
  RC_ASSERT(!is_incomplete(text));
}

RC_GTEST_PROP(WireProps, a_dyadic_reads_back, ()) {
  const auto value = *dyadics();
  RC_CLASSIFY(to_json(value).string() != nullptr, "a fraction");
  RC_ASSERT(dyadic_from(parse(dump(to_json(value))).value()).value() == value);
}

RC_GTEST_PROP(WireProps, a_summary_reads_back, ()) {
  const aggregate::Summary summary{
      .count = abs(*integers()), .sum = *dyadics(), .sumsq = *dyadics()};
  RC_ASSERT(summary_from(parse(dump(to_json(summary))).value()).value() == summary);
}

RC_GTEST_PROP(WireProps, a_trial_reads_back, ()) {
  const auto trial = data::trial_of(*rc::gen::container<std::vector<data::PartValues>>(parts()));
  RC_ASSERT(trial_from(parse(dump(to_json(trial), Layout::pretty)).value()).value() == trial);
}

RC_GTEST_PROP(WireProps, an_integer_is_never_taken_for_a_double, ()) {
  const auto value = *integers();
  const auto number = *parse(exact::to_text(value)).value().number();
  RC_ASSERT(number.written_as_integer());
  RC_ASSERT(number.value() == exact::Dyadic(value));
}

}  // namespace
}  // namespace shardproof::props
