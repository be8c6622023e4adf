// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/commands.hpp"

namespace reseed::cli {

/// The parts of `reseed models`, one file each; arguments without the part's own word.

/// What loads from a checkpoint.
int models_check(const Arguments& arguments);

/// Outputs against a recorded safetensors file; 1 when one differs by more than the tolerance.
int models_compare(const Arguments& arguments);

/// Token ids of the lines on standard input: tokens for people, or JSON lines in and out with --json.
int models_tokens(const Arguments& arguments);

}  // namespace reseed::cli
