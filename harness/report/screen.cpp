// SPDX-License-Identifier: Apache-2.0
#include "report/screen.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>
#include <vector>

#include "base/number.hpp"
#include "report/figure_text.hpp"

namespace reseed {
namespace {

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, letters(text)), ' ');
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
    if (used > 0 && used + 1 + letters(word) > width) {
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
    used += letters(word);
  }
  return out + '\n';
}

/// A table's cells as texts: the titles first, then its rows.
struct Grid {
  std::vector<std::vector<std::string>> texts;
  std::vector<bool> numeric;
  std::vector<std::size_t> widths;

  explicit Grid(const StudyTable& table) : numeric(table.columns.size(), true), widths(table.columns.size(), 0) {
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
    for (const auto& line : texts)
      for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], letters(line[c]));
  }

  std::string line(const std::vector<std::string>& row, const std::vector<std::size_t>& columns) const {
    std::string out;
    for (const std::size_t c : columns) out += "  " + padded(row[c], widths[c], numeric[c]);
    out.erase(out.find_last_not_of(' ') + 1);
    return out + '\n';
  }

  std::size_t width(const std::vector<std::size_t>& columns) const {
    std::size_t sum = 0;
    for (const std::size_t c : columns) sum += 2 + widths[c];
    return sum;
  }

  /// How many of the first columns tell every row from every other.
  std::size_t keys() const {
    for (std::size_t count = 1; count < widths.size(); ++count) {
      std::set<std::vector<std::string>> seen;
      for (const auto& row : texts) seen.insert({row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count)});
      if (seen.size() == texts.size()) return count;
    }
    return std::max<std::size_t>(1, widths.size()) - 1;
  }
};

/// The whole table with the texts of its first column over several lines; empty where that is not enough.
std::string with_wrapped_labels(Grid grid, std::size_t width) {
  constexpr std::size_t kNarrowest = 12;
  if (grid.keys() != 1 || grid.numeric[0]) return {};
  std::vector<std::size_t> all(grid.widths.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::size_t others = grid.width(all) - grid.widths[0];
  if (others + kNarrowest > width) return {};
  std::vector<std::vector<std::string>> labels;
  std::size_t longest = 0;
  for (const auto& row : grid.texts) {
    labels.push_back(wrapped_lines(row[0], width - others));
    for (const std::string& piece : labels.back()) longest = std::max(longest, letters(piece));
  }
  if (others + longest > width) return {};
  grid.widths[0] = longest;
  std::string out;
  for (std::size_t r = 0; r < grid.texts.size(); ++r) {
    grid.texts[r][0] = labels[r][0];
    out += grid.line(grid.texts[r], all);
    for (std::size_t i = 1; i < labels[r].size(); ++i) out += "    " + labels[r][i] + '\n';
  }
  return out;
}

/// Rows under what their leading cells share, as few columns a block as fit.
std::string blocks(const Grid& grid, std::size_t width) {
  const std::size_t keys = grid.keys();
  const std::size_t last_key = keys == 0 ? 0 : keys - 1;
  std::string out;
  for (std::size_t from = last_key + 1; from < grid.widths.size();) {
    std::vector<std::size_t> columns = {last_key, from++};
    while (from < grid.widths.size()) {
      columns.push_back(from);
      if (grid.width(columns) > width) {
        columns.pop_back();
        break;
      }
      ++from;
    }
    const bool narrow = grid.width(columns) > width;  // one column beside the key is too much already
    if (!out.empty()) out += '\n';
    if (narrow)
      out += wrapped(grid.texts[0][columns[1]], width, "  ");
    else
      out += grid.line(grid.texts[0], columns);
    std::string above;
    for (std::size_t r = 1; r < grid.texts.size(); ++r) {
      std::string shared;
      for (std::size_t k = 0; k < last_key; ++k) shared += (k == 0 ? "" : ", ") + grid.texts[r][k];
      if (shared != above) out += wrapped(shared, width, " ");
      above = shared;
      if (narrow)
        out += wrapped(grid.texts[r][last_key] + ": " + grid.texts[r][columns[1]], width, "    ");
      else
        out += grid.line(grid.texts[r], columns);
    }
  }
  return out;
}

}  // namespace

std::string plain(const StudyTable& table, std::size_t width) {
  const Grid grid(table);
  std::vector<std::size_t> all(table.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (grid.width(all) > width && all.size() > 1) {
    const std::string whole = with_wrapped_labels(grid, width);
    return whole.empty() ? blocks(grid, width) : whole;
  }
  std::string out;
  for (const auto& row : grid.texts) out += grid.line(row, all);
  return out;
}

std::string screen(const StudyReport& report, std::size_t width) {
  width = std::max<std::size_t>(width, 40);
  std::string out;
  if (!report.tables.empty()) {
    const StudyTable& summary = report.tables.front();
    out += '\n' + summary.title + "\n\n" + plain(summary, width);
    if (!summary.caption.empty()) out += '\n' + wrapped(summary.caption, width, "  ");
  }
  for (const StudyAnswer& answer : report.answers) {
    out += '\n' + wrapped(answer.question + ' ' + answer.verdict, width, "");
    out += wrapped(answer.sentence, width, "  ");
  }
  for (const std::string& note : report.notes) out += '\n' + wrapped("Note: " + note, width, "");
  return out;
}

}  // namespace reseed
