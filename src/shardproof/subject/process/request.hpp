/// What a subject's program is asked: the requests of the subject protocol, version 1, which fixtures/subjects/PROTOCOL.md
/// describes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "shardproof/subject/subject.hpp"

namespace shardproof::subject {

/// `{"seq":1,"op":"hello","protocol":1}`
std::string hello_request(std::uint64_t seq);

/// Appends the trial of `question` as that interface's request holds it. Pre: the subject accepts it.
void append_trial(std::string& out, const Description& description, const Question& question);

/// The request with these trials, each of which `append_trial` wrote.
std::string request(std::uint64_t seq, Kind kind, std::span<const std::string_view> trials);

/// `{"seq":9,"op":"bye"}`
std::string bye_request(std::uint64_t seq);

}  // namespace shardproof::subject
