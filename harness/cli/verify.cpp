// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int verify(const Arguments&) { not_there_yet("verify"); }

}  // namespace reseed::cli
