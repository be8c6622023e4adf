// SPDX-License-Identifier: Apache-2.0
#include "base/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include "reseed/error.hpp"

namespace reseed {

std::string shortest(double number) {
  if (!std::isfinite(number)) throw Error(ErrorKind::internal, "number", "a non-finite number cannot be written");
  if (number == 0.0) number = 0.0;  // -0 and 0 are one value
  std::array<char, 40> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return std::string(buffer.data(), result.ptr);
}

std::optional<double> parse_double(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double number = 0.0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::optional<long long> parse_integer(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  long long number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string fixed(double number, int decimals) {
  std::array<char, 400> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed, decimals);
  if (result.ec != std::errc()) return std::isfinite(number) ? shortest(number) : std::string();
  return std::string(buffer.data(), result.ptr);
}

}  // namespace reseed
