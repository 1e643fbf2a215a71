/// The gate with something wrong in it: what must make it fail, does.
///
///   faulty_gate reference=ID [WORD...]   the variant ID stands in for the reference
///   faulty_gate right=ID [WORD...]       the row ID is asked in a version that is right
///   faulty_gate wrong=ID [WORD...]       the equivalent row ID is asked in a version that is wrong
///   faulty_gate demanding [WORD...]      every rung must contain what no trial has
///
/// The other words are those of `shardproof gate`; exits as that does.
#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "shardproof/cli/commands.hpp"
#include "shardproof/subject/reference.hpp"
#include "shardproof/subject/variants/catalogue.hpp"

namespace {

using shardproof::cli::ExitCode;
using shardproof::cli::GateOptions;
using shardproof::cli::MinimumsOf;
using shardproof::search::Feature;
using shardproof::search::GateSubjects;
using shardproof::search::Minimum;

/// No trial has an integer beyond 53 bits on every rung, let alone more trials than there are.
constexpr std::array kUnmeetable = {Minimum{.feature = Feature::beyond_53_bits, .per_mille = 2000}};

struct Faulty {
  GateSubjects subjects = shardproof::search::gate_subjects();
  MinimumsOf minimums;
};

bool put(GateSubjects& subjects,
         const std::string& id,
         std::shared_ptr<const shardproof::subject::Subject> other) {
  const auto row = std::ranges::find_if(
      subjects.rows, [&](const auto& candidate) { return candidate.row.id == id; });
  if (row == subjects.rows.end()) return false;
  row->subject = std::move(other);
  return true;
}

bool make(Faulty& gate, const std::string& what) {
  const auto separator = what.find('=');
  const auto fault = what.substr(0, separator);
  const auto id = separator == std::string::npos ? "" : what.substr(separator + 1);
  const auto* variant = shardproof::subject::variant_named(id);
  if (fault == "demanding") {
    gate.minimums = [](shardproof::data::RungId /*rung*/) {
      return std::span<const Minimum>(kUnmeetable);
    };
    return true;
  }
  if (variant == nullptr) return false;
  if (fault == "reference") {
    gate.subjects.reference = shardproof::subject::subject_of(*variant);
    return true;
  }
  if (fault == "right") return put(gate.subjects, id, shardproof::subject::reference());
  const auto* wrong = shardproof::subject::variant_named("average-of-variances");
  return fault == "wrong" && put(gate.subjects, id, shardproof::subject::subject_of(*wrong));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  Faulty gate;
  if (words.empty() || !make(gate, words.front())) {
    std::cerr << "faulty_gate: no such fault\n";
    return 70;
  }
  words.front() = "gate";
  const auto options = shardproof::cli::parse_options(words);
  const auto* chosen = std::get_if<GateOptions>(&options);
  if (chosen == nullptr) {
    std::cerr << "faulty_gate: these are no words of the gate\n";
    return 70;
  }
  return static_cast<int>(shardproof::cli::gate(*chosen, gate.subjects, gate.minimums));
}
