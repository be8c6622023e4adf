// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "report/markup.hpp"
#include "report/page_parts.hpp"
#include "report/sentences.hpp"

namespace reseed {
namespace {

constexpr std::size_t kAtOnce = 60;     // words that are read at once
constexpr std::size_t kLeastRest = 15;  // words: fewer are not worth a fold

/// Where a text can be parted: the number of its words before and the blank there.
struct Cut {
  std::size_t words = 0;
  std::size_t at = 0;
};

/// The first part of a text, and the rest folded; `marks` stand behind the first.
std::string parted(const std::string& text, const std::string& marks, const std::string& tag) {
  const auto [first, rest] = read_at_once(text);
  return "<" + tag + ">" + escaped(first) + marks + (tag == "p" ? "</p>" : "") +
         (rest.empty() ? "" : "<details class=\"more\"><summary>More</summary><p>" + escaped(rest) + "</p></details>") +
         (tag == "p" ? "" : "</" + tag + ">");
}

}  // namespace

std::string note_marks(const NotedText& text) {
  std::string out;
  for (const std::size_t note : text.notes) out += (out.empty() ? "" : ", ") + std::to_string(note);
  return out.empty() ? "" : "<sup>" + out + "</sup>";
}

std::string notes_below(const Footnotes& notes) {
  std::string out;
  for (std::size_t n = 0; n < notes.notes.size(); ++n)
    out += "<p class=\"foot\"><sup>" + std::to_string(n + 1) + "</sup> " + escaped(notes.notes[n]) + "</p>\n";
  return out;
}

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
  std::vector<std::string> sentences;
  for (const StudyAnswer& answer : answers) sentences.push_back(answer.sentence);
  const Footnotes noted = footnotes(sentences);
  std::string out = "<section class=\"answers\" aria-label=\"The answers\">\n";
  for (std::size_t a = 0; a < answers.size(); ++a)
    out += std::string("<div class=\"answer") + (answers[a].verdict.starts_with("cannot tell") ? " open" : "") +
           "\"><div><h3>" + escaped(answers[a].question) + "</h3><b>" + escaped(answers[a].verdict) +
           "</b></div><div>" + parted(noted.texts[a].text, note_marks(noted.texts[a]), "p") + "</div></div>\n";
  return out + notes_below(noted) + "</section>\n";
}

std::string notes_html(const std::vector<std::string>& notes) {
  if (notes.empty()) return "";
  std::string out =
      "<aside id=\"first\" class=\"notes\" aria-label=\"To be read first\"><h3>To be read first</h3><ul>\n";
  for (const std::string& note : notes) out += parted(note, "", "li") + "\n";
  return out + "</ul></aside>\n";
}

}  // namespace reseed
