// SPDX-License-Identifier: Apache-2.0
#include "report/latex.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>

#include "base/number.hpp"

namespace reseed {
namespace {

const std::map<char32_t, std::string>& commands() {
  static const std::map<char32_t, std::string> signs = {{U'\\', "\\textbackslash{}"},
                                                        {U'{', "\\{"},
                                                        {U'}', "\\}"},
                                                        {U'%', "\\%"},
                                                        {U'&', "\\&"},
                                                        {U'#', "\\#"},
                                                        {U'$', "\\$"},
                                                        {U'_', "\\_"},
                                                        {U'~', "\\textasciitilde{}"},
                                                        {U'^', "\\textasciicircum{}"},
                                                        {U'<', "\\textless{}"},
                                                        {U'>', "\\textgreater{}"},
                                                        {U'|', "\\textbar{}"},
                                                        {U'"', "\\textquotedbl{}"},
                                                        {U'±', "$\\pm$"},
                                                        {U'×', "$\\times$"},
                                                        {U'·', "$\\cdot$"},
                                                        {U'−', "$-$"},
                                                        {U'≤', "$\\le$"},
                                                        {U'≥', "$\\ge$"},
                                                        {U'≈', "$\\approx$"},
                                                        {U'≠', "$\\ne$"},
                                                        {U'∞', "$\\infty$"},
                                                        {U'→', "$\\to$"},
                                                        {U'√', "$\\surd$"},
                                                        {U'–', "--"},
                                                        {U'—', "---"},
                                                        {U'‘', "`"},
                                                        {U'’', "'"},
                                                        {U'“', "``"},
                                                        {U'”', "''"},
                                                        {U'…', "\\dots{}"},
                                                        {U'α', "$\\alpha$"},
                                                        {U'β', "$\\beta$"},
                                                        {U'γ', "$\\gamma$"},
                                                        {U'δ', "$\\delta$"},
                                                        {U'ε', "$\\epsilon$"},
                                                        {U'κ', "$\\kappa$"},
                                                        {U'λ', "$\\lambda$"},
                                                        {U'μ', "$\\mu$"},
                                                        {U'π', "$\\pi$"},
                                                        {U'ρ', "$\\rho$"},
                                                        {U'σ', "$\\sigma$"},
                                                        {U'τ', "$\\tau$"},
                                                        {U'χ', "$\\chi$"},
                                                        {U'Δ', "$\\Delta$"}};
  return signs;
}

/// The code point that begins at a byte, which is moved behind it; broken UTF-8 gives the byte itself.
char32_t next_code_point(const std::string& text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at++);
  const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
  if (more == 0 || at + static_cast<std::size_t>(more) > text.size()) return first;
  char32_t point = first & (0x3F >> more);
  for (int i = 0; i < more; ++i) point = point << 6 | (byte(at++) & 0x3F);
  return point;
}

bool is_text(const StudyTable& table, std::size_t column) {
  return table.columns[column].decimals < 0 || std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
           return std::holds_alternative<std::string>(row[column]);
         });
}

std::string cell_text(const StudyCell& cell, const StudyColumn& column) {
  if (const auto* number = std::get_if<double>(&cell)) {
    const std::string text = fixed(*number, std::max(column.decimals, 0));
    return text.starts_with('-') ? "$-$" + text.substr(1) : text;
  }
  if (const auto* text = std::get_if<std::string>(&cell)) return latex_text(*text);
  return "--";
}

}  // namespace

std::string latex_text(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t point = next_code_point(text, at);
    constexpr char32_t kLastLatin = 0x17F;  // of what LaTeX's own tables cover
    if (const auto known = commands().find(point); known != commands().end()) {
      out += known->second;
    } else if (point < 0x20 || point == 0x7F) {
      out += ' ';
    } else if (point < 0x7F || (point >= 0xC0 && point <= kLastLatin && at - begin == 2)) {
      out += text.substr(begin, at - begin);
    } else {
      std::array<char, 16> number{};
      std::snprintf(number.data(), number.size(), "[U+%04X]", static_cast<unsigned>(point));
      out += number.data();
    }
  }
  return out;
}

std::string latex(const StudyTable& table) {
  std::string layout, head, body;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const StudyColumn& column = table.columns[c];
    const bool text = is_text(table, c);
    layout += text ? 'l' : 'r';
    std::string title = latex_text(column.title.empty() ? column.name : column.title);
    if (!column.unit.empty()) title += " (" + latex_text(column.unit) + ")";
    head += (c == 0 ? "" : " & ") + title;
  }
  for (const auto& row : table.rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) line += (c == 0 ? "" : " & ") + cell_text(row[c], table.columns[c]);
    body += "    " + line + " \\\\\n";
  }
  std::string caption = latex_text(table.title);
  if (!table.caption.empty()) caption += ". " + latex_text(table.caption);
  return "\\begin{table}\n  \\centering\n  \\caption{" + caption + "}\n  \\label{tab:" + table.id +
         "}\n  \\begin{tabular}{" + layout + "}\n    \\toprule\n    " + head + " \\\\\n    \\midrule\n" + body +
         "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
}

}  // namespace reseed
