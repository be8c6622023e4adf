// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>

#include "report/latex.hpp"

namespace reseed {
namespace {

const std::map<char32_t, std::string>& commands() {
  static const std::map<char32_t, std::string> signs = {
      {U'\\', "\\textbackslash{}"},
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
      {U'[', "{[}"},  // after the end of a row a bare one begins an argument
      {U'*', "{*}"},  // the same
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

}  // namespace

std::string latex_text(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t point = next_code_point(text, at);
    constexpr char32_t kLastLatin = 0x17F;  // of what LaTeX's own tables cover
    const bool opens = begin == 0 || text[begin - 1] == ' ' || text[begin - 1] == '(' || text[begin - 1] == '[';
    if (point == U'"') {
      out += opens ? "``" : "''";
    } else if (point == U'-' && opens && begin > 0 && text.substr(at, 1) == " ") {
      out += "--";  // a minus sign or a dash between spaces: no hyphen
    } else if (const auto known = commands().find(point); known != commands().end()) {
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

}  // namespace reseed
