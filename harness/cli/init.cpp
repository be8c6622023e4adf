// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int init(const Arguments&) { not_there_yet("init"); }

}  // namespace reseed::cli
