/// The answers' part of `cpp_adapter.hpp`: what the user's functions return or throw, as `shardproof/plugin.h` wants it.
#pragma once

#ifdef SHARDPROOF_PLUGIN_NAME

#include <concepts>
#include <exception>
#include <optional>
#include <type_traits>

#if defined(SHARDPROOF_EXACT) && __has_include(<boost/multiprecision/cpp_int.hpp>)
#include <boost/multiprecision/cpp_int.hpp>
#define SHARDPROOF_HAS_RATIONALS 1
#endif

#include "shardproof/plugin.h"

namespace shardproof_adapter {

using Answer = struct ::shardproof_answer;
using Plugin = struct ::shardproof_plugin;

#ifdef SHARDPROOF_HAS_RATIONALS
/// Without expression templates, so that `auto` holds a value.
using Rational = boost::multiprecision::number<
    boost::multiprecision::rational_adaptor<boost::multiprecision::cpp_int_backend<>>,
    boost::multiprecision::et_off>;
#else
struct Rational;
#endif

template <class T>
struct IsOptional : std::false_type {};

template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
int say(const T& value, Answer* answer) {
  if constexpr (IsOptional<T>::value) {
    return value ? say(*value, answer) : SHARDPROOF_NONE;
  } else if constexpr (std::same_as<T, std::nullopt_t>) {
    return SHARDPROOF_NONE;
  } else if constexpr (std::is_arithmetic_v<T> && !std::same_as<T, bool>) {
    return shardproof_number(answer, static_cast<double>(value));
  } else if constexpr (std::same_as<T, Rational>) {
    return shardproof_text(answer, value.str().c_str());
  } else {
    static_assert(IsOptional<T>::value,
                  "shardproof: the answer is neither a number nor a std::optional of one");
  }
}

/// Nothing may be thrown into C.
template <class Do>
int guarded(Answer* answer, Do&& call) {
  try {
    return call();
  } catch (const std::exception& error) {
    return shardproof_error(answer, error.what());
  } catch (...) {
    return shardproof_error(answer, "threw what is no std::exception");
  }
}

}  // namespace shardproof_adapter

#endif
