// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "report/markup.hpp"
#include "report/page_parts.hpp"

namespace reseed {
namespace {

constexpr std::size_t kAtOnce = 60;     // words that are read at once
constexpr std::size_t kLeastRest = 15;  // words: fewer are not worth a fold

bool ends_sentence(std::string_view before) {
  for (const std::string_view abbreviation : {"e.g.", "i.e.", "cf.", "vs."})
    if (before.ends_with(abbreviation)) return false;
  return before.ends_with('.');
}

/// Where a text can be parted: the number of its words before and the blank there.
struct Cut {
  std::size_t words = 0;
  std::size_t at = 0;
};

}  // namespace

std::pair<std::string, std::string> read_at_once(const std::string& text) {
  Cut sentence;  // the last one that ends in time
  Cut part;      // the same of what ends with a semicolon
  Cut later;     // the first sentence that ends too late
  std::size_t words = 1;
  for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1), ++words) {
    const std::string_view before = std::string_view(text).substr(0, at);
    if (ends_sentence(before)) {
      if (words <= kAtOnce)
        sentence = {words, at};
      else if (later.words == 0)
        later = {words, at};
    }
    if (before.ends_with(';') && words <= kAtOnce) part = {words, at};
  }
  const Cut cut = sentence.words > 0 ? sentence : part.words > 0 ? part : later;
  if (words <= kAtOnce || cut.words == 0 || words - cut.words < kLeastRest) return {text, ""};
  return {text.substr(0, cut.at), text.substr(cut.at + 1)};
}

std::string answers_html(const std::vector<StudyAnswer>& answers) {
  if (answers.empty()) return "";
  std::string out = "<section class=\"answers\" aria-label=\"The answers\">\n";
  for (const StudyAnswer& answer : answers) {
    const auto [first, rest] = read_at_once(answer.sentence);
    out +=
        std::string("<div class=\"answer") + (answer.verdict.starts_with("cannot tell") ? " open" : "") +
        "\"><div><h3>" + escaped(answer.question) + "</h3><b>" + escaped(answer.verdict) + "</b></div><div><p>" +
        escaped(first) + "</p>" +
        (rest.empty() ? "" : "<details class=\"more\"><summary>More</summary><p>" + escaped(rest) + "</p></details>") +
        "</div></div>\n";
  }
  return out + "</section>\n";
}

std::string notes_html(const std::vector<std::string>& notes) {
  if (notes.empty()) return "";
  std::string out = "<aside class=\"notes\" aria-label=\"To be read first\"><h3>To be read first</h3><ul>\n";
  for (const std::string& note : notes) out += "<li>" + escaped(note) + "</li>\n";
  return out + "</ul></aside>\n";
}

}  // namespace reseed
