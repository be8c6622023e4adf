// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int models(const Arguments&) { not_there_yet("models"); }

}  // namespace reseed::cli
