// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reseed {

/// A text that ends here ends a sentence: with a full stop that is not that of an abbreviation.
bool ends_sentence(std::string_view text);

/// The sentences of a text, each with its full stop. One ends before a blank and a capital letter only.
std::vector<std::string> sentences_of(const std::string& text);

/// What all texts say alike, and what each says besides.
struct SharedSentences {
  std::string shared;             ///< in the order of the first text; "" where there are fewer than two texts
  std::vector<std::string> rest;  ///< one a text; "" where nothing is left
};
SharedSentences shared_by_all(const std::vector<std::string>& texts);

/// A text without the sentences that stand below as notes, and which notes it has (from 1).
struct NotedText {
  std::string text;
  std::vector<std::size_t> notes;
};

/// Sentences that several texts repeat, each said once as a note.
struct Footnotes {
  std::vector<NotedText> texts;
  std::vector<std::string> notes;
};
/// A sentence of five words or more becomes a note where it stands in three texts, or in half of them and two at least.
/// The first sentence of a text is what it says: it stays, and does not count. Notes in a row that the same texts have
/// are one note.
Footnotes footnotes(const std::vector<std::string>& texts);

}  // namespace reseed
