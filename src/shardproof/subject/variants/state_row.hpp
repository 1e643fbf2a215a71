/// Rows that are states: a reference state with one member hidden by the wrong step.
///
///     struct BetweenTermDropped : ChanState {
///       void merge(const BetweenTermDropped& other) {…}  // hides the reference's; the rest is inherited
///     };
///
///     {.id = "between-term-dropped", …, .state = state_row<BetweenTermDropped>}
///
/// What is put together from other steps (a merge of many states, a synchronisation) is put together here, from the
/// row's own ones: a row that merges wrongly merges wrongly everywhere.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "shardproof/subject/state.hpp"

namespace shardproof::subject {

/// One worker's state as plans need it: `S` with everything else that can be made of it. A row that is wrong about one
/// of these hides it in a struct that inherits from `Worker` of the reference.
template <State S>
struct Worker {
  using number = NumberOf<S>;

  S own = {};                    ///< what it has seen since the last synchronisation
  std::optional<S> shared = {};  ///< what all had seen by then; none before the first one

  void accumulate(const number& x) { own.accumulate(x); }

  void retract(const number& x) requires Retracts<S> { own.retract(x); }

  void merge(const Worker& other) { own.merge(other.own); }

  std::optional<double> finalise() const {
    return shared ? whole().finalise() : std::as_const(own).finalise();
  }

  auto observations() const requires Counts<S> {
    return shared ? whole().observations() : own.observations();
  }

  std::optional<double> average() const requires Averages<S> {
    return shared ? whole().average() : own.average();
  }

  std::string encode() const requires Encodes<S> { return own.encode(); }

  /// A decoder that is inherited makes the reference; the row is made of it.
  static Worker decode(std::string_view text) requires Encodes<S> {
    using Decoded = decltype(S::decode(text));
    Worker worker;
    static_cast<Decoded&>(worker.own) = S::decode(text);
    return worker;
  }

  static void merge_into(const Worker& a, const Worker& b, Worker& out) {
    Worker whole = a;
    whole.merge(b);
    out = std::move(whole);
  }

  template <std::derived_from<Worker> W>
  static Worker merge_all(std::span<const W> workers) {
    Worker whole;
    for (const auto& worker : workers) whole.merge(worker);
    return whole;
  }

  template <std::derived_from<Worker> W>
  static void synchronise(std::span<W> workers) {
    share(total_of(workers), workers);
  }

  /// What all workers have seen: once what they share, and what each has seen since.
  template <std::derived_from<Worker> W>
  static S total_of(std::span<W> workers) {
    S total = workers.front().shared.value_or(S{});
    for (const auto& worker : workers) total.merge(worker.own);
    return total;
  }

  /// Hands `total` to all of them, who start afresh.
  template <std::derived_from<Worker> W>
  static void share(const S& total, std::span<W> workers) {
    for (Worker& worker : workers) worker = {.own = {}, .shared = total};
  }

 private:
  S whole() const {
    S total = *shared;
    total.merge(own);
    return total;
  }
};

/// Makes the subject of a row: `S` with the steps that it hides, everything else from the reference.
template <State S>
std::unique_ptr<Subject> state_row(std::string name) {
  return state_subject<Worker<S>>(std::move(name));
}

}  // namespace shardproof::subject
