// SPDX-License-Identifier: Apache-2.0
#include "import/fill_in.hpp"

#include <algorithm>

#include "base/number.hpp"

namespace reseed {
namespace {

std::string replaced(std::string text, const std::string& blank, const std::string& value) {
  for (std::size_t at = text.find(blank); at != std::string::npos; at = text.find(blank, at + value.size()))
    text.replace(at, blank.size(), value);
  return text;
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
  const std::size_t begin = pattern.find(blank);
  if (begin == std::string::npos || name.compare(0, begin, pattern, 0, begin) != 0) return std::nullopt;
  const std::size_t end = std::min(name.find_first_not_of("0123456789", begin), name.size());
  if (end == begin || end - begin > 18) return std::nullopt;
  const auto number = static_cast<std::uint64_t>(*parse_integer(name.substr(begin, end - begin)));
  if (replaced(pattern, blank, std::to_string(number)) != name) return std::nullopt;
  return number;
}

}  // namespace reseed
