/// Callables: how a merge in the same program, a function or a lambda, becomes a subject.
///
///     std::optional<double> my_merge(std::span<const aggregate::DoubleTriple> workers);
///     const auto subject = subject::callable_subject("my_merge", my_merge);
///
/// What it takes says what numbers it is asked:
///
/// | a span or a vector of | holds | asked |
/// |---|---|---|
/// | `aggregate::Summary` | exact numbers of any size | everything |
/// | `aggregate::DoubleTriple`, `std::array<double, 3>` | doubles | what doubles hold exactly |
/// | `aggregate::IntegerTriple`, `std::array<std::int64_t, 3>` | 64-bit integers | integers that fit |
///
/// A callable that takes several of these is asked in the first of them. One with `auto` parameters takes all and works with
/// one: name the type.
///
/// It returns a number, or an optional of one: none where there are no observations. What returns a plain number has no
/// other way to say none than NaN.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "shardproof/aggregate/summary.hpp"
#include "shardproof/aggregate/triples.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::subject {

/// How a worker reaches a callable: the numbers it holds, its name in C++, and how it is made of a summary that
/// `holds(kNumbers, summary)`; none where it does not fit all the same.
template <class Worker>
struct WorkerForm;

template <>
struct WorkerForm<aggregate::Summary> {
  static constexpr Numbers kNumbers = Numbers::any;
  static constexpr std::string_view kName = "shardproof::aggregate::Summary";

  static std::optional<aggregate::Summary> from(const aggregate::Summary& summary) {
    return summary;
  }
};

template <>
struct WorkerForm<aggregate::DoubleTriple> {
  static constexpr Numbers kNumbers = Numbers::float64;
  static constexpr std::string_view kName = "shardproof::aggregate::DoubleTriple";

  static std::optional<aggregate::DoubleTriple> from(const aggregate::Summary& summary) {
    const auto count = exact::to_int64(summary.count);  // a double may hold more than an int64
    if (!count) return std::nullopt;
    return aggregate::DoubleTriple{.count = *count,
                                   .sum = summary.sum.as_double().value(),
                                   .sumsq = summary.sumsq.as_double().value()};
  }
};

template <>
struct WorkerForm<std::array<double, 3>> {
  static constexpr Numbers kNumbers = Numbers::float64;
  static constexpr std::string_view kName = "std::array<double, 3>";

  static std::optional<std::array<double, 3>> from(const aggregate::Summary& summary) {
    return std::array{exact::Dyadic(summary.count).as_double().value(),
                      summary.sum.as_double().value(),
                      summary.sumsq.as_double().value()};
  }
};

template <>
struct WorkerForm<aggregate::IntegerTriple> {
  static constexpr Numbers kNumbers = Numbers::int64;
  static constexpr std::string_view kName = "shardproof::aggregate::IntegerTriple";

  static std::optional<aggregate::IntegerTriple> from(const aggregate::Summary& summary) {
    return aggregate::IntegerTriple{.count = exact::to_int64(summary.count).value(),
                                    .sum = summary.sum.as_int64().value(),
                                    .sumsq = summary.sumsq.as_int64().value()};
  }
};

template <>
struct WorkerForm<std::array<std::int64_t, 3>> {
  static constexpr Numbers kNumbers = Numbers::int64;
  static constexpr std::string_view kName = "std::array<std::int64_t, 3>";

  static std::optional<std::array<std::int64_t, 3>> from(const aggregate::Summary& summary) {
    return std::array{exact::to_int64(summary.count).value(),
                      summary.sum.as_int64().value(),
                      summary.sumsq.as_int64().value()};
  }
};

template <class R>
concept OptionalNumber = requires(const R& said) {
  static_cast<bool>(said.has_value());
  { *said } -> std::convertible_to<double>;
};

/// Whether `merge` takes workers of that form and returns a variance. A span is made of a vector by itself.
template <class F, class Worker>
concept MergesWorkers = requires(F& merge, const std::vector<Worker>& workers) {
  requires std::convertible_to<decltype(merge(workers)), double> ||
      OptionalNumber<std::remove_cvref_t<decltype(merge(workers))>>;
};

namespace detail {

template <class F>
constexpr auto worker_of() {
  if constexpr (MergesWorkers<F, aggregate::Summary>) {
    return std::type_identity<aggregate::Summary>{};
  } else if constexpr (MergesWorkers<F, aggregate::DoubleTriple>) {
    return std::type_identity<aggregate::DoubleTriple>{};
  } else if constexpr (MergesWorkers<F, std::array<double, 3>>) {
    return std::type_identity<std::array<double, 3>>{};
  } else if constexpr (MergesWorkers<F, aggregate::IntegerTriple>) {
    return std::type_identity<aggregate::IntegerTriple>{};
  } else if constexpr (MergesWorkers<F, std::array<std::int64_t, 3>>) {
    return std::type_identity<std::array<std::int64_t, 3>>{};
  } else {
    return std::type_identity<void>{};
  }
}

/// What a callable has returned, as an answer.
template <class R>
Answer answer_of(const R& said) {
  if constexpr (OptionalNumber<R>) {
    return said.has_value() ? Answer(static_cast<double>(*said)) : Answer(NoVariance{});
  } else {
    const auto number = static_cast<double>(said);
    return number == number ? Answer(number)
                            : Answer(NoVariance{});  // NOLINT: NaN, whatever the flags
  }
}

}  // namespace detail

/// The form in which a callable takes its workers; void for what cannot be asked.
template <class F>
using WorkerOf = typename decltype(detail::worker_of<F>())::type;

/// The subject that answers by calling `merge`, which must be callable from several threads at once if it is hunted with
/// several. An exception that it throws is a failed answer.
template <class F>
std::unique_ptr<Subject> callable_subject(std::string name, F merge) {
  using Worker = WorkerOf<F>;
  static_assert(!std::is_void_v<Worker>,
                "shardproof: a merge takes a span or vector of Summary, DoubleTriple, "
                "IntegerTriple, std::array<double, 3> or std::array<std::int64_t, 3>, and returns "
                "a number or an optional of one");
  if constexpr (std::is_void_v<Worker>) {
    return nullptr;
  } else {
    using Form = WorkerForm<Worker>;
    return merge_subject(
        std::move(name),
        Form::kNumbers,
        [merge = std::move(merge)](std::span<const aggregate::Summary> summaries) mutable {
          std::vector<Worker> workers;
          workers.reserve(summaries.size());
          for (const auto& summary : summaries) {
            auto worker = Form::from(summary);
            if (!worker) return Answer(Failed{"never asked: a count of more than 64 bits"});
            workers.push_back(*std::move(worker));
          }
          const auto& asked = workers;
          return detail::answer_of(merge(asked));
        });
  }
}

}  // namespace shardproof::subject
