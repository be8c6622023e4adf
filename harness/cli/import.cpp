// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

namespace reseed::cli {

int import(const Arguments&) { not_there_yet("import"); }

}  // namespace reseed::cli
