/// An open file, closed once.
#pragma once

#include <unistd.h>
#include <utility>

namespace shardproof::cli {

/// Owns a file descriptor of POSIX, unless it was only borrowed.
class FileDescriptor {
 public:
  FileDescriptor() = default;

  static FileDescriptor owned(int number) { return {number, true}; }

  static FileDescriptor borrowed(int number) { return {number, false}; }

  FileDescriptor(FileDescriptor&& other) noexcept
      : number_(std::exchange(other.number_, -1)), owned_(other.owned_) {}

  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(owned_, other.owned_);
    return *this;
  }

  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  ~FileDescriptor() {
    if (owned_ && number_ >= 0) ::close(number_);
  }

  int number() const { return number_; }

 private:
  FileDescriptor(int number, bool owned) : number_(number), owned_(owned) {}

  int number_ = -1;
  bool owned_ = false;
};

}  // namespace shardproof::cli
