#include "shardproof/search/baseline.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "shardproof/search/files.hpp"
#include "shardproof/wire/json.hpp"
#include "shardproof/wire/value.hpp"

namespace shardproof::search {
namespace {

using exact::Problem;
using wire::Value;

constexpr auto kWorst = "worst error / bound";

Problem malformed(const std::filesystem::path& file, std::string what) {
  return {.kind = Problem::Kind::malformed,
          .what = std::move(what),
          .where = file.string(),
          .hint = "a baseline is a file that shardproof made; delete it to begin anew"};
}

/// The members of the object in `value`; a copy that can be added to.
Value::Object members_of(const Value* value) {
  return value != nullptr && value->object() != nullptr ? *value->object() : Value::Object{};
}

Value& member(Value::Object& object, std::string_view key) {
  const auto found = std::ranges::find(object, key, &wire::Member::key);
  if (found != object.end()) return found->value;
  return object.emplace_back(wire::Member{.key = std::string(key), .value = Value::Object{}}).value;
}

/// The subjects that the file keeps, with their rungs.
exact::Result<Value::Object> read_baseline(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return Value::Object{};
  const auto text = contents_of(file);
  if (!text) return text.error();
  const auto value = wire::parse(*text);
  if (!value) return exact::within(file.string(), value.error());
  const auto* version = value->find("shardproof");
  const auto* subjects = value->find(kWorst);
  if (version == nullptr || *version != Value(1) || subjects == nullptr || !subjects->object())
    return malformed(file, "this is no baseline");
  for (const auto& [name, rungs] : *subjects->object()) {
    const bool is_numbers =
        rungs.object() != nullptr && std::ranges::all_of(*rungs.object(), [](const auto& rung) {
          return rung.value.number() != nullptr && rung.value.number()->value().as_double();
        });
    if (!is_numbers) return malformed(file, "\"" + name + "\" has no numbers by rung");
  }
  return *subjects->object();
}

}  // namespace

exact::Result<std::vector<Worsened>> compare_with_baseline(const std::filesystem::path& file,
                                                           const SubjectRecord& record) {
  auto subjects = read_baseline(file);
  if (!subjects) return subjects.error();
  Value& kept = member(*subjects, record.name);
  Value::Object rungs = members_of(&kept);
  std::vector<Worsened> worsened;
  for (const auto& rung : record.rungs) {
    if (rung.skipped || rung.trials == 0) continue;
    const std::string name(data::to_text(rung.rung));
    const auto before = std::ranges::find(rungs, name, &wire::Member::key);
    if (before == rungs.end()) {
      rungs.push_back({.key = name, .value = rung.worst});
      continue;
    }
    const double was = before->value.number()->value().as_double().value();
    if (rung.worst > 2 * was)
      worsened.push_back({.rung = rung.rung, .before = was, .now = rung.worst});
  }
  kept = std::move(rungs);
  const Value::Object whole = {{.key = "shardproof", .value = 1},
                               {.key = kWorst, .value = *std::move(subjects)}};
  if (auto written = write_atomically(file, wire::dump(whole, wire::Layout::pretty) + "\n");
      !written)
    return written.error();
  return worsened;
}

}  // namespace shardproof::search
