// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "base/number.hpp"

namespace reseed::imm_reassessment {

std::string in_words(std::string_view id) {
  static const std::map<std::string_view, std::string_view> kWritten = {{"cka", "CKA"},
                                                                        {"f1", "F1"},
                                                                        {"fleiss", "Fleiss'"},
                                                                        {"jensen", "Jensen"},
                                                                        {"matthews", "Matthews"},
                                                                        {"kendall", "Kendall"},
                                                                        {"procrustes", "Procrustes"},
                                                                        {"shannon", "Shannon"},
                                                                        {"svcca", "SVCCA"},
                                                                        {"sd", "SD"}};
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

std::string readable(double number, int decimals) {
  const std::string text = fixed(number, decimals);
  if (number == 0.0 || text.find_first_of("123456789") != std::string::npos) return text;
  const int digits = 1 - static_cast<int>(std::floor(std::log10(std::abs(number))));
  return fixed(number, std::min(digits, 12));
}

std::string plain_id(std::string text) {
  for (char& letter : text)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0 && letter != '-' && letter != '_') letter = '_';
  return text;
}

}  // namespace reseed::imm_reassessment
