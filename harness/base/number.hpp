// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace reseed {

/// The shortest decimal text that reads back to the same double ("0.00002" and 2e-5 both give "2e-05").
/// The number must be finite: what does not exist is empty or null, with a flag.
std::string shortest(double number);

/// Reads a whole text as a finite double; empty when it is not one. No locale.
std::optional<double> parse_double(std::string_view text);
std::optional<long long> parse_integer(std::string_view text);

/// `number` with a fixed count of decimals, for screens and tables.
std::string fixed(double number, int decimals);

}  // namespace reseed
