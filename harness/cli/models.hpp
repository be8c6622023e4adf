// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/commands.hpp"

namespace reseed::cli {

/// The parts of `reseed models`, one file each; arguments without the part's own word.

/// Token ids of the lines on standard input: tokens for people, or JSON lines in and out with --json.
int models_tokens(const Arguments& arguments);

}  // namespace reseed::cli
