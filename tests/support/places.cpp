// SPDX-License-Identifier: Apache-2.0
#include "support/places.hpp"

namespace reseed::test {

const char* source_directory() { return RESEED_TREE; }
const char* binary_directory() { return RESEED_BUILD; }

}  // namespace reseed::test
