// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int report(const Arguments&) { not_there_yet("report"); }

}  // namespace reseed::cli
