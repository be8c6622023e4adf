// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace reseed {

/// Text for element content and for attribute values in double quotes: & < > " ' are escaped, control characters (but
/// tab and line end) and those that turn the direction of writing (base/printable.hpp) become U+FFFD.
std::string escaped(std::string_view text);

}  // namespace reseed
