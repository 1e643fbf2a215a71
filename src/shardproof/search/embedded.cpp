#include "shardproof/search/embedded.hpp"

#include <algorithm>

namespace shardproof::search {

std::span<const EmbeddedFile> embedded_files_in(std::string_view folder) {
  const auto is_inside = [folder](const EmbeddedFile& file) {
    return file.name.starts_with(folder);
  };
  const auto all = embedded_files();
  // They stand in the order of their names, so those with one beginning stand together.
  const auto first = std::ranges::find_if(all, is_inside);
  const auto last = std::find_if_not(first, all.end(), is_inside);
  return {first, last};
}

}  // namespace shardproof::search
