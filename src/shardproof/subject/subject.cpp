#include "shardproof/subject/subject.hpp"

#include <cmath>
#include <exception>
#include <utility>

#include "shardproof/aggregate/summarise.hpp"
#include "shardproof/exact/double_text.hpp"

namespace shardproof::subject {
namespace {

using aggregate::Summary;
using exact::Dyadic;

bool is_int53(const exact::Integer& value) {
  return exact::bit_length(value) <= 53;
}

bool is_int53(const Dyadic& value) {
  return value.is_integer() && is_int53(value.mantissa());
}

class FunctionSubject final : public Subject {
 public:
  FunctionSubject(Description description, MergeFunction merge)
      : description_(std::move(description)), merge_(std::move(merge)) {}

  const Description& description() const override { return description_; }

  std::vector<Answer> ask(std::span<const Question> questions) const override {
    std::vector<Answer> answers;
    answers.reserve(questions.size());
    for (const auto& question : questions) answers.push_back(answer_to(question.summaries));
    return answers;
  }

 private:
  Answer answer_to(std::span<const Summary> summaries) const {
    try {
      return merge_(summaries);
    } catch (const std::exception& error) {
      return Failed{error.what()};
    }
  }

  Description description_;
  MergeFunction merge_;
};

}  // namespace

bool same(const Answer& left, const Answer& right) {
  if (const auto* l = std::get_if<double>(&left)) {
    const auto* r = std::get_if<double>(&right);
    return r != nullptr && (*l == *r || (std::isnan(*l) && std::isnan(*r)));
  }
  return left == right;
}

std::string to_text(const Answer& answer) {
  if (const auto* value = std::get_if<double>(&answer)) return exact::to_text(*value);
  if (const auto* failed = std::get_if<Failed>(&answer)) return "failed: " + failed->detail;
  return "none";
}

std::string_view to_text(Numbers numbers) {
  switch (numbers) {
    case Numbers::int53:
      return "int53";
    case Numbers::int64:
      return "int64";
    case Numbers::bigint:
      return "bigint";
    case Numbers::float64:
      return "float64";
    case Numbers::any:
      return "any";
  }
  return "?";
}

bool holds(Numbers numbers, const Summary& summary) {
  switch (numbers) {
    case Numbers::int53:
      return is_int53(summary.count) && is_int53(summary.sum) && is_int53(summary.sumsq);
    case Numbers::int64:
      return exact::to_int64(summary.count) && summary.sum.as_int64() && summary.sumsq.as_int64();
    case Numbers::bigint:
      return summary.sum.is_integer() && summary.sumsq.is_integer();
    case Numbers::float64:
      return Dyadic(summary.count).as_double() && summary.sum.as_double() &&
             summary.sumsq.as_double();
    case Numbers::any:
      return true;
  }
  return false;
}

bool holds(Numbers numbers, const Question& question) {
  for (const auto& summary : question.summaries) {
    if (!holds(numbers, summary)) return false;
  }
  return true;
}

Question question_of(const data::Trial& trial) {
  Question question{.trial = &trial, .summaries = {}};
  const auto views = data::views_of(trial);
  question.summaries.reserve(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i].empty()) {
      const auto& stray = trial.partition.parts[i].stray;
      question.summaries.push_back({.count = 0, .sum = stray.sum, .sumsq = stray.sumsq});
    } else {
      question.summaries.push_back(aggregate::summarise(views[i]));
    }
  }
  return question;
}

std::unique_ptr<Subject> merge_subject(std::string name, Numbers numbers, MergeFunction merge) {
  return std::make_unique<FunctionSubject>(
      Description{.name = std::move(name), .kind = Kind::merge, .numbers = numbers},
      std::move(merge));
}

}  // namespace shardproof::subject
