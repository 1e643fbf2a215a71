#include "shardproof/subject/process/request.hpp"

#include <algorithm>
#include <initializer_list>

#include "shardproof/data/plan_steps.hpp"
#include "shardproof/exact/double_text.hpp"
#include "shardproof/wire/exact_json.hpp"

namespace shardproof::subject {
namespace {

void append_number(std::string& out, Numbers numbers, const exact::Dyadic& value) {
  if (numbers == Numbers::float64) {
    wire::append_as_double(out, value);
  } else {
    wire::append(out, value);
  }
}

void append_merge(std::string& out, Numbers numbers, const Question& question) {
  out += '[';
  for (const auto& summary : question.summaries) {
    if (out.back() != '[') out += ',';
    out += '[';
    append_number(out, numbers, summary.count);
    out += ',';
    append_number(out, numbers, summary.sum);
    out += ',';
    append_number(out, numbers, summary.sumsq);
    out += ']';
  }
  out += ']';
}

/// Writes a trial for a state. The observations of the steps before all others are its parts.
class AggregateWriter {
 public:
  AggregateWriter(std::string& out, Numbers numbers, const Question& question)
      : out_(out), numbers_(numbers), question_(question) {}

  void write() {
    const auto& steps = question_.script->plan.steps;
    const auto others = std::ranges::find_if(
        steps, [](const auto& step) { return step.op != data::PlanOp::accumulate; });
    out_ += R"({"parts":[)";
    auto at = steps.begin();
    for (std::size_t part = 0; part < question_.trial->partition.parts.size(); ++part) {
      out_ += part == 0 ? "[" : ",[";
      for (; at != others && at->slot == part; ++at) observations(at->other);
      out_ += ']';
    }
    out_ += R"(],"plan":[)";
    for (auto step = others; step != steps.end();) {
      if (step != others) out_ += ',';
      step = write_step(step, steps.end());
    }
    out_ += "]}";
  }

 private:
  using Step = std::vector<data::PlanStep>::const_iterator;

  /// One entry of the dataset, as often as it was observed.
  void observations(std::size_t entry) {
    const auto& observation = question_.trial->dataset.observations[entry];
    const std::size_t start = out_.size();
    if (out_.back() != '[') out_ += ',';
    if (observation.special != data::Special::none) {
      out_ += '"' + exact::to_text(question_.script->values[entry]) + '"';
    } else {
      append_number(out_, numbers_, observation.value);
    }
    if (observation.times == 1) return;
    std::string again = out_.substr(start);
    if (!again.starts_with(',')) again.insert(0, 1, ',');
    for (std::uint64_t i = 1; i < observation.times; ++i) out_ += again;
  }

  void words(std::string_view name, std::initializer_list<std::size_t> numbers) {
    out_ += "[\"";
    out_ += name;
    out_ += '"';
    for (const auto number : numbers) out_ += ',' + std::to_string(number);
    out_ += ']';
  }

  /// Writes the step, or all the neighbours of its kind that are about the same state; returns what follows.
  Step write_step(Step step, Step end) {
    using data::PlanOp;
    switch (step->op) {
      case PlanOp::accumulate:
      case PlanOp::retract: {
        const PlanOp op = step->op;
        const std::size_t slot = step->slot;
        out_ += op == PlanOp::retract ? R"(["retract",)" : R"(["accumulate",)";
        out_ += std::to_string(slot) + ",[";
        for (; step != end && step->op == op && step->slot == slot; ++step)
          observations(step->other);
        out_ += "]]";
        return step;
      }
      case PlanOp::merge:
        words("merge", {step->slot, step->other});
        break;
      case PlanOp::merge_into:
        words("merge-into", {step->slot, step->other, step->out});
        break;
      case PlanOp::merge_all:
        words("merge-all", {step->slot, step->other});
        break;
      case PlanOp::copy:
        words("copy", {step->slot, step->other});
        break;
      case PlanOp::round_trip:
        words("encode", {step->slot});
        break;
      case PlanOp::synchronise:
        words("synchronise", {step->other});
        break;
      case PlanOp::read:
        words("finalise", {step->slot});
        break;
    }
    return step + 1;
  }

  std::string& out_;
  Numbers numbers_;
  const Question& question_;
};

}  // namespace

std::string hello_request(std::uint64_t seq) {
  return R"({"seq":)" + std::to_string(seq) + R"(,"op":"hello","protocol":1})";
}

std::string bye_request(std::uint64_t seq) {
  return R"({"seq":)" + std::to_string(seq) + R"(,"op":"bye"})";
}

void append_trial(std::string& out, const Description& description, const Question& question) {
  if (description.kind == Kind::merge) {
    append_merge(out, description.numbers, question);
  } else {
    AggregateWriter(out, description.numbers, question).write();
  }
}

std::string request(std::uint64_t seq, Kind kind, std::span<const std::string_view> trials) {
  std::size_t size = 64;
  for (const auto trial : trials) size += trial.size() + 1;
  std::string text;
  text.reserve(size);
  text += R"({"seq":)" + std::to_string(seq) + R"(,"op":")";
  text += kind == Kind::merge ? "merge" : "aggregate";
  text += R"(","trials":[)";
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (i > 0) text += ',';
    text += trials[i];
  }
  return text + "]}";
}

}  // namespace shardproof::subject
