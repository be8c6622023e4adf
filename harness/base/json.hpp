// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace reseed {

/// Parses strict JSON from a source that is not trusted: at most 100 levels deep, no key twice, no NaN.
/// `place` names the source in errors. Errors: Error(data).
nlohmann::json parse_json(std::string_view text, const std::string& place);

/// The value as an int; empty for one that is no whole number (1.0 is none), or too large for it.
std::optional<int> int_in(const nlohmann::json& value);

/// One line, keys in alphabetical order, doubles shortest; bytes that are not UTF-8 are replaced.
std::string dump_json(const nlohmann::json& value);

}  // namespace reseed
