// SPDX-License-Identifier: Apache-2.0
#include "report/latex.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/number.hpp"
#include "report/latex_parts.hpp"

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
                         {"\\tiny", 3.5, 6.0, 24.0, kTurned},
                         {"\\tiny", 3.5, 6.0, 12.0, kTurned}};

bool is_text(const StudyTable& table, std::size_t column) {
  return table.columns[column].decimals < 0 || std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
           return std::holds_alternative<std::string>(row[column]);
         });
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
    const std::string text = latex_plain(row[position], table.columns[position]);
    needs.widest = std::max(needs.widest, latex_width(text));
    needs.words = needs.words && (std::holds_alternative<std::monostate>(row[position]) || is_of_words(text));
    if (needs.text)
      for (const std::string& word : latex_lines(text, 0.0)) needs.word = std::max(needs.word, latex_width(word));
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
  layout.head = latex_lines(latex_plain_title(column), std::max(layout.width, longest / 3.0));
  for (const std::string& line : layout.head) layout.width = std::max(layout.width, latex_width(line));
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
      fits_ = points <= fit.line && tallest_ <= (is_turned() ? kPageLines : kTallest);
      if (fits_) break;
    }
    wraps_ = std::any_of(columns_.begin(), columns_.end(), [](const Column& column) { return column.wrapped; });
  }

  std::string text() const {
    if (!fits_) return latex_entries(table_);
    if (is_turned()) return "\\begin{landscape}\n" + long_table() + "\\end{landscape}\n";
    return lines_ > kPageLines ? long_table() : one_float();
  }

 private:
  std::string one_float() const {
    return "\\begin{table}\n  \\centering\n" + size("  ") + "  \\caption{" + latex_caption(table_) +
           "}\n  \\label{tab:" + table_.id + "}\n  \\begin{tabular}{" + layout() + "}\n    \\toprule\n    " + head() +
           end() + "    \\midrule\n" + rows() + "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
  }

  std::string long_table() const {
    const std::string top = "    \\toprule\n    " + head() + end() + "    \\midrule\n";
    return "{\n" + size("") + "\\begin{longtable}{" + layout() + "}\n    \\caption{" + latex_caption(table_) +
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
          lines = std::max(lines, latex_lines(latex_plain(row[c], table_.columns[c]), columns_[c].width).size());
      lines_ += lines;
      tallest_ = std::max(tallest_, lines);
    }
  }

  std::string size(const std::string& indent) const {
    if (*fit_->command == '\0') return "";
    return indent + fit_->command + "\\setlength{\\tabcolsep}{" + fixed(fit_->gap / 2.0, 0) + "pt}\n";
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
                latex_cell(row[c], table_.columns[c]);
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
  bool fits_ = false;
};

}  // namespace

std::string latex(const StudyTable& table) { return Layout(table).text(); }

}  // namespace reseed
