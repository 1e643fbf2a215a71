#include "shardproof/subject/plugin/host.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "shardproof/subject/plugin/answers.hpp"
#include "shardproof/subject/plugin/library.hpp"
#include "shardproof/subject/plugin/state_run.hpp"
#include "shardproof/wire/json.hpp"

namespace shardproof::subject::plugin {
namespace {

using exact::Problem;
using exact::Result;
using wire::Value;

/// Lines in, lines out.
class Conversation {
 public:
  /// Takes the two descriptors away from the plugin.
  Conversation(int in, int out)
      : in_(::fcntl(in, F_DUPFD_CLOEXEC, 3)), out_(::fcntl(out, F_DUPFD_CLOEXEC, 3)) {
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) ::dup2(nothing, STDOUT_FILENO);
    if (nothing > STDERR_FILENO) ::close(nothing);
  }

  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  ~Conversation() {
    ::close(in_);
    ::close(out_);
  }

  /// The next line without its end; none at the end of the input.
  std::optional<std::string> line() {
    while (true) {
      const auto end = buffer_.find('\n', searched_);
      if (end != std::string::npos) {
        std::string line = buffer_.substr(start_, end - start_);
        start_ = searched_ = end + 1;
        return line;
      }
      buffer_.erase(0, start_);
      start_ = 0;
      searched_ = buffer_.size();
      std::array<char, 1 << 16> piece{};
      const auto size = ::read(in_, piece.data(), piece.size());
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) break;
      buffer_.append(piece.data(), static_cast<std::size_t>(size));
    }
    if (buffer_.empty()) return std::nullopt;
    return std::exchange(buffer_, {});
  }

  /// Writes `value` as a line of its own; false if nobody reads any more.
  bool say(const Value& value) const {
    const std::string text = wire::dump(value) + '\n';
    std::string_view rest = text;
    while (!rest.empty()) {
      const auto size = ::write(out_, rest.data(), rest.size());
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) return false;
      rest.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
  }

 private:
  int in_;
  int out_;
  std::string buffer_;
  std::size_t start_ = 0;     ///< where the next line begins
  std::size_t searched_ = 0;  ///< before it there is no end of a line any more
};

Value::Object reply(const Value* seq) {
  Value::Object object;
  object.push_back({.key = "seq", .value = seq != nullptr ? *seq : Value(nullptr)});
  return object;
}

Value refusal(const Value* seq, const std::string& why) {
  auto object = reply(seq);
  object.push_back({.key = "error", .value = as_utf8(why)});
  return object;
}

std::string_view numbers_of(MergeForm form) {
  if (form == MergeForm::int64s) return "int64";
  return form == MergeForm::texts ? "any" : "float64";
}

/// A loaded plugin that knows how it is asked.
class Plugin {
 public:
  static Result<Plugin> open(const std::string& library, bool exact) {
    auto functions = load(library);
    if (!functions) return functions.error();
    const auto form = merge_form(*functions, exact);
    if (exact && form == MergeForm::none) {
      return Problem{.kind = Problem::Kind::out_of_domain,
                     .what = "has no merge of exact numbers",
                     .where = library,
                     .hint =
                         "leave out --exact, or offer merge_texts; in C++ that is a merge that is "
                         "a template of "
                         "its number, and Boost installed"};
    }
    return Plugin(*functions, form);
  }

  Value hello(const Value* seq) const {
    auto object = reply(seq);
    const auto add = [&](const char* key, Value value) {
      object.push_back({.key = key, .value = std::move(value)});
    };
    add("name", as_utf8(functions_.name));
    add("interface", is_merge() ? "merge" : "aggregate");
    add("numbers", numbers_of(form_));
    if (!is_merge()) {
      add("steps", steps_of(functions_));
      add("reads", reads_of(functions_));
    }
    return object;
  }

  /// The answers to a request's trials, `op` being the plugin's interface.
  Value answers(const Value* seq, std::string_view op, const Value* trials) const {
    if (op != (is_merge() ? "merge" : "aggregate")) {
      return refusal(
          seq, "the plugin is not asked \"" + std::string(op) + "\"; its hello says what it is");
    }
    if (trials == nullptr || trials->array() == nullptr)
      return refusal(seq, "the request has no trials");
    Value::Array answers;
    answers.reserve(trials->array()->size());
    for (const auto& trial : *trials->array()) {
      answers.push_back(is_merge() ? ask_merge(functions_, form_, trial)
                                   : ask_state(functions_, trial));
    }
    auto object = reply(seq);
    object.push_back({.key = "answers", .value = std::move(answers)});
    return object;
  }

 private:
  Plugin(const Functions& functions, MergeForm form) : functions_(functions), form_(form) {}

  bool is_merge() const { return form_ != MergeForm::none; }

  Functions functions_;
  MergeForm form_;
};

/// What is said to a request, and whether the conversation ends with it.
struct Reply {
  std::optional<Value> said = {};
  std::optional<int> exit_code = {};
};

/// Answers request after request; the hello loads the plugin.
class Host {
 public:
  Host(std::string library, bool exact) : library_(std::move(library)), exact_(exact) {}

  Reply to(const std::string& line) {
    const auto request = wire::parse(line);
    if (!request) return {.said = refusal(nullptr, to_text(request.error())), .exit_code = 1};
    const auto* seq = request->find("seq");
    const auto* op = request->find("op");
    if (op == nullptr || op->string() == nullptr) {
      return {.said = refusal(seq, "a request is an object with \"op\""), .exit_code = 1};
    }
    if (*op->string() == "bye") return {.exit_code = 0};
    if (*op->string() == "hello") return to_hello(seq, request->find("protocol"));
    if (!plugin_) {
      return {.said = refusal(seq, "a conversation begins with \"hello\""), .exit_code = 1};
    }
    return {.said = plugin_->answers(seq, *op->string(), request->find("trials"))};
  }

 private:
  Reply to_hello(const Value* seq, const Value* protocol) {
    if (protocol == nullptr || *protocol != Value(1)) {
      return {.said = refusal(seq, "the plugin's host speaks protocol 1"), .exit_code = 0};
    }
    auto opened = Plugin::open(library_, exact_);
    if (!opened) return {.said = refusal(seq, to_text(opened.error())), .exit_code = 0};
    plugin_ = *opened;
    return {.said = plugin_->hello(seq)};
  }

  std::string library_;
  bool exact_;
  std::optional<Plugin> plugin_;
};

}  // namespace

int serve_plugin(const std::string& library, bool exact, int in, int out) {
  Conversation conversation(in, out);
  Host host(library, exact);
  while (const auto line = conversation.line()) {
    const auto reply = host.to(*line);
    if (reply.said && !conversation.say(*reply.said)) return 1;
    if (reply.exit_code) return *reply.exit_code;
  }
  return 0;
}

}  // namespace shardproof::subject::plugin
