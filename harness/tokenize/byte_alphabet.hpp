// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reseed::tokenize {

/// The printable code point that GPT-2's vocabulary writes for a byte: itself for ! to ~, 161 to 172 and 174 to 255;
/// 256, 257, ... for the others in their order (a blank is U+0120). Source: Radford et al. 2019, encoder.py.
char32_t letter_of_byte(std::uint8_t byte);

/// The bytes that a token of such a vocabulary stands for; nullopt when it holds other characters.
/// Errors: Error(data) for a token that is not UTF-8.
std::optional<std::string> bytes_of_token(std::string_view token);

}  // namespace reseed::tokenize
