/// What a subject's program replies: the other half of the subject protocol, version 1.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "shardproof/exact/result.hpp"
#include "shardproof/subject/subject.hpp"

namespace shardproof::subject {

/// What the program says of itself. Problems (subject_failed): no such hello, with the member that is missing or wrong; or the
/// program's own word why it cannot start.
exact::Result<Description> description_from(std::string_view reply, std::uint64_t seq);

/// What the program answers to `questions`, one `Reads` for each. A trial that it answers with an error has a failed read.
/// Problems (subject_failed) name what is wrong with the reply and what to do about it.
exact::Result<std::vector<Reads>> reads_from(std::string_view reply,
                                             std::uint64_t seq,
                                             Kind kind,
                                             std::span<const Question> questions);

}  // namespace shardproof::subject
