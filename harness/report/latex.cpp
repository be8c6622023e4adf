// SPDX-License-Identifier: Apache-2.0
#include "report/latex.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/number.hpp"

namespace reseed {
namespace {

constexpr std::size_t kPageLines = 40;  // a float of more lines would not fit on a page
constexpr std::size_t kTallest = 6;     // lines of a row, before a table is turned instead
constexpr double kUpright = 340.0;      // points: the line of the class article
constexpr double kTurned = 540.0;       // the same of a turned page

/// A way to make a table fit: a size of type, the space between columns, and the width at which texts are broken.
struct Fit {
  const char* command;
  double digit;    ///< points
  double gap;      ///< points
  double longest;  ///< digits
  double line = kUpright;
};
constexpr Fit kFits[] = {{"", 5.0, 12.0, 36.0},
                         {"\\small", 4.63, 12.0, 36.0},
                         {"\\footnotesize", 4.25, 8.0, 36.0},
                         {"\\footnotesize", 4.25, 8.0, 24.0},
                         {"\\scriptsize", 3.98, 6.0, 30.0},
                         {"\\scriptsize", 3.98, 6.0, 20.0},
                         {"\\scriptsize", 3.98, 6.0, 12.0},
                         {"\\footnotesize", 4.25, 8.0, 36.0, kTurned},
                         {"\\scriptsize", 3.98, 6.0, 30.0, kTurned},
                         {"\\scriptsize", 3.98, 6.0, 20.0, kTurned},
                         {"\\tiny", 3.4, 6.0, 24.0, kTurned},
                         {"\\tiny", 3.4, 6.0, 12.0, kTurned}};

bool is_text(const StudyTable& table, std::size_t column) {
  return table.columns[column].decimals < 0 || std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
           return std::holds_alternative<std::string>(row[column]);
         });
}

/// The cell as it is read, before LaTeX's own signs.
std::string plain_text(const StudyCell& cell, const StudyColumn& column) {
  if (const auto* number = std::get_if<double>(&cell)) return fixed(*number, std::max(column.decimals, 0));
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  return "--";
}

std::string cell_text(const StudyCell& cell, const StudyColumn& column) {
  const std::string text = plain_text(cell, column);
  if (std::holds_alternative<std::string>(cell)) return latex_text(text);
  return text.starts_with('-') && text != "--" ? "$-$" + text.substr(1) : text;
}

/// Width of a text in digits, as Computer Modern has it.
double width_of(const std::string& text) {
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

/// A text in lines of at most `width` digits, broken at spaces.
std::vector<std::string> lines_of(const std::string& text, double width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && width_of(lines.back() + ' ' + word) <= width)
      lines.back() += ' ' + word;
    else
      lines.push_back(word);
  }
  return lines;
}

struct Column {
  bool text = false;
  bool wrapped = false;  ///< long texts, in lines of the column's width
  std::vector<std::string> head;
  double width = 0.0;  ///< digits
};

/// Words may be broken into lines; "0.1 [0.0, 0.2]" may not.
bool is_of_words(const std::string& text) {
  const auto words =
      std::count_if(text.begin(), text.end(), [](unsigned char byte) { return std::isalpha(byte) != 0; });
  return 2 * static_cast<std::size_t>(words) >= text.size();
}

/// What the cells of a column need, however it is laid out.
struct Needs {
  bool text = false;
  bool words = false;   ///< texts that may be broken
  double widest = 0.0;  ///< digits, of a cell
  double word = 0.0;    ///< of a word
};

Needs needs_of(const StudyTable& table, std::size_t position) {
  Needs needs;
  needs.text = needs.words = is_text(table, position);
  for (const auto& row : table.rows) {
    const std::string text = plain_text(row[position], table.columns[position]);
    needs.widest = std::max(needs.widest, width_of(text));
    needs.words = needs.words && (std::holds_alternative<std::monostate>(row[position]) || is_of_words(text));
    if (needs.text)
      for (const std::string& word : lines_of(text, 0.0)) needs.word = std::max(needs.word, width_of(word));
  }
  return needs;
}

/// A column whose texts are broken into lines of `longest` digits, or of its longest word.
Column column_of(const Needs& needs, const StudyColumn& column, double longest) {
  const double broken = std::max(longest, needs.word);
  Column layout;
  layout.text = needs.text;
  layout.wrapped = needs.words && needs.widest > broken;
  layout.width = layout.wrapped ? broken : needs.widest;
  std::string title = column.title.empty() ? column.name : column.title;
  if (!column.unit.empty()) title += " (" + column.unit + ")";
  layout.head = lines_of(title, std::max(layout.width, longest / 3.0));
  for (const std::string& line : layout.head) layout.width = std::max(layout.width, width_of(line));
  return layout;
}

std::string head_text(const Column& column) {
  if (column.head.empty()) return "";
  std::string text;
  for (const std::string& line : column.head) text += (text.empty() ? "" : "\\\\") + latex_text(line);
  return column.head.size() == 1 ? text : std::string("\\shortstack[") + (column.text ? 'l' : 'r') + "]{" + text + "}";
}

/// A table with its columns laid out.
class Layout {
 public:
  explicit Layout(const StudyTable& table) : table_(table) {
    std::vector<Needs> needs;
    for (std::size_t c = 0; c < table.columns.size(); ++c) needs.push_back(needs_of(table, c));
    for (const Fit& fit : kFits) {
      fit_ = &fit;
      columns_.clear();
      double points = 0.0;
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        columns_.push_back(column_of(needs[c], table.columns[c], fit.longest));
        points += columns_.back().width * fit.digit + fit.gap;
      }
      count_lines();
      if (points <= fit.line && (tallest_ <= kTallest || is_turned())) break;
    }
    wraps_ = std::any_of(columns_.begin(), columns_.end(), [](const Column& column) { return column.wrapped; });
  }

  std::string text() const {
    if (is_turned()) return "\\begin{landscape}\n" + long_table() + "\\end{landscape}\n";
    return lines_ > kPageLines ? long_table() : one_float();
  }

 private:
  std::string one_float() const {
    return "\\begin{table}\n  \\centering\n" + size("  ") + "  \\caption{" + caption() +
           "}\n  \\label{tab:" + table_.id + "}\n  \\begin{tabular}{" + layout() + "}\n    \\toprule\n    " + head() +
           end() + "    \\midrule\n" + rows() + "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
  }

  std::string long_table() const {
    const std::string top = "    \\toprule\n    " + head() + end() + "    \\midrule\n";
    return "{\n" + size("") + "\\begin{longtable}{" + layout() + "}\n    \\caption{" + caption() +
           "}\n    \\label{tab:" + table_.id + "}\\\\\n" + top + "    \\endfirsthead\n" + top +
           "    \\endhead\n    \\bottomrule\n    \\endfoot\n" + rows() + "\\end{longtable}\n}\n";
  }

  bool is_turned() const { return fit_->line == kTurned; }

  void count_lines() {
    lines_ = tallest_ = 0;
    for (const auto& row : table_.rows) {
      std::size_t lines = 1;
      for (std::size_t c = 0; c < row.size(); ++c)
        if (columns_[c].wrapped)
          lines = std::max(lines, lines_of(plain_text(row[c], table_.columns[c]), columns_[c].width).size());
      lines_ += lines;
      tallest_ = std::max(tallest_, lines);
    }
  }

  std::string size(const std::string& indent) const {
    if (*fit_->command == '\0') return "";
    return indent + fit_->command + "\\setlength{\\tabcolsep}{" + fixed(fit_->gap / 2.0, 0) + "pt}\n";
  }
  std::string caption() const {
    std::string text = latex_text(table_.title);
    if (!table_.caption.empty()) text += ". " + latex_text(table_.caption);
    return text;
  }
  std::string layout() const {
    std::string text;
    for (const Column& column : columns_)
      text += column.wrapped ? "p{" + fixed(column.width * fit_->digit, 0) + "pt}" : column.text ? "l" : "r";
    return text;
  }
  std::string head() const {
    std::string text;
    for (const Column& column : columns_) text += (&column == columns_.data() ? "" : " & ") + head_text(column);
    return text;
  }
  /// End of a row: \raggedright in a last column has its own \\.
  std::string end() const { return wraps_ ? " \\tabularnewline\n" : " \\\\\n"; }
  std::string rows() const {
    std::string text;
    for (const auto& row : table_.rows) {
      text += "    ";
      for (std::size_t c = 0; c < row.size(); ++c)
        text += (c == 0 ? "" : " & ") + std::string(columns_[c].wrapped ? "\\raggedright " : "") +
                cell_text(row[c], table_.columns[c]);
      text += end();
    }
    return text;
  }

  const StudyTable& table_;
  std::vector<Column> columns_;
  const Fit* fit_ = kFits;
  std::size_t lines_ = 0;    ///< of all rows
  std::size_t tallest_ = 0;  ///< of one row
  bool wraps_ = false;
};

}  // namespace

std::string latex(const StudyTable& table) { return Layout(table).text(); }

}  // namespace reseed
