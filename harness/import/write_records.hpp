// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "execute/study_execution.hpp"
#include "import/descriptor.hpp"
#include "import/read_runs.hpp"

namespace reseed {

/// Writes the record of an imported run below `folder`, in the form of docs/workers.md, and says what it is.
///
/// Its id is a hash of its content, seed and metric: what was asked cannot be known of a run made elsewhere. So neither
/// the form of the files nor the name of its group changes it, and a run that is added later changes no other.
GivenRun write_imported_run(const ImportedRun& run, const ImportedRuns& all, const ImportDescriptor& descriptor,
                            const std::filesystem::path& folder);

/// SHA-256 over items and labels of all evaluation sets: what makes two imports runs of one task.
std::string imported_task_digest(const ImportedRuns& runs);

}  // namespace reseed
