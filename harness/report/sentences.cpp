// SPDX-License-Identifier: Apache-2.0
#include "report/sentences.hpp"

#include <algorithm>

namespace reseed {
namespace {

constexpr std::size_t kLeastWords = 5;  // of a sentence that is worth a note
constexpr std::size_t kOften = 3;       // texts

void add(std::string& text, const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence; }

bool has_note(const NotedText& text, std::size_t note) {
  return std::find(text.notes.begin(), text.notes.end(), note) != text.notes.end();
}

/// Notes one after the other that the same texts have become one.
void join_notes_of_equal_texts(Footnotes& found) {
  for (std::size_t note = found.notes.size(); note > 1; --note) {
    const bool equal = std::all_of(found.texts.begin(), found.texts.end(), [&](const NotedText& text) {
      return has_note(text, note) == has_note(text, note - 1);
    });
    if (!equal) continue;
    add(found.notes[note - 2], found.notes[note - 1]);
    found.notes.erase(found.notes.begin() + static_cast<std::ptrdiff_t>(note - 1));
    for (NotedText& text : found.texts) {
      std::erase(text.notes, note);
      for (std::size_t& later : text.notes) later -= later > note ? 1 : 0;
    }
  }
}

bool holds(const std::vector<std::string>& sentences, const std::string& sentence) {
  return std::find(sentences.begin(), sentences.end(), sentence) != sentences.end();
}

}  // namespace

bool ends_sentence(std::string_view text) {
  for (const std::string_view abbreviation : {"e.g.", "i.e.", "cf.", "vs.", "al."})
    if (text.ends_with(abbreviation)) return false;
  return text.ends_with('.');
}

std::vector<std::string> sentences_of(const std::string& text) {
  std::vector<std::string> sentences;
  std::size_t begin = 0;
  for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) {
    const bool capital = at + 1 < text.size() && text[at + 1] >= 'A' && text[at + 1] <= 'Z';
    if (at <= begin || !capital || !ends_sentence(std::string_view(text).substr(begin, at - begin))) continue;
    sentences.push_back(text.substr(begin, at - begin));
    begin = at + 1;
  }
  if (begin < text.size()) sentences.push_back(text.substr(begin));
  return sentences;
}

SharedSentences shared_by_all(const std::vector<std::string>& texts) {
  if (texts.size() < 2) return {"", texts};
  std::vector<std::vector<std::string>> parts;
  for (const std::string& text : texts) parts.push_back(sentences_of(text));
  SharedSentences out{"", std::vector<std::string>(texts.size())};
  const auto in_all = [&](const std::string& sentence) {
    return std::all_of(parts.begin(), parts.end(), [&](const auto& text) { return holds(text, sentence); });
  };
  for (const std::string& sentence : parts.front())
    if (in_all(sentence)) add(out.shared, sentence);
  for (std::size_t t = 0; t < parts.size(); ++t)
    for (const std::string& sentence : parts[t])
      if (!in_all(sentence)) add(out.rest[t], sentence);
  return out;
}

Footnotes footnotes(const std::vector<std::string>& texts) {
  std::vector<std::vector<std::string>> later;  // sentences of each text but its first
  for (const std::string& text : texts) {
    later.push_back(sentences_of(text));
    if (!later.back().empty()) later.back().erase(later.back().begin());
  }
  const auto is_repeated = [&](const std::string& sentence) {
    if (static_cast<std::size_t>(std::count(sentence.begin(), sentence.end(), ' ')) + 1 < kLeastWords) return false;
    const auto count = static_cast<std::size_t>(
        std::count_if(later.begin(), later.end(), [&](const auto& text) { return holds(text, sentence); }));
    return count >= kOften || (count >= 2 && 2 * count >= texts.size());
  };
  Footnotes out;
  for (std::size_t t = 0; t < texts.size(); ++t) {
    NotedText& noted = out.texts.emplace_back();
    const std::vector<std::string> all = sentences_of(texts[t]);
    if (!all.empty()) noted.text = all.front();
    for (const std::string& sentence : later[t]) {
      if (!is_repeated(sentence)) {
        add(noted.text, sentence);
        continue;
      }
      auto note = std::find(out.notes.begin(), out.notes.end(), sentence);
      if (note == out.notes.end()) note = out.notes.insert(note, sentence);
      noted.notes.push_back(static_cast<std::size_t>(note - out.notes.begin()) + 1);
    }
  }
  join_notes_of_equal_texts(out);
  return out;
}

}  // namespace reseed
