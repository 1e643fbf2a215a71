#include "shardproof/subject/plugin/cache.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "shardproof/subject/plugin/fingerprint.hpp"

namespace shardproof::subject::plugin {
namespace {

namespace fs = std::filesystem;

using exact::Problem;
using exact::Result;

/// A file as it was.
struct Dependency {
  std::string fingerprint;
  std::uintmax_t size = 0;
  std::int64_t changed = 0;  ///< in the clock's ticks
  std::string path;
};

std::optional<Dependency> looked_at(const std::string& path) {
  std::error_code error;
  Dependency file{
      .fingerprint = {}, .size = fs::file_size(path, error), .changed = 0, .path = path};
  if (error) return std::nullopt;
  file.changed = fs::last_write_time(path, error).time_since_epoch().count();
  if (error) return std::nullopt;
  return file;
}

std::optional<Dependency> read_again(Dependency file) {
  const auto text = text_of(file.path);
  if (!text) return std::nullopt;
  file.fingerprint = Fingerprint().add(*text).text();
  return file;
}

/// A line a file: fingerprint, size, change, path.
std::optional<std::vector<Dependency>> listed_in(const std::string& text) {
  std::vector<Dependency> files;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Dependency file;
    words >> file.fingerprint >> file.size >> file.changed;
    words.get();
    if (!std::getline(words, file.path)) return std::nullopt;
    files.push_back(std::move(file));
  }
  if (files.empty()) return std::nullopt;
  return files;
}

std::string list_of(const std::vector<Dependency>& files) {
  std::ostringstream text;
  for (const auto& file : files) {
    text << file.fingerprint << ' ' << file.size << ' ' << file.changed << ' ' << file.path << '\n';
  }
  return text.str();
}

std::string contents_of(const std::vector<Dependency>& files) {
  Fingerprint all;
  for (const auto& file : files) all.add(file.path).add(file.fingerprint);
  return all.text();
}

Problem unwritable(const fs::path& path, const std::string& why) {
  return {.kind = Problem::Kind::unwritable,
          .what = "cannot be written: " + why,
          .where = path.string(),
          .hint = "compiled plugins are kept there; XDG_CACHE_HOME names another place"};
}

/// Writes beside `library`, on the same file system, and renames: whoever reads sees all of it or nothing.
Result<void> put_text(const fs::path& beside, const std::string& text, const fs::path& target) {
  const fs::path whole = beside.parent_path() / "text";
  {
    std::ofstream file(whole, std::ios::binary | std::ios::trunc);
    file << text;
    if (!file.flush()) return unwritable(target, std::strerror(errno));
  }
  std::error_code error;
  fs::rename(whole, target, error);
  if (error) return unwritable(target, error.message());
  return {};
}

}  // namespace

std::optional<std::string> text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) return std::nullopt;
  return text;
}

std::optional<Cache::Entry> Cache::find() const {
  const auto list = text_of(file(".deps"));
  if (!list) return std::nullopt;
  auto files = listed_in(*list);
  if (!files) return std::nullopt;
  for (auto& known : *files) {
    auto now = looked_at(known.path);
    if (!now) return std::nullopt;
    if (now->size == known.size && now->changed == known.changed) continue;
    now = read_again(*now);
    if (!now) return std::nullopt;
    known = *now;
  }
  const auto contents = "-" + contents_of(*files);
  Entry entry{.library = file(contents + ".so"),
              .note = text_of(file(contents + ".note")).value_or("")};
  std::error_code error;
  if (!fs::exists(entry.library, error)) return std::nullopt;
  return entry;
}

Result<Cache::Entry> Cache::put(const fs::path& library,
                                const std::string& note,
                                const std::vector<fs::path>& dependencies,
                                fs::file_time_type started) const {
  std::vector<Dependency> files;
  bool is_certain = true;
  for (const auto& path : dependencies) {
    auto file = looked_at(path.string());
    is_certain = is_certain && file && file->changed < started.time_since_epoch().count();
    if (file) file = read_again(*file);
    if (file) files.push_back(std::move(*file));
  }
  // The work folder's name is nobody else's.
  const auto contents =
      "-" + (is_certain ? contents_of(files) : library.parent_path().filename().string());
  Entry entry{.library = file(contents + ".so"), .note = note};
  if (!note.empty()) {
    if (auto put = put_text(library, note, file(contents + ".note")); !put) return put.error();
  }
  std::error_code error;
  fs::rename(library, entry.library, error);
  if (error) return unwritable(entry.library, error.message());
  if (is_certain) {
    if (auto put = put_text(library, list_of(files), file(".deps")); !put) return put.error();
  }
  return entry;
}

std::vector<fs::path> dependencies_in(const std::string& rule) {
  std::vector<fs::path> files;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) files.emplace_back(word);
    word.clear();
  };
  // The target ends with the first colon before a blank; it has none of its own, since we named it.
  for (std::size_t i = std::min(rule.find(": "), rule.size()) + 1; i < rule.size(); ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    const bool is_escape = (rule[i] == '\\' && (next == ' ' || next == '#' || next == '\\')) ||
                           (rule[i] == '$' && next == '$');
    if (is_escape) {
      word += rule[++i];
    } else if (rule[i] == '\\' && next == '\n') {
      ++i;
      end_word();
    } else if (rule[i] == ' ' || rule[i] == '\n') {
      end_word();
    } else {
      word += rule[i];
    }
  }
  end_word();
  return files;
}

Result<WorkFolder> WorkFolder::in(const fs::path& folder) {
  std::error_code error;
  const bool is_new = fs::create_directories(folder, error);
  if (error) return unwritable(folder, error.message());
  // What is in there is run: it is nobody else's.
  if (is_new) fs::permissions(folder, fs::perms::owner_all, error);
  std::string pattern = (folder / "compiling-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) return unwritable(folder, std::strerror(errno));
  return WorkFolder(fs::path(pattern));
}

WorkFolder::~WorkFolder() {
  std::error_code error;
  if (!path_.empty()) fs::remove_all(path_, error);
}

}  // namespace shardproof::subject::plugin
