/// The states' part of `cpp_adapter.hpp`: a class behind the functions of `shardproof/plugin.h`. Any arithmetic type may
/// be returned for a double, and a const that is missing is not missed. A state that cannot be merged with itself says
/// `static constexpr bool self_merge = false`.
#pragma once

#ifdef SHARDPROOF_PLUGIN_NAME

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shardproof/subject/plugin/cpp_answers.hpp"

namespace shardproof_adapter {

template <class S>
concept SeesDoubles = requires(S state, double x) {
  state.accumulate(x);
};

/// In braces nothing is narrowed. Templates take nothing in braces.
template <class S>
concept SeesIntegersInBraces = requires(S state, signed char integer) {
  state.accumulate({integer});
};

template <class S>
concept SeesFloatsInBraces = requires(S state, float number) {
  state.accumulate({number});
};

/// What sees integers only does not: a double would reach it cut off, and the blame would be ours.
template <class S>
concept Accumulates = SeesDoubles<S> &&(SeesFloatsInBraces<S> || !SeesIntegersInBraces<S>);

template <class S>
concept Merges = requires(S state, S other) {
  state.merge(other);
};

template <class S>
concept Finalises = requires(S state) {
  say(state.finalise(), nullptr);
};

/// A handle of the host, as the user's state. The host promises not to write where it hands out const; a member that
/// forgot its own const may still be called.
template <class S>
S& at(const void* state) {
  return *static_cast<S*>(const_cast<void*>(state));
}

/// Calls `step` and says that it was done.
template <class Do>
int done(Answer* answer, Do&& step) {
  return guarded(answer, [&] {
    step();
    return SHARDPROOF_DONE;
  });
}

template <class S>
std::vector<S> copies_of(const void* const* states, std::size_t count) {
  std::vector<S> copies;
  copies.reserve(count);
  for (std::size_t i = 0; i < count; ++i) copies.push_back(at<S>(states[i]));
  return copies;
}

template <class S>
void add_necessary(Plugin& plugin) {
  plugin.create = [](Answer* answer) -> void* {
    S* state = nullptr;
    done(answer, [&] { state = new S(); });
    return state;
  };
  plugin.destroy = [](void* state) { delete static_cast<S*>(state); };
  plugin.accumulate = [](void* state, double x, Answer* answer) {
    return done(answer, [&] { at<S>(state).accumulate(x); });
  };
  plugin.merge = [](void* state, const void* other, Answer* answer) {
    return done(answer, [&] { at<S>(state).merge(at<S>(other)); });
  };
  plugin.finalise = [](const void* state, Answer* answer) {
    return guarded(answer, [&] { return say(at<S>(state).finalise(), answer); });
  };
  if constexpr (requires { requires !S::self_merge; })
    plugin.flags |= SHARDPROOF_FLAG_NO_SELF_MERGE;
}

template <class S>
void add_optional(Plugin& plugin) {
  if constexpr (requires(S state) { static_cast<double>(state.observations()); }) {
    plugin.count = [](const void* state, Answer* answer) {
      return guarded(answer, [&] {
        return shardproof_number(answer, static_cast<double>(at<S>(state).observations()));
      });
    };
  }
  if constexpr (requires(S state) { state.average(); }) {
    plugin.mean = [](const void* state, Answer* answer) {
      return guarded(answer, [&] { return say(at<S>(state).average(), answer); });
    };
  }
  if constexpr (requires(S state, double x) { state.retract(x); }) {
    plugin.retract = [](void* state, double x, Answer* answer) {
      return done(answer, [&] { at<S>(state).retract(x); });
    };
  }
  if constexpr (std::movable<S> && requires(S state, std::string_view bytes) {
                  std::string(state.encode());
                  S(S::decode(bytes));
                }) {
    plugin.encode = [](const void* state, Answer* answer) {
      return done(answer, [&] {
        const std::string bytes(at<S>(state).encode());
        answer->say(answer, bytes.data(), bytes.size());
      });
    };
    plugin.decode = [](void* state, const char* bytes, std::size_t length, Answer* answer) {
      return done(answer, [&] { at<S>(state) = S(S::decode(std::string_view(bytes, length))); });
    };
  }
  if constexpr (requires(S left, S right, S out) { S::merge_into(left, right, out); }) {
    plugin.merge_into = [](const void* left, const void* right, void* out, Answer* answer) {
      return done(answer, [&] { S::merge_into(at<S>(left), at<S>(right), at<S>(out)); });
    };
  }
}

/// What copies states, to hand out several in a row or by itself.
template <std::copyable S>
void add_copying(Plugin& plugin) {
  plugin.copy = [](void* state, const void* other, Answer* answer) {
    return done(answer, [&] { at<S>(state) = at<S>(other); });
  };
  if constexpr (requires(std::span<const S> states) { S(S::merge_all(states)); }) {
    plugin.merge_all = [](void* out, const void* const* states, std::size_t count, Answer* answer) {
      return done(answer, [&] {
        const auto operands = copies_of<S>(states, count);
        at<S>(out) = S(S::merge_all(std::span<const S>(operands)));
      });
    };
  }
  if constexpr (requires(std::span<S> states) { S::synchronise(states); }) {
    plugin.synchronise = [](void* const* states, std::size_t count, Answer* answer) {
      return done(answer, [&] {
        auto workers = copies_of<S>(states, count);
        S::synchronise(std::span<S>(workers));
        for (std::size_t i = 0; i < count; ++i) at<S>(states[i]) = workers[i];
      });
    };
  }
}

}  // namespace shardproof_adapter

#endif
