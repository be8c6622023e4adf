// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace reseed::imm_reassessment {

std::string in_words(std::string_view id) {
  static const std::map<std::string_view, std::string_view> kWritten = {
      {"cka", "CKA"},           {"fleiss", "Fleiss'"},  {"jensen", "Jensen"},
      {"matthews", "Matthews"}, {"kendall", "Kendall"}, {"procrustes", "Procrustes"},
      {"shannon", "Shannon"},   {"svcca", "SVCCA"},     {"sd", "SD"}};
  std::string out;
  while (!id.empty()) {
    const std::size_t end = std::min(id.find('_'), id.size());
    const auto written = kWritten.find(id.substr(0, end));
    out += (out.empty() ? "" : out.ends_with("Jensen") ? "-" : " ");
    out += written == kWritten.end() ? id.substr(0, end) : written->second;
    id.remove_prefix(std::min(end + 1, id.size()));
  }
  return out;
}

std::string plain_id(std::string text) {
  for (char& letter : text)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0 && letter != '-' && letter != '_') letter = '_';
  return text;
}

}  // namespace reseed::imm_reassessment
