// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "base/number.hpp"
#include "reseed/study_report.hpp"

namespace reseed::studies {

/// Cells of tables: what does not exist is empty.
inline StudyCell cell(const std::optional<double>& number) { return number ? StudyCell(*number) : StudyCell(); }
inline StudyCell cell(std::size_t count) { return static_cast<double>(count); }
inline StudyCell text_cell(const std::string& text) { return text.empty() ? StudyCell() : StudyCell(text); }

/// A column of texts.
inline StudyColumn words(const std::string& name, const std::string& title) { return {name, title, "", -1}; }
/// A column of counts.
inline StudyColumn count(const std::string& name, const std::string& title) { return {name, title, "", 0}; }

/// "1 group", "2 groups".
inline std::string counted(std::size_t number, const std::string& one, const std::string& many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

/// "0.31 to 0.56"; "" where there is no interval.
inline std::string interval_text(const std::optional<double>& low, const std::optional<double>& high, int decimals) {
  return low && high ? fixed(*low, decimals) + " to " + fixed(*high, decimals) : std::string();
}

/// A number with so many decimals; one that these would show as 0 has two digits: "0.00021".
inline std::string readable(double number, int decimals) {
  std::string text = fixed(number, decimals);
  if (number == 0.0 || text.find_first_of("123456789") != std::string::npos) return text;
  const int digits = 1 - static_cast<int>(std::floor(std::log10(std::abs(number))));
  return fixed(number, std::min(digits, 12));
}

/// "p = 0.012", "p < 0.001": a p is never 0.
inline std::string p_text(double p) { return p < 0.001 ? "p < 0.001" : "p = " + fixed(p, 3); }

/// A p that was published, however small: "p = 2.9e-12", "p < 1e-15".
inline std::string tiny_p_text(double p) {
  if (p < 1e-15) return "p < 1e-15";
  if (p >= 0.001) return p_text(p);
  int power = static_cast<int>(std::floor(std::log10(p)));
  std::string digits = fixed(p / std::pow(10.0, power), 1);
  if (digits == "10.0") digits = fixed(1.0, 1), ++power;
  return "p = " + digits + "e" + std::to_string(power);
}

/// A part of a file name or id: letters, digits, '-' and '_' alone.
inline std::string file_part(std::string text) {
  for (char& letter : text) {
    const bool fits = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                      (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
    if (!fits) letter = '-';
  }
  return text;
}

}  // namespace reseed::studies
