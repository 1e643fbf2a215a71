/// The reference: our own merge, as a subject. It is judged first, and nothing else is believed if it fails.
#pragma once

#include <memory>

#include "shardproof/subject/subject.hpp"

namespace shardproof::subject {

/// `aggregate::variance`, asked through the narrowest kernel that holds the question: integer triples, else
/// double triples, else exact summaries. So the trials exercise all three.
std::unique_ptr<Subject> reference();

/// A state of ours, as a subject.
struct ReferenceState {
  std::unique_ptr<Subject> subject;
  bool is_exact = false;  ///< as the contract rounds; otherwise within the float64 bound
};

/// "exact-state" (`aggregate::ExactAggregate`) and "chan-state" (`aggregate::ChanState`): what the public headers
/// give to production.
std::vector<ReferenceState> reference_states();

}  // namespace shardproof::subject
