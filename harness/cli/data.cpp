// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int data(const Arguments&) { not_there_yet("data"); }

}  // namespace reseed::cli
