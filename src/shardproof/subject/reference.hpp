/// The reference: our own merge, as a subject. It is judged first, and nothing else is believed if it fails.
#pragma once

#include <memory>

#include "shardproof/subject/subject.hpp"

namespace shardproof::subject {

/// `aggregate::variance`, asked through the narrowest kernel that holds the question: integer triples, else
/// double triples, else exact summaries. So the trials exercise all three.
std::unique_ptr<Subject> reference();

}  // namespace shardproof::subject
