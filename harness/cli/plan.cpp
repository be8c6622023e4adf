// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int plan(const Arguments&) { not_there_yet("plan"); }

}  // namespace reseed::cli
