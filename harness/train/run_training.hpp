// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "reseed/run.hpp"
#include "train/fine_tune.hpp"

namespace reseed {

/// One run from its description to its record: loads checkpoint, tokenizer, task and mitigation method, checks that
/// they fit, fine-tunes, and writes the record into the existing, empty folder `out`. Returns outcome.json's content.
///
/// The bits depend on the description and the device class alone. A loss that is not finite is an outcome.
/// Errors: of what is loaded; Error(data) when the task's texts are not those that the description was made for;
/// Error(manifest) for a value that training does not know; Error(device).
nlohmann::json run_training(const RunSpec& spec, const std::filesystem::path& out,
                            const TrainingProgress& progress = {});

}  // namespace reseed
