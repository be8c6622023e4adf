// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reseed/flags.hpp"

namespace reseed {

/// What a flag says of its value, for readers: a sentence without a full stop.
std::string in_plain_words(Flag flag);

}  // namespace reseed
