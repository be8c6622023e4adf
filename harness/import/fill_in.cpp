// SPDX-License-Identifier: Apache-2.0
#include "import/fill_in.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "base/number.hpp"

namespace reseed {
namespace {

std::string replaced(std::string text, const std::string& blank, const std::string& value) {
  for (std::size_t at = text.find(blank); at != std::string::npos; at = text.find(blank, at + value.size()))
    text.replace(at, blank.size(), value);
  return text;
}

constexpr std::array<const char*, 2> kNumbers = {"{seed}", "{layer}"};

/// The number that begins there; empty for none, for one with leading zeros and for one of more than 18 digits.
std::string digits_at(const std::string& name, std::size_t at) {
  const std::size_t end = std::min(name.find_first_not_of("0123456789", at), name.size());
  const std::string digits = at < end ? name.substr(at, end - at) : "";
  return digits.size() > 18 || (digits.size() > 1 && digits[0] == '0') ? "" : digits;
}

}  // namespace

std::string fill_in(std::string text, const Blanks& blanks) {
  text = replaced(std::move(text), "{group}", blanks.group);
  text = replaced(std::move(text), "{model}", blanks.model);
  if (blanks.seed) text = replaced(std::move(text), "{seed}", std::to_string(*blanks.seed));
  if (blanks.layer) text = replaced(std::move(text), "{layer}", std::to_string(*blanks.layer));
  return text;
}

std::optional<std::uint64_t> number_in(const std::string& pattern, const std::string& blank, const std::string& name) {
  std::map<std::string, std::string> found;  // blank -> digits
  std::size_t at = 0;
  for (std::size_t p = 0; p < pattern.size();) {
    const auto stands = std::find_if(kNumbers.begin(), kNumbers.end(), [&](const char* number) {
      return pattern.compare(p, std::strlen(number), number) == 0;
    });
    if (stands == kNumbers.end()) {
      if (at >= name.size() || name[at++] != pattern[p++]) return std::nullopt;
      continue;
    }
    const std::string digits = digits_at(name, at);
    if (digits.empty() || found.emplace(*stands, digits).first->second != digits) return std::nullopt;
    at += digits.size();
    p += std::strlen(*stands);
  }
  if (at != name.size() || !found.contains(blank)) return std::nullopt;
  return static_cast<std::uint64_t>(*parse_integer(found[blank]));
}

}  // namespace reseed
