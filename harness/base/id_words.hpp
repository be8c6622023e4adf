// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace reseed {

/// An id of a measure, of one of its variants or of a metric as readers know it: "some_cka_distance" -> "some CKA
/// distance", "as_published" -> "as published", "f1" -> "F1". Parts that are names or acronyms are spelled as such.
inline std::string id_words(std::string_view id) {
  static const std::map<std::string_view, std::string_view> kWritten = {{"cka", "CKA"},
                                                                        {"f1", "F1"},
                                                                        {"fleiss", "Fleiss'"},
                                                                        {"jensen", "Jensen"},
                                                                        {"kendall", "Kendall"},
                                                                        {"matthews", "Matthews"},
                                                                        {"procrustes", "Procrustes"},
                                                                        {"shannon", "Shannon"},
                                                                        {"svcca", "SVCCA"},
                                                                        {"sd", "SD"}};
  std::string out;
  while (!id.empty()) {
    const std::size_t end = std::min(id.find('_'), id.size());
    const auto written = kWritten.find(id.substr(0, end));
    out += out.empty() ? "" : out.ends_with("Jensen") ? "-" : " ";
    out += written == kWritten.end() ? id.substr(0, end) : written->second;
    id.remove_prefix(std::min(end + 1, id.size()));
  }
  return out;
}

}  // namespace reseed
