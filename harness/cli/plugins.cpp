// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int plugins(const Arguments&) { not_there_yet("plugins"); }

}  // namespace reseed::cli
