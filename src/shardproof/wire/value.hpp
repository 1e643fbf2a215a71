/// JSON values with exact numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "shardproof/exact/dyadic.hpp"
#include "shardproof/exact/integer.hpp"

namespace shardproof::wire {

/// A JSON number: an integer of any size, or a finite double. Its value is exact, and it remembers
/// how it was written, so that `1` and `1.0` go out as they came in.
class Number {
 public:
  static Number integer(exact::Integer value) { return Number(std::move(value), true); }

  /// Of a finite double; both zeros become 0.0.
  static Number real(double finite) {
    return Number(exact::Dyadic::from_double(finite).value(), false);
  }

  const exact::Dyadic& value() const { return value_; }

  /// Whether it is written without fraction and exponent: true of `2`, false of `2.0` and `2e0`.
  bool written_as_integer() const { return written_as_integer_; }

  friend bool operator==(const Number&, const Number&) = default;

 private:
  Number(exact::Dyadic value, bool written_as_integer)
      : value_(std::move(value)), written_as_integer_(written_as_integer) {}

  exact::Dyadic value_;
  bool written_as_integer_;
};

struct Member;

/// A JSON value: null, true or false, a number, a string (UTF-8), an array, or an object whose
/// members keep their order.
///
/// What is asked of the wrong kind of value is answered with a null pointer, so that a reader
/// checks the shape by asking for it: `if (const auto* workers = value.array()) …`.
class Value {
 public:
  using Array = std::vector<Value>;
  using Object = std::vector<Member>;

  // NOLINTBEGIN(google-explicit-constructor): each of these is the value, unchanged
  Value(std::nullptr_t = nullptr);
  template <std::same_as<bool> Bool>  // not every pointer that turns into a bool
  Value(Bool value);
  template <std::integral Int>
  requires(!std::same_as<Int, bool>) Value(Int value);
  Value(exact::Integer value);
  Value(double value);  ///< NaN and the infinities become "NaN", "Infinity" and "-Infinity"
  Value(Number value);
  Value(std::string value);
  Value(std::string_view value);
  Value(const char* value);
  Value(Array elements);
  Value(Object members);

  // NOLINTEND(google-explicit-constructor)

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(content_); }

  const bool* boolean() const { return std::get_if<bool>(&content_); }

  const Number* number() const { return std::get_if<Number>(&content_); }

  const std::string* string() const { return std::get_if<std::string>(&content_); }

  const Array* array() const { return std::get_if<Array>(&content_); }

  const Object* object() const { return std::get_if<Object>(&content_); }

  /// The member `key` of an object; null if this is no object or has no such member. O(members).
  const Value* find(std::string_view key) const;

  /// What it is, for messages: "null", "a boolean", "a number", "a string", "an array", "an
  /// object".
  std::string_view kind() const;

  friend bool operator==(const Value& left, const Value& right);

 private:
  std::variant<std::nullptr_t, bool, Number, std::string, Array, Object> content_;
};

/// One entry of an object.
struct Member {
  std::string key;
  Value value;

  friend bool operator==(const Member&, const Member&) = default;
};

// Here because a Value is only complete where a Member is.
template <std::same_as<bool> Bool>
Value::Value(Bool value) : content_(value) {}

template <std::integral Int>

requires(!std::same_as<Int, bool>) Value::Value(Int value) : content_(Number::integer(value)) {}

}  // namespace shardproof::wire
