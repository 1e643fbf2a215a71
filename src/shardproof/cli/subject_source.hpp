/// From the command line's words to a running subject of a stranger's.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "shardproof/cli/options.hpp"
#include "shardproof/exact/result.hpp"
#include "shardproof/subject/process/launch.hpp"
#include "shardproof/subject/process/process_subject.hpp"

namespace shardproof::cli {

/// How the subject of these words is started. Compiles a C++ file.
exact::Result<subject::Launch> launch_of(const SubjectWords& words);

subject::Patience patience_of(const SubjectOptions& options);

/// Starts it, at most `programs` at a time.
exact::Result<std::unique_ptr<subject::ProcessSubject>> open_subject(const subject::Launch& launch,
                                                                     const SubjectOptions& options,
                                                                     unsigned programs);

/// The words as a shell takes them, to name the subject in a line to paste: `merge.py`, `-- python3 merge.py`.
std::string shell_words(const SubjectWords& words);

}  // namespace shardproof::cli
