// SPDX-License-Identifier: Apache-2.0
#include "report/screen.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/number.hpp"

namespace reseed {
namespace {

/// Code points of a UTF-8 text: what a terminal shows as one cell each in our own texts.
std::size_t cells(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char letter) { return (static_cast<unsigned char>(letter) & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, cells(text)), ' ');
  return right ? blanks + text : text + blanks;
}

std::string wrapped(std::string_view text, std::size_t width, const std::string& indent) {
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + 1));
    if (word.empty()) continue;
    if (used > 0 && used + 1 + cells(word) > width) {
      out += '\n';
      used = 0;
    }
    if (used == 0) {
      out += indent;
      used = indent.size();
    } else {
      out += ' ';
      ++used;
    }
    out += word;
    used += cells(word);
  }
  return out + '\n';
}

}  // namespace

std::string plain(const StudyTable& table) {
  std::vector<std::vector<std::string>> texts;
  std::vector<bool> numeric(table.columns.size(), true);
  auto& titles = texts.emplace_back();
  for (const StudyColumn& column : table.columns)
    titles.push_back(column.title + (column.unit.empty() ? "" : " (" + column.unit + ")"));
  for (const auto& row : table.rows) {
    auto& line = texts.emplace_back();
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (const double* number = std::get_if<double>(&row[c]))
        line.push_back(fixed(*number, table.columns[c].decimals));
      else if (const std::string* text = std::get_if<std::string>(&row[c])) {
        line.push_back(*text);
        numeric[c] = false;
      } else
        line.emplace_back("-");
    }
  }
  std::vector<std::size_t> widths(table.columns.size(), 0);
  for (const auto& line : texts)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], cells(line[c]));
  std::string out;
  for (const auto& line : texts) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c) text += "  " + padded(line[c], widths[c], numeric[c]);
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + '\n';
  }
  return out;
}

std::string screen(const StudyReport& report, std::size_t width) {
  width = std::max<std::size_t>(width, 40);
  std::string out;
  if (!report.tables.empty()) {
    const StudyTable& summary = report.tables.front();
    out += '\n' + summary.title + "\n\n" + plain(summary);
    if (!summary.caption.empty()) out += '\n' + wrapped(summary.caption, width, "  ");
  }
  for (const StudyAnswer& answer : report.answers) {
    out += '\n' + answer.question + ' ' + answer.verdict + '\n';
    out += wrapped(answer.sentence, width, "  ");
  }
  for (const std::string& note : report.notes) out += '\n' + wrapped("Note: " + note, width, "");
  return out;
}

}  // namespace reseed
