/// An iterator that tells how far a parser has read.
#pragma once

#include <cstddef>
#include <iterator>

namespace shardproof::wire {

/// Walks over characters and counts the steps of all its copies, for parsers whose events carry no position.
class CountingIterator {
 public:
  // NOLINTBEGIN(readability-identifier-naming): the names that std::iterator_traits looks for
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  // NOLINTEND(readability-identifier-naming)

  CountingIterator(const char* at, std::size_t* count) : at_(at), count_(count) {}

  reference operator*() const { return *at_; }

  CountingIterator& operator++() {
    ++at_;
    ++*count_;
    return *this;
  }

  CountingIterator operator++(int) {
    auto before = *this;
    ++*this;
    return before;
  }

  friend bool operator==(const CountingIterator& left, const CountingIterator& right) {
    return left.at_ == right.at_;
  }

 private:
  const char* at_;
  std::size_t* count_;
};

}  // namespace shardproof::wire
