// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int measure(const Arguments&) { not_there_yet("measure"); }

}  // namespace reseed::cli
