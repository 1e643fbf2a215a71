/// Makes a plugin (`shardproof/plugin.h`) of a C++ file, by including it and this:
///
///     #include "my_merge.cpp"
///     #define SHARDPROOF_PLUGIN_NAME "my merge"
///     #include <shardproof/subject/plugin/cpp_adapter.hpp>
///
/// What it looks for, in the global namespace:
///
/// - a merge: a function `merge` or `solve`, of `std::vector<std::array<T, 3>>`, `std::span<const std::array<T, 3>>` or
///   `std::vector<std::vector<T>>`: each worker's count, sum, sum of squares. T is double, std::int64_t, long long or
///   long double. It returns a number or a `std::optional` of one. As a template of T it is asked in doubles and, where
///   Boost is installed and `SHARDPROOF_EXACT` is defined, in exact rationals;
/// - a state: a class `State` with the members that `shardproof/subject/state.hpp` lists.
///
/// This file is compiled by whoever has the plugin: it knows the standard library, plugin.h, and nothing of the house.
/// Without SHARDPROOF_PLUGIN_NAME it is empty.
#pragma once

#ifdef SHARDPROOF_PLUGIN_NAME

#include <array>
#include <concepts>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "shardproof/plugin.h"
#include "shardproof/subject/plugin/cpp_answers.hpp"
#include "shardproof/subject/plugin/cpp_state.hpp"

namespace shardproof_adapter {

/// What stands where the user's file has no such name. A qualified name is looked for in the namespaces of
/// using-directives only if the global namespace has none itself, so `::merge` is the user's wherever there is one.
namespace absent {
struct Nothing {};

void merge(Nothing);
void solve(Nothing);

struct State {};
}  // namespace absent
}  // namespace shardproof_adapter

using namespace shardproof_adapter::absent;

namespace shardproof_adapter {

// ── What is called, in the form that the user's function takes ──────────────────────────────────

template <class N>
using Triples = std::vector<std::array<N, 3>>;
template <class N>
using Span = std::span<const std::array<N, 3>>;
template <class N>
using Rows = std::vector<std::vector<N>>;

template <class W>
concept Merged = requires(W& workers) {
  ::merge(workers);
};

template <class W>
concept Solved = requires(W& workers) {
  ::solve(workers);
};
template <class W>
concept Taken = Merged<W> || Solved<W>;

/// Whether there is a merge of numbers N at all.
template <class N>
concept Offered = Taken<Triples<N>> || Taken<Span<N>> || Taken<Rows<N>>;

template <Taken W>
auto call(W& workers) {
  if constexpr (Merged<W>) {
    return ::merge(workers);
  } else {
    return ::solve(workers);
  }
}

template <Offered N>
auto ask(Triples<N>& workers) {
  if constexpr (Taken<Triples<N>>) {
    return call(workers);
  } else if constexpr (Taken<Span<N>>) {
    Span<N> span(workers);
    return call(span);
  } else {
    Rows<N> rows;
    for (const auto& worker : workers) rows.emplace_back(worker.begin(), worker.end());
    return call(rows);
  }
}

template <class N, class Triple>
int merge_of(const Triple* workers, std::size_t count, Answer* answer) {
  return guarded(answer, [&] {
    Triples<N> triples;
    triples.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      triples.push_back({N(workers[i].count), N(workers[i].sum), N(workers[i].sumsq)});
    }
    return say(ask<N>(triples), answer);
  });
}

// ── The plugin ──────────────────────────────────────────────────────────────────────────────────

/// Fills `slot` where there is a merge of numbers N.
template <class N, class Slot>
bool offer(Slot& slot) {
  if constexpr (Offered<N>) slot = merge_of<N>;
  return Offered<N>;
}

template <class S>
void add_state(Plugin& plugin) {
  static_assert(!std::same_as<S, absent::State>,
                "shardproof: there is neither a merge nor a State");
  if constexpr (!std::same_as<S, absent::State>) {
    static_assert(std::default_initializable<S>,
                  "shardproof: State() does not make an empty state");
    static_assert(Accumulates<S>, "shardproof: State has no accumulate(double)");
    static_assert(Merges<S>, "shardproof: State has no merge(const State&)");
    static_assert(Finalises<S>, "shardproof: State has no finalise()");
    add_necessary<S>(plugin);
    add_optional<S>(plugin);
    if constexpr (std::copyable<S>) add_copying<S>(plugin);
  }
}

/// A merge where there is one, else a state.
template <class S>
Plugin made() {
  constexpr bool kHasDoubles = Offered<double> || Offered<long double>;
  constexpr bool kHasIntegers = Offered<std::int64_t> || Offered<long long>;
  Plugin plugin{SHARDPROOF_PLUGIN(SHARDPROOF_PLUGIN_NAME)};
  if (kHasDoubles) {
    // A template takes integers as well, but is not meant for their division.
    if (!offer<double>(plugin.merge_doubles)) offer<long double>(plugin.merge_doubles);
  } else if (!offer<std::int64_t>(plugin.merge_int64s)) {
    offer<long long>(plugin.merge_int64s);
  }
#ifdef SHARDPROOF_HAS_RATIONALS
  offer<Rational>(plugin.merge_texts);
#endif
  if constexpr (!kHasDoubles && !kHasIntegers) add_state<S>(plugin);
  return plugin;
}

}  // namespace shardproof_adapter

extern "C" const struct shardproof_plugin* shardproof_plugin(void) {
  static const shardproof_adapter::Plugin plugin = shardproof_adapter::made<::State>();
  return &plugin;
}

#endif
