// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int compare(const Arguments&) { not_there_yet("compare"); }

}  // namespace reseed::cli
