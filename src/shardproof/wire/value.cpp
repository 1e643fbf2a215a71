#include "shardproof/wire/value.hpp"

#include <cmath>

#include "shardproof/exact/double_text.hpp"

namespace shardproof::wire {

Value::Value(std::nullptr_t /*null*/) {}

Value::Value(exact::Integer value) : content_(Number::integer(std::move(value))) {}

Value::Value(Number value) : content_(std::move(value)) {}

Value::Value(std::string value) : content_(std::move(value)) {}

Value::Value(std::string_view value) : content_(std::string(value)) {}

Value::Value(const char* value) : content_(std::string(value)) {}

Value::Value(double value) {
  if (std::isfinite(value)) {
    content_ = Number::real(value);
  } else {
    content_ = exact::to_text(value);
  }
}

Value::Value(Array elements) : content_(std::move(elements)) {}

Value::Value(Object members) : content_(std::move(members)) {}

const Value* Value::find(std::string_view key) const {
  if (const auto* members = object()) {
    for (const auto& member : *members) {
      if (member.key == key) return &member.value;
    }
  }
  return nullptr;
}

std::string_view Value::kind() const {
  if (is_null()) return "null";
  if (boolean() != nullptr) return "a boolean";
  if (number() != nullptr) return "a number";
  if (string() != nullptr) return "a string";
  return array() != nullptr ? "an array" : "an object";
}

bool operator==(const Value& left, const Value& right) {
  return left.content_ == right.content_;
}

}  // namespace shardproof::wire
