#include "shardproof/subject/plugin/library.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>

namespace shardproof::subject::plugin {
namespace {

using exact::Problem;

using Exported = const Functions* (*)();

Problem refused(const std::string& library, std::string what, std::string hint) {
  return {.kind = Problem::Kind::unreadable,
          .what = std::move(what),
          .where = library,
          .hint = std::move(hint)};
}

/// What the loader says, without the path, which `where` says already.
std::string last_error(const std::string& path) {
  const char* said = ::dlerror();
  const std::string text = said != nullptr ? said : "unknown error";
  return text.starts_with(path + ": ") ? text.substr(path.size() + 2) : text;
}

bool has_merge(const Functions& plugin) {
  return plugin.merge_doubles != nullptr || plugin.merge_int64s != nullptr ||
         plugin.merge_texts != nullptr;
}

/// As this header lays it out, whatever the plugin's header did.
exact::Result<Functions> known_members(const std::string& library, const Functions* exported) {
  if (exported == nullptr) {
    return refused(library,
                   "shardproof_plugin() returned a null pointer",
                   "it returns the address of a static struct");
  }
  if (exported->abi_version != SHARDPROOF_PLUGIN_ABI) {
    return refused(library,
                   "was built for version " + std::to_string(exported->abi_version) +
                       " of shardproof/plugin.h, and this program speaks version " +
                       std::to_string(SHARDPROOF_PLUGIN_ABI),
                   "build it again with the header that came with this program");
  }
  if (exported->size < offsetof(Functions, flags)) {
    return refused(
        library,
        "says that its struct shardproof_plugin has " + std::to_string(exported->size) + " bytes",
        "begin the initialiser with SHARDPROOF_PLUGIN(\"name\")");
  }
  Functions plugin{};
  std::memcpy(&plugin, exported, std::min<std::size_t>(exported->size, sizeof plugin));
  if (plugin.name == nullptr) plugin.name = "plugin";
  return plugin;
}

}  // namespace

exact::Result<Functions> load(const std::string& library) {
  // A name without a slash would be looked for where the system's libraries are.
  std::error_code error;
  const auto path = std::filesystem::absolute(library, error);
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    return refused(library,
                   "cannot be loaded: " + last_error(path.string()),
                   "a plugin is a shared library: cc -shared -fPIC -o plugin.so plugin.c");
  }
  void* symbol = ::dlsym(handle, "shardproof_plugin");
  if (symbol == nullptr) {
    return refused(library,
                   "exports no function shardproof_plugin",
                   "shardproof/plugin.h declares it and says what a plugin is");
  }
  Exported exported = nullptr;
  // POSIX says that the two kinds of pointers are alike; C++ does not.
  std::memcpy(&exported, &symbol, sizeof exported);
  auto plugin = known_members(library, exported());
  if (plugin && !has_merge(*plugin) && !has_state(*plugin)) {
    return refused(library,
                   "has neither a merge nor a whole state",
                   "a state has create, destroy, accumulate, merge and finalise");
  }
  return plugin;
}

bool has_state(const Functions& plugin) {
  return plugin.create != nullptr && plugin.destroy != nullptr && plugin.accumulate != nullptr &&
         plugin.merge != nullptr && plugin.finalise != nullptr;
}

MergeForm merge_form(const Functions& plugin, bool exact) {
  if (plugin.merge_texts != nullptr && exact) return MergeForm::texts;
  if (exact) return MergeForm::none;
  if (plugin.merge_doubles != nullptr) return MergeForm::doubles;
  if (plugin.merge_int64s != nullptr) return MergeForm::int64s;
  return plugin.merge_texts != nullptr ? MergeForm::texts : MergeForm::none;
}

}  // namespace shardproof::subject::plugin
