// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace reseed {

/// Position of the first byte that is not part of a well-formed UTF-8 sequence (Unicode 15, table 3-7: no surrogates,
/// no overlong forms, nothing above U+10FFFF); empty when all is well.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

}  // namespace reseed
