// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int run(const Arguments&) { not_there_yet("run"); }

}  // namespace reseed::cli
