// SPDX-License-Identifier: Apache-2.0
#include "report/latex_parts.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

#include "base/number.hpp"
#include "report/latex.hpp"

namespace reseed {

std::string latex_plain(const StudyCell& cell, const StudyColumn& column) {
  if (const auto* number = std::get_if<double>(&cell)) return fixed(*number, std::max(column.decimals, 0));
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  return "--";
}

std::string latex_cell(const StudyCell& cell, const StudyColumn& column) {
  const std::string text = latex_plain(cell, column);
  if (std::holds_alternative<std::string>(cell)) return latex_text(text);
  return text.starts_with('-') && text != "--" ? "$-$" + text.substr(1) : text;
}

std::string latex_plain_title(const StudyColumn& column) {
  const std::string& title = column.title.empty() ? column.name : column.title;
  return column.unit.empty() ? title : title + " (" + column.unit + ")";
}

std::string latex_caption(const StudyTable& table) {
  std::string text = latex_text(table.title);
  if (!table.caption.empty()) text += ". " + latex_text(table.caption);
  return text;
}

double latex_width(const std::string& text) {
  double width = 0.0;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if ((byte & 0xC0) == 0x80) continue;  // of the letter before
    if (std::string_view(".,:;'!|ijl").find(letter) != std::string_view::npos)
      width += 0.56;
    else if (std::string_view(" ()[]-Ifrst").find(letter) != std::string_view::npos)
      width += 0.75;
    else if (std::isupper(byte) != 0 || std::string_view("mwMW%&#").find(letter) != std::string_view::npos)
      width += 1.55;
    else
      width += 1.05;
  }
  return width;
}

std::vector<std::string> latex_lines(const std::string& text, double width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && latex_width(lines.back() + ' ' + word) <= width)
      lines.back() += ' ' + word;
    else
      lines.push_back(word);
  }
  return lines;
}

}  // namespace reseed
