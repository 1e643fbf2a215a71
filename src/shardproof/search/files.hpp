/// Small files, read and written whole.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "shardproof/exact/result.hpp"

namespace shardproof::search {

/// Everything in the file. Problems: it cannot be read.
exact::Result<std::string> contents_of(const std::filesystem::path& file);

/// Writes the file beside its place, flushes it to the disk and renames it: a kill at any moment leaves the old text or the new one,
/// whole, and at most a file beside it whose name starts with a dot. Problems: it cannot be written.
exact::Result<void> write_atomically(const std::filesystem::path& file, std::string_view text);

}  // namespace shardproof::search
